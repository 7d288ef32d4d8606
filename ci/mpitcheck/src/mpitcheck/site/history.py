# SPDX-License-Identifier: BSD-3-Clause
"""The history of a site: the verdicts of each column in each run, as lines of text.

Each line is a JSON object that does not depend on its position. Histories can therefore be merged
with git's `merge=union` or with `sort -u`. There are four kinds of lines: a night (one run of a
column), which refers to its verdicts by fingerprint; verdicts, run-length coded over a list of
names; the lists of names; the texts of findings. Content that does not change between nights is
written once.
"""
import hashlib
import itertools
import json
import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Optional

from mpitcheck.judge.data import Invalid, JsonObject, from_data, to_data
from mpitcheck.judge.library_id import library_line
from mpitcheck.judge.model import Counts, RunReport, Verdict
from mpitcheck.judge.results import is_deviation
from mpitcheck.process.error import UserError
from mpitcheck.report.text import replaced, shortened
from mpitcheck.site.columns import identity

_LONGEST_LINE = 300  # of a finding
_LETTERS = {
    "p": Verdict.good,
    "f": Verdict.fail,
    "c": Verdict.crash,
    "t": Verdict.timeout,
    "x": Verdict.early_exit,
    "e": Verdict.error,
    "w": Verdict.warn,
    "q": Verdict.quality,
    "i": Verdict.inconclusive,
    "v": Verdict.vacuous,
    "n": Verdict.not_applicable,
}
LETTER_OF = {verdict: letter for letter, verdict in _LETTERS.items()}
_MOST_NAMES = 100_000
_NAME = re.compile(r"[a-z0-9._-]{1,140}")
_FINDING = re.compile("F-[0-9a-f]{6}")
_STARTED = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ")


@dataclass
class Night:
    """The results of one run for one column."""

    column: str
    night: str  # start of the run: ISO 8601, UTC
    label: str
    library: str
    version: str
    mpi: str
    said: str  # first line of the library's version text
    tool: str  # version of mpitcheck
    complete: bool
    counts: Optional[Counts]
    grid: dict[str, int]  # number of cells by outcome; empty: no grid
    rules: dict[str, Verdict]
    tests: dict[str, Verdict]
    findings: dict[str, Verdict]

    def rules_with(self, *verdicts: Verdict) -> int:
        return sum(verdict in verdicts for verdict in self.rules.values())

    def broken(self) -> int:
        """Returns the number of rules with the severity of a broken must."""
        return sum(verdict >= Verdict.fail for verdict in self.rules.values())

    def deviations(self) -> int:
        return sum(map(is_deviation, self.rules.values()))


@dataclass
class FindingText:
    """The facts about a finding that remain known when no report contains it."""

    finding: str
    level: str
    line: str
    clauses: list[str] = field(default_factory=list)


_VERDICTS = ("rules", "tests", "findings")


def _fingerprint(*texts: str) -> str:
    return hashlib.sha256("\n".join(texts).encode()).hexdigest()[:16]


def _coded(verdicts: Iterable[Verdict]) -> str:
    """Run-length codes verdicts, e.g. "p12fp3". A run of length 1 is a single letter."""
    runs = (
        (letter, len(list(run)))
        for letter, run in itertools.groupby(LETTER_OF[verdict] for verdict in verdicts)
    )
    return "".join(letter + (str(size) if size > 1 else "") for letter, size in runs)


def _decoded(text: str) -> list[Verdict]:
    if not re.fullmatch("([a-z][0-9]{0,6})*", text):
        raise Invalid("verdicts are not run-length coded")
    runs = [(letter, int(size or 1)) for letter, size in re.findall("([a-z])([0-9]*)", text)]
    if (
        any(letter not in _LETTERS for letter, _ in runs)
        or sum(size for _, size in runs) > _MOST_NAMES
    ):
        raise Invalid("verdicts hold what is none")
    return [_LETTERS[letter] for letter, size in runs for _ in range(size)]


def _line(**members: object) -> str:
    return replaced(json.dumps(members, ensure_ascii=False, sort_keys=True, separators=(",", ":")))


@dataclass
class _Entries:
    """The parsed lines of a history."""

    names: dict[str, list[str]] = field(default_factory=dict)  # by fingerprint
    # By fingerprint: the fingerprint of the list of names, and the verdicts.
    verdicts: dict[str, tuple[str, list[Verdict]]] = field(default_factory=dict)
    nights: list[JsonObject] = field(default_factory=list)
    findings: list[FindingText] = field(default_factory=list)


