"""Studies: one paper a file; each measures that paper's claims again and prints its table."""

from pathlib import Path

from rich.console import Console

from wavetank.errors import OutputError, WavetankError, hint_for
from wavetank.studies import kass, nishidate, skirlo
from wavetank.studies.study import Study

STUDIES: dict[str, Study] = {
    study.name: study for study in (nishidate.STUDY, kass.STUDY, skirlo.STUDY)
}
"""Every study by the name the command line gives it."""


def print_study(name: str, out: Path | None) -> None:
    """Run a study and print its table; with a path, write it there as Markdown too."""
    if name not in STUDIES:
        raise WavetankError(f"unknown study '{name}'", hint_for(name, STUDIES))
    if out is not None:
        refuse_unwritable(out)
    table = STUDIES[name].run()
    table.show(Console())
    if out is not None:
        out.write_text(table.markdown(), encoding="utf-8")


def refuse_unwritable(out: Path) -> None:
    """Say now, and not after a minute's work, that a file cannot be written."""
    try:
        out.open("a", encoding="utf-8").close()
    except OSError as error:
        raise OutputError(f"cannot write {out}: {error.strerror}", "another path") from error
