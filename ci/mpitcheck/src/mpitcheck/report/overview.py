# SPDX-License-Identifier: BSD-3-Clause
"""The beginning of every output: a sentence per target, and findings in sections and groups."""
import dataclasses
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from mpitcheck.judge.clauses import parse_version
from mpitcheck.judge.library_id import family_of
from mpitcheck.judge.model import Finding, RunReport, TargetResult, Verdict
from mpitcheck.judge.results import verdict_counts
from mpitcheck.process.text import shortened
from mpitcheck.report.read_report import library_label

# The kinds of objects that a target may lack, and the first version of MPI that has them.
_KINDS = {
    "cvars": ("control variables", "3.0"),
    "pvars": ("performance variables", "3.0"),
    "categories": ("categories", "3.0"),
    "events": ("event types", "4.0"),
    "sources": ("event sources", "4.0"),
}
# Options of builds that add a kind of objects, by family of libraries.
_BUILD_OPTIONS = {
    ("mpich", "pvars"): "configure --enable-mpit-pvars=all adds performance variables",
}
_REASONS_SHOWN = 2
_LONGEST_REASON = 80


@dataclass
class Entry:
    """A finding and those that follow from it."""

    finding: Finding
    consequences: list[Finding] = field(default_factory=list)


@dataclass
class Group:
    """Findings about one function, or a single finding."""

    function: str  # "" for a single finding
    entries: list[Entry]


@dataclass
class Section:
    title: str
    groups: list[Group]
    is_folded: bool = False

    @property
    def findings(self) -> list[Finding]:
        """The findings that do not follow from another one."""
        return [entry.finding for group in self.groups for entry in group.entries]


def _counted(number: int, noun: str, more: str = "s") -> str:
    return f"{number} {noun}{'' if number == 1 else more}"


def _alternatives(words: Sequence[str]) -> str:
    return " or ".join([", ".join(words[:-1]), words[-1]] if words[1:] else words)


def _standing(count: int, new: int) -> str:
    """Returns how many of `count` findings are new: "all known", "2 of them new"."""
    if 0 < new < count:
        return f"{new} of them new"
    return ("all " if count > 1 else "") + ("new" if new else "known")


def _broken(report: RunReport, target: TargetResult) -> str:
    here = [
        (finding, sighting)
        for finding in report.findings
        for sighting in finding.sightings
        if sighting.target == target.name and not sighting.rests_on
    ]
    must = [sighting for finding, sighting in here if finding.level == "must"]
    new = sum(sighting.standing == "new" for sighting in must)
    others = len(here) - len(must)
    if not must:
        text = "no must rule is broken"
    else:
        text = f"{_counted(len(must), 'finding')} break{'s' if len(must) == 1 else ''} a must rule"
        if report.gate:
            text += ", " + _standing(len(must), new)
    more = " more" if must else ""
    verb = "is" if others == 1 else "are"
    return text + (f"; {others}{more} {verb} of level should or quality" if others else "")


def _lacking(report: RunReport, target: TargetResult) -> str:
    """Returns what a target lacks: ": no event types", or what its tests missed most often."""
    version = parse_version(target.mpi_version)
    kinds = [
        (kind, words)
        for kind, (words, since) in _KINDS.items()
        if target.counts and not getattr(target.counts, kind) and version >= parse_version(since)
    ]
    if kinds:
        family = family_of(target.library_version)
        options = [_BUILD_OPTIONS.get((family, kind), "") for kind, _ in kinds]
        known = "; ".join(filter(None, options))
        return f": no {_alternatives([words for _, words in kinds])}" + (
            f" ({known})" if known else ""
        )
    missing = Counter(
        reason
        for test in report.tests
        if test.target == target.name and test.missing
        for reason in test.missing.split("; ")
    )
    reasons = [shortened(each, _LONGEST_REASON) for each, _ in missing.most_common(_REASONS_SHOWN)]
    others = " and more" if len(missing) > len(reasons) else ""
    return f" for lack of {', '.join(reasons)}{others}" if reasons else ""


def sentence(report: RunReport, target: TargetResult) -> str:
    """Returns a short account of a target, e.g. "MPICH 4.0.2: 4 findings break a must rule."."""
    label = library_label(target)
    if sum(library_label(each) == label for each in report.targets) > 1:
        label += f" ({target.name})"
    counts = verdict_counts(report, target.name)
    text = f"{label}: {_broken(report, target)}."
    if vacuous := counts.get(Verdict.vacuous, 0):
        text += f" {_counted(vacuous, 'test')} had nothing to examine{_lacking(report, target)}."
    if unfinished := counts.get(Verdict.inconclusive, 0):
        text += f" {_counted(unfinished, 'test')} could not finish."
    if errors := counts.get(Verdict.error, 0):
        text += f" {_counted(errors, 'test')} ended by an error of mpitcheck."
    return text


def sentences(report: RunReport) -> list[str]:
    """Returns the sentence of each target."""
    return [sentence(report, target) for target in report.targets]


def _function_of(finding: Finding) -> str:
    """Returns the first function that a finding is about, or ""."""
    functions = [
        example.fact.function
        for sighting in finding.sightings
        for example in sighting.examples
        if example.fact and " " not in example.fact.function
    ]
    return min(filter(None, functions), default="")


def _grouped(entries: Iterable[Entry]) -> list[Group]:
    """Returns groups in the order of their first entries."""
    by_function: dict[str, Group] = {}
    for entry in entries:
        key = _function_of(entry.finding) or entry.finding.id
        by_function.setdefault(key, Group(key, [])).entries.append(entry)
    return [
        group if group.entries[1:] else Group("", group.entries) for group in by_function.values()
    ]


def is_new(finding: Finding) -> bool:
    return any(sighting.standing == "new" for sighting in finding.sightings)


def _seen_on(findings: Iterable[Finding], target: str) -> Iterator[Finding]:
    """Yields the findings of a target, each with its sighting there only."""
    for finding in findings:
        here = [sighting for sighting in finding.sightings if sighting.target == target]
        if here:
            yield dataclasses.replace(finding, sightings=here)


def sections(report: RunReport, target: str = "") -> list[Section]:
    """Returns sections of findings: new ones, known ones that break a `must`, the others folded.

    Without expectations no finding is new or known. Sections without findings are left out. A
    finding that follows from another one is part of the other one's entry, unless only the former
    is new. With `target`, returns only the findings on that target.
    """
    findings = list(_seen_on(report.findings, target)) if target else report.findings
    entries = {finding.id: Entry(finding) for finding in findings if not finding.is_consequence}
    for finding in filter(lambda each: each.is_consequence, findings):
        root = entries[finding.sightings[0].rests_on]
        if is_new(finding) and not is_new(root.finding):
            entries[finding.id] = Entry(finding)
        else:
            root.consequences.append(finding)
    new = [entry for entry in entries.values() if is_new(entry.finding)]
    rest = [entry for entry in entries.values() if not is_new(entry.finding)]
    must = [entry for entry in rest if entry.finding.level == "must"]
    others = [entry for entry in rest if entry.finding.level != "must"]
    found = [
        Section("New", _grouped(new)),
        Section("Known" if report.gate else "Broken rules", _grouped(must)),
        Section("Should and quality", _grouped(others), is_folded=True),
    ]
    return [section for section in found if section.groups]
