# SPDX-License-Identifier: BSD-3-Clause
"""`mpitcheck prove mutants`: changes the engine's source, which tests and suites must notice."""
import hashlib
import itertools
import os
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Optional

from mpitcheck.job.run_options import RunOptions
from mpitcheck.job.select import Target, load_targets
from mpitcheck.process.error import ExitCode, UserError
from mpitcheck.process.scheduler import Scheduler
from mpitcheck.process.text import shortened
from mpitcheck.prove.mutants.hunters import EngineTests, Suites
from mpitcheck.prove.mutants.ledger import EQUIVALENTS, UNSEEN, Fate, Ledger, read_reasons
from mpitcheck.prove.mutants.source import Key, Mutant, all_mutants
from mpitcheck.prove.mutants.workshop import Interrupted, Workshop
from mpitcheck.prove.output import exit_code, results_file, say, write_results
from mpitcheck.prove.selection import fitting

AT_LEAST = {"both": 98, "suites": 90}  # per cent of the mutants that must be killed
_MOST_TEXT = 100  # bytes of a change in a row of the table


@dataclass
class MutantSelection:
    # Globs over file, function, kind and line; empty: all.
    filters: list[str] = field(default_factory=list)
    count: int = 400
    seed: int = 1
    by: str = "both"  # "both", "engine" or "suites"
    again: bool = False  # test survivors of earlier runs again
    work: str = ""  # folder of results and builds; empty: TREE/mutants
    sources: str = ""  # root of the project; empty: this program's own


class _Lab:
    def __init__(
        self,
        options: RunOptions,
        target: Target,
        selection: MutantSelection,
        root: str,
        work: str,
        scheduler: Scheduler,
    ) -> None:
        self._selection, self._equivalents, self._unseen = (
            selection,
            read_reasons(root, EQUIVALENTS),
            read_reasons(root, UNSEEN),
        )
        self.ledger = Ledger(os.path.join(work, "results.jsonl"), root)
        self._workshop = Workshop(root, work, scheduler)
        self._workshop.prepare()
        self._engine = (
            EngineTests(self._workshop, work, scheduler) if selection.by != "suites" else None
        )
        self._suites = (
            Suites(options, target, self._workshop, work) if selection.by != "engine" else None
        )

    def _wanted(self, mutant: Mutant, fate: Fate) -> list[str]:
        """Returns the hunters that still have to run: "engine", "suites".

        With `again`, these include hunters that did not kill the mutant, except where the mutant is
        equivalent or cannot be seen through calls.
        """
        names = [
            name for name, hunter in (("engine", self._engine), ("suites", self._suites)) if hunter
        ]
        again = (
            []
            if not self._selection.again or not fate.counts or mutant.key in self._equivalents
            else [name for name in names if name != "suites" or mutant.key not in self._unseen]
        )
        return [
            name
            for name in names
            if getattr(fate, name) is None or name in again and not getattr(fate, name)
        ]

    def try_out(self, mutant: Mutant) -> Fate:
        """Returns the mutant's fate, from the ledger as far as it is known."""
        fate = self.ledger.find(mutant)
        if fate and (not fate.counts or not self._wanted(mutant, fate)):
            self._learn(fate)
            return fate
        fate = fate or Fate("")
        fate.built = self._workshop.compile(mutant)
        if fate.built == "compiled" and not self._workshop.link(mutant):
            fate.built = "not compiled"
        if fate.built == "compiled":
            self._hunt(mutant, fate)
        self.ledger.add(mutant, fate)
        self._learn(fate)
        return fate

    def _hunt(self, mutant: Mutant, fate: Fate) -> None:
        wanted = self._wanted(mutant, fate)
        if self._engine and "engine" in wanted:
            fate.engine = self._engine.hunt(mutant, slow=False)
        if self._suites and "suites" in wanted:
            fate.suites = self._suites.hunt(mutant)
        if not fate.killed:
            if self._workshop.is_equivalent(mutant):
                fate.built = "same when optimised"
            elif self._engine:
                fate.engine = self._engine.hunt(mutant, slow=True)

    def _learn(self, fate: Fate) -> None:
        if fate.suites and self._suites:
            self._suites.note(fate.suites.split()[0])
        if fate.engine and self._engine:
            self._engine.note(fate.engine)


