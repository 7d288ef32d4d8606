# SPDX-License-Identifier: BSD-3-Clause
"""The history of a site: what each column came to in each run, in a text file whose lines may be merged in any order.

Each line is a JSON object that means the same wherever it stands, so `merge=union` of git merges two histories, and so does a plain
sort -u of their lines. Three kinds: a night (a column in one run), which names its verdicts by their fingerprint; those verdicts,
run-length coded over a list of names; that list. What does not change from night to night is so written once."""
import hashlib
import itertools
import json
import re
from dataclasses import dataclass, field

from mpitcheck.judge.data import Invalid, from_data, to_data
from mpitcheck.judge.library_id import library_line
from mpitcheck.judge.model import Counts, Verdict
from mpitcheck.judge.results import is_deviation
from mpitcheck.process.error import UserError
from mpitcheck.report.text import replaced, shortened
from mpitcheck.site.columns import identity

_LONGEST_LINE = 300  # of a finding
_LETTERS = {"p": Verdict.good, "f": Verdict.fail, "c": Verdict.crash, "t": Verdict.timeout, "x": Verdict.early_exit, "e": Verdict.error,
            "w": Verdict.warn, "q": Verdict.quality, "i": Verdict.inconclusive, "v": Verdict.vacuous, "n": Verdict.not_applicable}
LETTER_OF = {verdict: letter for letter, verdict in _LETTERS.items()}
_MOST_NAMES = 100_000
_NAME = re.compile(r"[a-z0-9._-]{1,140}")
_FINDING = re.compile("F-[0-9a-f]{6}")
_STARTED = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ")


@dataclass
class Night:
    """What one run said of one column."""
    column: str
    night: str  # when the run began: ISO 8601, UTC
    label: str
    library: str
    version: str
    mpi: str
    said: str  # the library version's first line
    tool: str  # version of mpitcheck
    complete: bool
    counts: Counts | None
    grid: dict[str, int]  # cells by outcome; empty: no grid
    rules: dict[str, Verdict]
    tests: dict[str, Verdict]
    findings: dict[str, Verdict]

    def rules_with(self, *verdicts):
        return sum(verdict in verdicts for verdict in self.rules.values())

    def broken(self):
        """Rules that deviate with the severity of a broken must."""
        return sum(verdict >= Verdict.fail for verdict in self.rules.values())

    def deviations(self):
        return sum(map(is_deviation, self.rules.values()))


@dataclass
class FindingText:
    """What stays known of a finding when no report has it any more."""
    finding: str
    level: str
    line: str
    clauses: list[str] = field(default_factory=list)


_VERDICTS = ("rules", "tests", "findings")


def _fingerprint(*texts):
    return hashlib.sha256("\n".join(texts).encode()).hexdigest()[:16]


def _coded(verdicts):
    """"p12fp3": runs of a letter, with their length where it is not 1."""
    runs = ((letter, len(list(run))) for letter, run in itertools.groupby(LETTER_OF[verdict] for verdict in verdicts))
    return "".join(letter + (str(size) if size > 1 else "") for letter, size in runs)


def _decoded(text):
    if not re.fullmatch("([a-z][0-9]{0,6})*", text):
        raise Invalid("verdicts are not run-length coded")
    runs = [(letter, int(size or 1)) for letter, size in re.findall("([a-z])([0-9]*)", text)]
    if any(letter not in _LETTERS for letter, _ in runs) or sum(size for _, size in runs) > _MOST_NAMES:
        raise Invalid("verdicts hold what is none")
    return [_LETTERS[letter] for letter, size in runs for _ in range(size)]


def _line(**members):
    return replaced(json.dumps(members, ensure_ascii=False, sort_keys=True, separators=(",", ":")))


