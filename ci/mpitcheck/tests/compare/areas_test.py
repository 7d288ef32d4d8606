# SPDX-License-Identifier: BSD-3-Clause
"""What the targets of reports offer, lack and break, by area."""
import pytest

from mpitcheck.compare.areas import AREAS, Standing, area_of, area_rows
from mpitcheck.compare.comparison import compare
from mpitcheck.compare.comparison_markdown import comparison_markdown
from mpitcheck.compare.comparison_text import comparison_text
from mpitcheck.judge.clauses import all_clauses
from mpitcheck.judge.finding import derive_findings
from mpitcheck.judge.model import Verdict
from tests.compare.pages import page_of
from tests.report.samples import MARK, plausible, small


def rows_of(*reports):
    return {row.area.name: row for row in area_rows(reports)}


def standings(row):
    return [cell.standing.word for cell in row.cells]


def alone(target):
    """A plausible report of one target."""
    report = plausible()
    report.targets = [each for each in report.targets if each.name == target]
    report.tests = [each for each in report.tests if each.target == target]
    for clause in report.clauses:
        clause.verdicts = {target: clause.verdicts[target]} if clause.verdicts else {}
    derive_findings(report)
    return report


def test_every_clause_of_mpi_t_is_in_an_area():
    without = {clause.area for clause in all_clauses() if not area_of(clause.id)}
    assert without == {"draft2011"}
    assert {area_of(clause.id) for clause in all_clauses()} - {None} == set(AREAS)


@pytest.mark.parametrize(
    "clause, area",
    [
        ("cvar-name-nonempty", "Cvars"),
        ("pvar-read-stopped", "Pvars"),
        ("source-num-success", "Events"),
        ("event-category-list", "Categories"),
        ("init-provided-value", "Threads"),
        ("init-repeatable", "Lifecycle"),
        ("general-after-mpi-finalize", "Lifecycle"),
        ("general-api-complete", "Other rules"),
    ],
)
def test_the_longest_prefix_decides(clause, area):
    assert area_of(clause).name == area


def test_an_area_is_broken_absent_or_present():
    rows = rows_of(plausible())
    assert standings(rows["Cvars"]) == ["present", "broken", "broken"]
    assert standings(rows["Pvars"]) == ["present", "absent", "broken"]
    assert standings(rows["Lifecycle"]) == ["present", "present", "broken"]
    assert standings(rows["Threads"]) == ["unknown"] * 3


def test_only_must_breaks_an_area():
    report = alone("mpich")
    report.findings = [each for each in report.findings if each.level != "must"]
    assert report.findings
    assert standings(rows_of(report)["Cvars"]) == ["present"]


def test_a_finding_that_follows_from_another_does_not_count():
    report = alone("mpich")
    for finding in report.findings:
        finding.sightings[0].rests_on = "F-000000"
    assert standings(rows_of(report)["Cvars"]) == ["present"]


def test_a_crash_counts_for_its_rules_only_outside_areas():
    report = alone("openmpi")
    finding = next(each for each in report.findings if each.clauses == ["init-finalize-after-mpi"])
    example = finding.sightings[0].examples[0]
    finding.sightings[0].examples.append(
        type(example)(clause="general-failure-not-fatal", level="must")
    )
    assert standings(rows_of(report)["Other rules"]) == ["unknown"]
    example.clause = "errors-range"
    rows = rows_of(report)
    assert standings(rows["Lifecycle"]) + standings(rows["Other rules"]) == ["present", "broken"]


def test_events_are_absent_from_old_versions_of_mpi():
    report = alone("openmpi")
    cell = rows_of(report)["Events"].cells[0]
    assert (cell.standing, cell.facts) == (Standing.absent, ["not in MPI 3.1"])
    report.targets[0].mpi_version = ""
    report.targets[0].counts.events = 2
    cell = rows_of(report)["Events"].cells[0]
    assert (cell.standing, cell.facts) == (Standing.present, ["events: 2, sources: 0"])


def test_vacuous_rules_show_an_absent_area_without_an_inventory():
    report = alone("mpich")
    report.targets[0].counts = None
    assert standings(rows_of(report)["Pvars"]) == ["absent"]
    for clause in report.clauses:
        clause.verdicts = {"mpich": Verdict.inconclusive}
    assert standings(rows_of(report)["Pvars"]) == ["unknown"]


def test_objects_that_all_libraries_lack_are_not_listed():
    one, other = alone("reference"), alone("openmpi")
    for report, missing in ((one, "an object"), (other, "an object; a binding")):
        test = next(each for each in report.tests if each.clauses == ["pvar-session-isolated"])
        test.missing = missing
        report.clauses[8].verdicts = {test.target: Verdict.vacuous}
    row = rows_of(one, other)["Pvars"]
    assert (row.lacks_of(0), row.lacks_of(1)) == ([], ["a binding"])


def test_unknown_areas_do_not_differ():
    rows = rows_of(plausible())
    assert [name for name, row in rows.items() if row.differs] == [
        "Cvars",
        "Pvars",
        "Events",
        "Lifecycle",
    ]
    assert not any(row.differs for row in rows_of(alone("openmpi")).values())


def test_every_output_lists_differences_then_findings_then_rules():
    comparison = compare([("a.json", plausible())])
    text = comparison_text(comparison, 100)
    for output in (text, comparison_markdown(comparison)):
        places = [output.index(title) for title in ("Differences", "Findings", "Rules with", "Col")]
        assert places == sorted(places)
        assert "Different areas: Cvars, Pvars, Events, Lifecycle." in output
    page = page_of(plausible())
    assert page.index("Differences</h2>") < page.index("Findings</h2>") < page.index("Clauses</h2>")


def test_text_fits_the_width_and_is_escaped():
    for width in (80, 120):
        text = comparison_text(compare([("a.json", plausible())]), width)
        assert max(map(len, text.splitlines())) <= width
    text = comparison_text(compare([("a.json", small())]), 100)
    assert MARK in text
    assert "\x1b" not in text


def test_the_page_has_a_field_for_each_area_and_library():
    page = page_of(plausible())
    heat_map = page[page.index('<table class="heat">') : page.index('<ul class="heat legend">')]
    assert heat_map.count("<td ") == 3 * len(AREAS)
    assert (
        '<td class="broken shade-1"><a href="#_a-cvars" aria-label="MPICH 4.0.2, Cvars: broken,'
        ' findings: 1" title="cvars: 344; rules examined: 6 of 6">✗ <span>broken: </span>1</a></td>'
    ) in heat_map
    for area in AREAS:
        assert page.count(f'id="_a-{area.name.lower().replace(" ", "-")}"') == 1