class History:
    """Nights by column and start of the run, and the texts of findings."""

    def __init__(self) -> None:
        self.nights: dict[tuple[str, str], Night] = {}
        self.findings: dict[str, FindingText] = {}

    def of(self, column: str) -> list[Night]:
        """Returns the nights of a column, oldest first."""
        return [self.nights[key] for key in sorted(self.nights) if key[0] == column]

    def add_report(self, report: RunReport) -> None:
        """Adds a report. Raises Invalid if the report does not state when its run began."""
        if not _STARTED.fullmatch(report.header.started):
            raise Invalid("it does not say when its run began")
        for target in report.targets:
            name, label, library, version = identity(target)
            self.nights[name, report.header.started] = Night(
                name,
                report.header.started,
                replaced(label),
                replaced(library),
                replaced(version),
                replaced(target.mpi_version),
                shortened(replaced(library_line(target.library_version)), _LONGEST_LINE),
                report.header.version,
                report.footer.complete,
                target.counts,
                target.grid.tally().to_data() if target.grid else {},
                {
                    clause.id: clause.verdicts[target.name]
                    for clause in report.clauses
                    if target.name in clause.verdicts
                },
                {
                    replaced(test.name): test.verdict
                    for test in report.tests
                    if test.target == target.name
                },
                {
                    finding.id: it.verdict
                    for finding in report.findings
                    for it in finding.sightings
                    if it.target == target.name
                },
            )
        for finding in report.findings:
            self._know(
                FindingText(
                    finding.id,
                    finding.level,
                    shortened(replaced(finding.line), _LONGEST_LINE),
                    finding.clauses,
                )
            )

    def _know(self, text: FindingText) -> None:
        """Keeps one of several texts about a finding, independently of their order."""
        self.findings[text.finding] = min(
            text,
            self.findings.get(text.finding, text),
            key=lambda it: (it.line, it.level, it.clauses),
        )

    def to_text(self) -> str:
        lines = {_line(**vars(text)) for text in self.findings.values()}
        for night in self.nights.values():
            states: dict[str, str] = {}
            for kind in _VERDICTS:
                verdicts = dict(sorted(getattr(night, kind).items()))
                names, coded = list(verdicts), _coded(verdicts.values())
                listed = _fingerprint(*names)
                states[kind] = _fingerprint(listed, coded)
                lines |= {
                    _line(names=listed, list=names),
                    _line(verdicts=states[kind], of=listed, coded=coded),
                }
            lines.add(_line(**{**vars(night), "counts": to_data(night.counts), **states}))
        return "".join(line + "\n" for line in sorted(lines))

    def add_text(self, text: str, said_as: str) -> None:
        """Adds the result of to_text(), whose lines may be sorted, repeated or joined with others.

        `said_as` names the source in messages. Raises UserError.
        """
        entries = _Entries()
        for number, line in enumerate(text.split("\n"), 1):
            if line.strip():
                try:
                    _take(line, entries)
                except (Invalid, ValueError, RecursionError) as problem:
                    raise UserError(
                        f"{said_as}, line {number} is none of a history: {problem}"
                    ) from None
        try:
            for data in entries.nights:
                night = _night_of(data, entries)
                self.nights[night.column, night.night] = night
        except Invalid as problem:
            raise UserError(f"{said_as} is no whole history: {problem}") from None
        for each in entries.findings:
            self._know(each)


def _take(line: str, entries: _Entries) -> None:
    data: JsonObject = from_data(JsonObject, json.loads(line))
    kind = next((kind for kind in ("night", "names", "verdicts", "finding") if kind in data), None)
    if kind == "names":
        names = from_data(list[str], data.get("list"), "list")
        if data["names"] != _fingerprint(*names):
            raise Invalid("a list is not what its fingerprint says")
        entries.names[data["names"]] = names
    elif kind == "verdicts":
        listed, coded = from_data(str, data.get("of"), "of"), from_data(
            str, data.get("coded"), "coded"
        )
        if data["verdicts"] != _fingerprint(listed, coded):
            raise Invalid("verdicts are not what their fingerprint says")
        entries.verdicts[data["verdicts"]] = listed, _decoded(coded)
    elif kind == "finding":
        known = from_data(FindingText, data)
        if not _FINDING.fullmatch(known.finding):
            raise Invalid("it names no finding")
        entries.findings.append(known)
    elif kind == "night":
        entries.nights.append(data)
    else:
        raise Invalid("it is no night, no verdicts, no names and no finding")


def _night_of(data: JsonObject, entries: _Entries) -> Night:
    """Returns the night with the verdicts that it refers to. Raises Invalid if they are missing."""

    def verdicts(kind: str) -> dict[str, Verdict]:
        listed, its = entries.verdicts.get(str(data.get(kind)), ("", []))
        names = entries.names.get(listed)
        if names is None or len(names) != len(its):
            raise Invalid(f"the {kind} of {data.get('column')} in {data.get('night')} are missing")
        return dict(zip(names, its))

    night = from_data(Night, {**data, **{kind: {} for kind in _VERDICTS}})
    if not _NAME.fullmatch(night.column) or not _STARTED.fullmatch(night.night):
        raise Invalid("a night has no column, or no time")
    for kind in _VERDICTS:
        setattr(night, kind, verdicts(kind))
    return night


@dataclass
class Standing:
    """The current verdict, and the night since which it has not changed."""

    verdict: Optional[Verdict]
    since: str = ""
    before: Optional[Verdict] = None  # None: no other verdict before


def standing(nights: list[Night], kind: str, name: str) -> Standing:
    """Returns the standing of `name` after the nights.

    `kind` is "rules", "tests" or "findings". Nights without a verdict on `name` are ignored.
    """
    seen = [
        (night.night, getattr(night, kind)[name])
        for night in nights
        if name in getattr(night, kind)
    ]
    if not seen:
        return Standing(None)
    now = Standing(seen[-1][1])
    for night, verdict in reversed(seen):
        if verdict != now.verdict:
            now.before = verdict
            break
        now.since = night
    return now