class History:
    """Nights by (column, when it began), and what is known of findings."""

    def __init__(self):
        self.nights, self.findings = {}, {}

    def of(self, column):
        """The nights of a column, the oldest first."""
        return [self.nights[key] for key in sorted(self.nights) if key[0] == column]

    def add_report(self, report):
        """Raises Invalid if the report does not say when it began."""
        if not _STARTED.fullmatch(report.header.started):
            raise Invalid("it does not say when its run began")
        for target in report.targets:
            name, label, library, version = identity(target)
            self.nights[name, report.header.started] = Night(
                name, report.header.started, *map(replaced, (label, library, version, target.mpi_version)),
                shortened(replaced(library_line(target.library_version)), _LONGEST_LINE), report.header.version, report.footer.complete,
                target.counts, target.grid.tally().to_data() if target.grid else {},
                {clause.id: clause.verdicts[target.name] for clause in report.clauses if target.name in clause.verdicts},
                {replaced(test.name): test.verdict for test in report.tests if test.target == target.name},
                {finding.id: it.verdict for finding in report.findings for it in finding.sightings if it.target == target.name})
        for finding in report.findings:
            self._know(FindingText(finding.id, finding.level, shortened(replaced(finding.line), _LONGEST_LINE), finding.clauses))

    def _know(self, text):
        """Of several texts about one finding the same one is kept, whichever came first."""
        self.findings[text.finding] = min(text, self.findings.get(text.finding, text), key=lambda it: (it.line, it.level, it.clauses))

    def to_text(self):
        lines = {_line(**vars(text)) for text in self.findings.values()}
        for night in self.nights.values():
            states = {}
            for kind in _VERDICTS:
                verdicts = dict(sorted(getattr(night, kind).items()))
                names, coded = list(verdicts), _coded(verdicts.values())
                listed = _fingerprint(*names)
                states[kind] = _fingerprint(listed, coded)
                lines |= {_line(names=listed, list=names), _line(verdicts=states[kind], of=listed, coded=coded)}
            lines.add(_line(**{**vars(night), "counts": to_data(night.counts), **states}))
        return "".join(line + "\n" for line in sorted(lines))

    def add_text(self, text, said_as):
        """What to_text() wrote, also if its lines were sorted anew, doubled or joined with another history's. Raises UserError."""
        entries = {"names": {}, "verdicts": {}, "night": [], "finding": []}
        for number, line in enumerate(text.split("\n"), 1):
            if line.strip():
                try:
                    _take(line, entries)
                except (Invalid, ValueError, RecursionError) as problem:
                    raise UserError(f"{said_as}, line {number} is none of a history: {problem}") from None
        try:
            for data in entries["night"]:
                night = _night_of(data, entries)
                self.nights[night.column, night.night] = night
        except Invalid as problem:
            raise UserError(f"{said_as} is no whole history: {problem}") from None
        for each in entries["finding"]:
            self._know(each)


def _take(line, entries):
    data = from_data(dict, json.loads(line))
    kind = next((kind for kind in ("night", "names", "verdicts", "finding") if kind in data), None)
    if kind == "names":
        names = from_data(list[str], data.get("list"), "list")
        if data["names"] != _fingerprint(*names):
            raise Invalid("a list is not what its fingerprint says")
        entries[kind][data["names"]] = names
    elif kind == "verdicts":
        listed, coded = from_data(str, data.get("of"), "of"), from_data(str, data.get("coded"), "coded")
        if data["verdicts"] != _fingerprint(listed, coded):
            raise Invalid("verdicts are not what their fingerprint says")
        entries[kind][data["verdicts"]] = listed, _decoded(coded)
    elif kind == "finding":
        known = from_data(FindingText, data)
        if not _FINDING.fullmatch(known.finding):
            raise Invalid("it names no finding")
        entries[kind].append(known)
    elif kind == "night":
        entries[kind].append(data)
    else:
        raise Invalid("it is no night, no verdicts, no names and no finding")


def _night_of(data, entries):
    """With the verdicts that it names."""
    def verdicts(kind):
        listed, its = entries["verdicts"].get(data.get(kind), (None, []))
        names = entries["names"].get(listed)
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
    """A verdict, and the first of the last nights in a row that had it."""
    verdict: Verdict | None
    since: str = ""
    before: Verdict | None = None  # None: there was none


def standing(nights, kind, name):
    """How `name` (of `kind` rules, tests or findings) stands after the nights, of which those that say nothing of it are left out."""
    seen = [(night.night, getattr(night, kind)[name]) for night in nights if name in getattr(night, kind)]
    if not seen:
        return Standing(None)
    now = Standing(seen[-1][1])
    for night, verdict in reversed(seen):
        if verdict != now.verdict:
            now.before = verdict
            break
        now.since = night
    return now
