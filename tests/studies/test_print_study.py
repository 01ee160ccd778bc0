"""`wavetank study`: the table on the terminal and in the file."""

import pytest
from typer.testing import CliRunner

from wavetank import studies
from wavetank.cli import app
from wavetank.errors import OutputError
from wavetank.studies import kass, nishidate
from wavetank.studies.study import Study
from wavetank.studies.table import Row, Table, compare, report


@pytest.fixture
def quick(monkeypatch):
    """The two studies, with the checks that take no time."""
    checks = {
        "nishidate": (nishidate.signs, nishidate.damping),
        "kass": (kass.viscosity, kass.one_dimension),
    }
    for name, few in checks.items():
        study = Study(name, studies.STUDIES[name].paper, few)
        monkeypatch.setitem(studies.STUDIES, name, study)


@pytest.mark.parametrize(("name", "count"), [("nishidate", 4), ("kass", 3)])
def test_a_study_prints_its_table_and_writes_all_its_rows(quick, tmp_path, name, count):
    out = tmp_path / "study.md"
    result = CliRunner().invoke(app, ["study", name, "--out", str(out)])

    assert result.exit_code == 0
    assert result.output.count("holds") + result.output.count("does not") == count
    page = out.read_text(encoding="utf-8")
    rows = [row for check in studies.STUDIES[name].checks for row in check()]
    assert len([line for line in page.splitlines() if line.startswith("|")]) == count + 2
    for row in rows:
        assert f"| {row.claim} | {row.paper} | {row.measured} | {row.verdict} |" in page
    assert page.startswith(f"# {studies.STUDIES[name].paper}\n")
    assert "CPU" in page.splitlines()[-1]


def test_an_unknown_study_is_refused_with_those_there_are(wavetank):
    answer = wavetank("study", "kas")

    assert answer.code == 2
    assert answer.err.splitlines() == [
        "unknown study 'kas'",
        "  did you mean 'kass'? known: nishidate, kass, skirlo",
    ]


def test_a_file_that_cannot_be_written_is_refused_before_the_work(monkeypatch, tmp_path):
    def never():
        raise AssertionError("measured for nothing")

    monkeypatch.setitem(studies.STUDIES, "kass", Study("kass", "", (never,)))
    with pytest.raises(OutputError, match="cannot write"):
        studies.print_study("kass", tmp_path / "missing" / "study.md")


def test_verdicts_come_from_the_comparison():
    assert compare("c", "1", "1", True).verdict == "holds"
    assert compare("c", "1", "2", False).verdict == "does not"
    assert report("c", "2") == Row("c", "", "2", "no figure in the paper")


def test_a_bar_inside_a_cell_does_not_make_a_column():
    page = Table("t", (report("|h|", "1"),), "").markdown()

    assert r"| \|h\| |  | 1 | no figure in the paper |" in page


def test_every_study_has_checks_and_answers_to_its_name():
    for name, study in studies.STUDIES.items():
        assert study.name == name
        assert study.checks