def _source_root(selection: MutantSelection) -> str:
    root = selection.sources or os.path.realpath(
        os.path.join(os.path.dirname(__file__), *[os.pardir] * 6)
    )
    if not os.path.isdir(os.path.join(root, "reference/engine")):
        raise UserError(
            f"'{root}' has no sources of the reference's engine: run this from a tree of the"
            " project's sources"
        )
    return root


def _row(number: int, mutant: Mutant, fate: Fate) -> str:
    def said(test: Optional[str]) -> str:
        return "not asked" if test is None else test or "survives"

    came = (
        f"engine: {said(fate.engine)}; suites: {said(fate.suites)}" if fate.counts else fate.built
    )
    return (
        f"{number:>4} "
        f" {mutant.file.removeprefix('reference/engine/')} {mutant.function} {mutant.kind}:"
        f" {shortened(mutant.change, _MOST_TEXT)}  {came}"
    )


def _per_cent(part: int, whole: int) -> str:
    return f"{part} of {whole} ({100 * part / whole:.1f} %)" if whole else "none"


class _Tally:
    """The fates of the mutants that were drawn."""

    def __init__(self, root: str, by: str) -> None:
        self._by, self._equivalents, self._unseen = (
            by,
            read_reasons(root, EQUIVALENTS),
            read_reasons(root, UNSEEN),
        )
        self.fates: list[tuple[Mutant, Fate]] = []
        self.thrown_away: Counter[str] = Counter()
        # Wrong entries of those lists: the reason and the key.
        self.untrue: list[tuple[str, Key]] = []

    def add(self, mutant: Mutant, fate: Fate) -> bool:
        """Adds a fate. Returns whether the mutant counts as tried."""
        if not fate.counts:
            self.thrown_away[fate.built] += 1
            return False
        if mutant.key in self._equivalents and not fate.killed:
            self.thrown_away["equivalent"] += 1
            return False
        if mutant.key in self._equivalents:
            self.untrue.append((f"killed, and not equivalent as {EQUIVALENTS} says", mutant.key))
        if mutant.key in self._unseen and fate.suites:
            self.untrue.append(
                (f"killed by the suites, and not unseen as {UNSEEN} says", mutant.key)
            )
        self.fates.append((mutant, fate))
        return True

    def add_stale(self, mutants: list[Mutant]) -> None:
        """Reports entries of the lists that are not among all mutants."""
        keys = {mutant.key for mutant in mutants}
        for name, entries in (EQUIVALENTS, self._equivalents), (UNSEEN, self._unseen):
            self.untrue += [
                (f"no longer there, but in {name}", key) for key in sorted(entries.keys() - keys)
            ]

    def share(self, name: str) -> tuple[int, int]:
        """Returns the number of mutants that `name` killed, and the number that it could kill.

        `name` is "engine", "suites" or "both".
        """
        fates = [
            fate
            for mutant, fate in self.fates
            if name != "suites" or mutant.key not in self._unseen
        ]
        return sum(
            fate.killed if name == "both" else bool(getattr(fate, name)) for fate in fates
        ), len(fates)

    def survivors(self) -> Iterator[tuple[str, Key]]:
        """Yields for each survivor what is required, and its key."""
        for mutant, fate in self.fates:
            if not fate.killed:
                yield f"survives, for a test, or with a reason in {EQUIVALENTS}", mutant.key
            elif self._by != "engine" and not fate.suites and mutant.key not in self._unseen:
                yield (
                    "survives the suites, for a test of theirs, or with a reason in" f" {UNSEEN}"
                ), mutant.key

    def by_kind(self) -> Iterator[str]:
        """Yields the lines of a table."""
        kinds = sorted({mutant.kind for mutant, _ in self.fates})
        yield f"{'kind':<12}  tried  killed  by engine tests  by suites"
        for kind in kinds:
            fates = [fate for mutant, fate in self.fates if mutant.kind == kind]
            numbers = (
                sum(fate.killed for fate in fates),
                sum(bool(fate.engine) for fate in fates),
                sum(bool(fate.suites) for fate in fates),
            )
            yield f"{kind:<12}  {len(fates):>5}  {numbers[0]:>6}  {numbers[1]:>15}  {numbers[2]:>9}"


