"""A study's table: what a paper claims, what comes out here, and whether that is the same."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from rich.console import Console
from rich.table import Table as RichTable
from rich.text import Text

Verdict = Literal["holds", "does not", "no figure in the paper"]

COLUMNS = ("claim", "the paper, or what follows from it", "measured", "verdict")
COLOURS: dict[Verdict, str] = {
    "holds": "green",
    "does not": "red",
    "no figure in the paper": "dim",
}


@dataclass(frozen=True)
class Row:
    """One claim, held against a measurement."""

    claim: str
    """What is claimed, and for what case."""
    paper: str
    """The paper's figure, or what its equations give; empty if it has none."""
    measured: str
    """What came out, with its unit."""
    verdict: Verdict
    """Whether the two agree."""


@dataclass(frozen=True)
class Table:
    """All rows of one study."""

    title: str
    """The paper."""
    rows: tuple[Row, ...]
    """Its claims, in its own order."""
    note: str
    """On what machine this was measured."""

    def show(self, console: Console) -> None:
        """Print it to a terminal."""
        table = RichTable(*COLUMNS, title=self.title, caption=self.note, show_lines=True)
        for row in self.rows:
            verdict = Text(row.verdict, COLOURS[row.verdict])
            table.add_row(Text(row.claim), Text(row.paper), Text(row.measured), verdict)
        console.print(table)

    def markdown(self) -> str:
        """The same as a Markdown page."""
        lines = [line_of(COLUMNS), line_of(["---"] * len(COLUMNS))]
        lines += [line_of((r.claim, r.paper, r.measured, r.verdict)) for r in self.rows]
        return "\n".join([f"# {self.title}", "", *lines, "", self.note, ""])


def line_of(cells: Sequence[str]) -> str:
    """One line of a Markdown table; a bar inside a cell is escaped."""
    return "| " + " | ".join(cell.replace("|", r"\|") for cell in cells) + " |"


def compare(claim: str, paper: str, measured: str, agrees: bool) -> Row:
    """A row for which the paper, or its equations, say what should come out."""
    return Row(claim, paper, measured, "holds" if agrees else "does not")


def report(claim: str, measured: str) -> Row:
    """A row for which the paper gives no figure."""
    return Row(claim, "", measured, "no figure in the paper")
