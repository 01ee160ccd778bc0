"""Ledger: where every litre is."""

from dataclasses import dataclass, field


@dataclass
class Ledger:
    """An audit of volume: what was there, what came, what went, and what nobody can explain.

    Sources say what they added from the cells they touched, solvers what ran through the sides;
    the volume now is counted afresh. What remains between them was made or lost by a solver.
    """

    start: float
    """Volume at the start [m^3]."""
    now: float
    """Volume at the last frame [m^3]."""
    sources: dict[str, float] = field(default_factory=dict)
    """Volume that each source has added, less what it took [m^3]."""
    sides: float = 0.0
    """Volume that came in through the sides, less what left [m^3]."""

    @property
    def unexplained(self) -> float:
        """Volume made (or lost) by the solver [m^3]: the smaller, the better."""
        return self.now - self.start - sum(self.sources.values()) - self.sides

    @property
    def error(self) -> float:
        """The unexplained volume as a share of all there ever was."""
        given = sum(volume for volume in self.sources.values() if volume > 0)
        all_there_was = self.start + given + max(self.sides, 0.0)
        return self.unexplained / all_there_was if all_there_was > 0 else self.unexplained

    def __str__(self) -> str:
        rows = [("at the start", self.start), *self.sources.items()]
        rows += [("through the sides", self.sides), ("now", self.now)]
        lines = [f"{name:24} {volume:16.9g} m^3" for name, volume in rows]
        lines.append(f"{'unexplained':24} {self.unexplained:16.3g} m^3 ({self.error:.1e} of all)")
        return "\n".join(lines)