def _described(mutant: Mutant, fate: Fate) -> dict[str, object]:
    return {
        **{
            name: getattr(mutant, name)
            for name in ("file", "function", "line", "kind", "change", "number")
        },
        **vars(fate),
    }


def _print_by_title(entries: Iterable[tuple[str, Key]]) -> None:
    for title, group in itertools.groupby(sorted(entries), key=lambda entry: entry[0]):
        say(f"\n{title}:\n" + "\n".join("\t".join(key) for _, key in group))


def _draw(root: str, selection: MutantSelection) -> list[Mutant]:
    """Returns the mutants in an order that depends only on the seed and each mutant's key."""
    mutants = fitting(
        all_mutants(root),
        selection.filters,
        "mutant",
        "a mutant has its file (reference/engine/...), function, kind and line",
        lambda each: [each.file, each.function, each.kind, each.line],
    )
    return sorted(
        mutants, key=lambda each: hashlib.sha256(repr((selection.seed, each.key)).encode()).digest()
    )


def _summary(tally: _Tally, drawn: int, complete: bool, selection: MutantSelection) -> bool:
    thrown = ", ".join(f"{number} {why}" for why, number in sorted(tally.thrown_away.items()))
    say(
        f"\n{len(tally.fates)} of {selection.count} mutants of seed {selection.seed} tried, of"
        f" {drawn} that there"
        f" are{'; not counted: ' + thrown if thrown else ''}{'' if complete else '; interrupted'}"
    )
    too_few = not tally.fates
    for name in ("both", "suites", "engine") if selection.by == "both" else (selection.by,):
        killed, tried = tally.share(name)
        least = AT_LEAST.get(name, 0)
        too_few |= 100 * killed < least * tried
        rest = (
            f"; the other {len(tally.fates) - tried} no call can show"
            if tried < len(tally.fates)
            else ""
        )
        say(
            f"killed by {name}:"
            f" {_per_cent(killed, tried)}{f', at least {least} % wanted' if least else ''}{rest}"
        )
    return too_few


def prove_mutants(options: RunOptions, selection: MutantSelection) -> ExitCode:
    """Tries mutants drawn by the selection's seed until the requested number counts.

    Mutants do not count if they do not compile, do not change an instruction or are in the list of
    equivalent ones. A run resumes where an earlier run with the same folder ended. Prints a row for
    each mutant, tables and survivors, and writes options.json. Returns the exit code, which is 1 if
    too few are killed or an entry of the lists is wrong. Raises UserError if the options or the
    tree do not allow a run.
    """
    root = _source_root(selection)
    target = load_targets(options)[0]
    if not target.tree.is_reference:
        raise UserError(
            f"tree '{target.tree.named}' does not test the reference: name one that does"
        )
    mutants = _draw(root, selection)
    tally, complete = _Tally(root, selection.by), True
    tally.add_stale(all_mutants(root))
    work = os.path.abspath(selection.work or os.path.join(target.tree.root, "mutants"))
    os.makedirs(work, exist_ok=True)
    with results_file(options) as file, Scheduler(options.jobs) as scheduler:
        try:
            lab = _Lab(options, target, selection, root, work, scheduler)
            for mutant in mutants:
                if len(tally.fates) == selection.count:
                    break
                fate = lab.try_out(mutant)
                if tally.add(mutant, fate):
                    say(_row(len(tally.fates), mutant, fate))
        except Interrupted:
            complete = False
        _print_by_title([*tally.survivors(), *tally.untrue])
        say("")
        for line in tally.by_kind():
            say(line)
        too_few = _summary(tally, len(mutants), complete, selection)
        write_results(
            file,
            options,
            complete=complete,
            seed=selection.seed,
            thrown_away=tally.thrown_away,
            mutants=[_described(mutant, fate) for mutant, fate in tally.fates],
        )
    return exit_code(too_few or tally.untrue, not complete)
