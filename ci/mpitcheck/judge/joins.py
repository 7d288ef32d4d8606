# SPDX-License-Identifier: BSD-3-Clause
"""Causes that are one bug: where several offences of a target show by each other what is behind them, they get one cause. `causes` is
that of derive_causes() (finding.py): a list of pairs of cause and offence by a test's place in `tests`."""
from mpitcheck.judge.blame import is_on_purpose

_TWINS = {"desc": "name", "desc_len": "name_len"}
UNDER = " with "  # in a predicate, before the condition under which a call does not survive
_RANDOM_SUITES = ("properties", "stress")  # whose tests state no condition


def _place_of_death(fact):
    """Of the frames those that tell one bug: the innermost, of an end on purpose with its caller; None if they are not known."""
    innermost = 2 if fact.seen == "SIGABRT" else 1
    frames = tuple(frame.partition(" ")[0] for frame in fact.frames[:innermost] if not frame.startswith("("))
    return frames if len(frames) == innermost else None


def _offences(causes, tests):
    """Target, cause and offence of each."""
    for place, its in causes.items():
        for cause, failure in its:
            yield tests[place].target, cause, failure


def _join(causes, tests, cause_for):
    """Gives each offence the cause that cause_for(target, cause, offence) answers."""
    for place, its in causes.items():
        its[:] = [(cause_for(tests[place].target, cause, failure), failure) for cause, failure in its]


def _join_deaths(causes, tests):
    """Functions that end the process at the same places of a target's library, and nowhere else, do so by one cause: that of the first. What
    was wanted of the calls does not matter: where each refusal ends the process they are many."""
    places = {}  # (target, cause) -> places of death
    for target, cause, failure in _offences(causes, tests):
        where = _place_of_death(failure.fact) if failure.is_deadly else None
        if where and cause.predicate.startswith("survives"):
            places.setdefault((target, cause), set()).add(where)
    first = {}
    for target, cause in sorted(places):
        first.setdefault((target, cause[2:], frozenset(places[target, cause])), cause)

    def first_there(target, cause, _):
        where = places.get((target, cause))
        return first[target, cause[2:], frozenset(where)] if where else cause
    _join(causes, tests, first_there)


def _join_conditions(causes, tests):
    """A function that ends the process without the condition does so for the same reason under it.
    What random sequences find states no condition: it joins what other tests find under one, if
    these find nothing without."""
    always, under = set(), {}
    for place, its in causes.items():
        for cause, _ in its:
            predicate, *condition = cause.predicate.split(UNDER)
            plain = cause._replace(predicate=predicate)
            if condition:
                under.setdefault((tests[place].target, plain), set()).add(cause)
            elif tests[place].suite not in _RANDOM_SUITES:
                always.add((tests[place].target, plain))

    def of_condition(target, cause, _):
        plain = cause._replace(predicate=cause.predicate.partition(UNDER)[0])
        found = under.get((target, plain), ())
        if (target, plain) in always:
            return plain
        return next(iter(found)) if cause == plain and len(found) == 1 else cause
    _join(causes, tests, of_condition)


def _join_to_handler(causes, tests):
    """Where refused calls are seen to go through an error handler of MPI, which ends processes on purpose, that is how they end."""
    seen = {target: cause for target, cause, failure in _offences(causes, tests) if failure.clause == "general-failure-no-errhandler"}

    def of_handler(target, cause, failure):
        on_purpose = failure.is_deadly and failure.fact and is_on_purpose(failure.fact.seen)
        was_refused = (cause.predicate.startswith("survives MPI_T_ERR_")
                       or failure.clause == "general-failure-not-fatal")
        return seen.get(target, cause) if on_purpose and was_refused else cause
    _join(causes, tests, of_handler)


def _found(causes, tests):
    return {(target, failure.clause, cause) for target, cause, failure in _offences(causes, tests)}


def _join_unchecked(causes, tests):
    """Wrong calls that end the process lack the same check as those that are let pass against the same clause."""
    found = _found(causes, tests)

    def of_let_pass(target, cause, failure):
        let_pass = cause._replace(predicate=cause.predicate.replace("survives", "code"), answer="MPI_SUCCESS")
        return let_pass if cause.answer == "ends" and (target, failure.clause, let_pass) in found else cause
    _join(causes, tests, of_let_pass)


def _join_granted(causes, tests):
    """A call that is granted where just one error is wanted of its function is granted for that reason where any error would do."""
    granted = {}
    for target, cause, _ in _offences(causes, tests):
        if cause.answer == "MPI_SUCCESS" and cause.predicate.startswith("code MPI_T_ERR_"):
            granted.setdefault((target, cause.about), set()).add(cause)

    def of_one_error(target, cause, _):
        found = granted.get((target, cause.about), ())
        return next(iter(found)) if (cause.predicate, cause.answer) == ("code", "MPI_SUCCESS") and len(found) == 1 else cause
    _join(causes, tests, of_one_error)


def _join_refusals(causes, tests):
    """A function that refuses with one wrong code where this or that is wanted does so for the reason that another finding has of it, with
    just that wanted first: success, or an error."""
    refused = {}  # (target, function, cause) -> offences
    for target, cause, failure in _offences(causes, tests):
        if failure.fact and cause.predicate.startswith("code") and cause.answer.startswith("MPI_T_ERR_"):
            refused.setdefault((target, failure.fact.function, cause), []).append(failure)

    def others(target, function, cause):
        """What else its offences could be."""
        wanted = [set(failure.fact.wanted) for failure in refused[target, function, cause]]
        return [other for where, who, other in refused if (where, who) == (target, function) and other != cause
                and other[2:] == cause[2:] and all((other.predicate.partition(" ")[2] or "MPI_SUCCESS") in codes for codes in wanted)]
    first = {key: found for key in refused if (found := others(*key))}

    def of_root(target, cause, failure):
        key = (target, failure.fact.function, cause) if failure.fact else None
        roots = [other for other in first.get(key, ()) if (*key[:2], other) not in first]
        return roots[0] if len(roots) == 1 else cause
    _join(causes, tests, of_root)


def _join_texts(causes, tests):
    """A query has one piece of code for both its texts: what is wrong with each in the same way against the same rule is one bug."""
    found = _found(causes, tests)

    def of_name(target, cause, failure):
        twin = cause._replace(about=_TWINS.get(cause.about, ""))
        return twin if (target, failure.clause, twin) in found else cause
    _join(causes, tests, of_name)


def _join_answers(causes, tests):
    """One output of one function that is wrong against the same rule here in this way and there in
    that way (too small, too large, not as before) is one bug."""
    first = {}

    def first_answer(target, cause, failure):
        is_answer = cause.predicate in ("value", "as before")
        return first.setdefault((target, failure.clause, cause.about), cause) if is_answer else cause
    _join(causes, tests, first_answer)


def _join_hangs(causes, tests):
    """A function that hangs here and ends the process there has one bug: a library may catch the fault itself, and hang in its handler."""
    ends = {}
    for target, cause, failure in _offences(causes, tests):
        if failure.is_deadly and failure.fact and cause.answer == "ends":
            ends.setdefault((target, failure.fact.function, cause.optional), set()).add(cause)

    def of_end(target, cause, failure):
        found = ends.get((target, failure.fact.function, cause.optional), ()) if failure.fact and cause.answer == "hangs" else ()
        return next(iter(found)) if len(found) == 1 else cause
    _join(causes, tests, of_end)


def _join_factless(causes, tests):
    """Suites that compare with an oracle tell no Fact; what they find of a rule is what others do, if these find one thing."""
    stated = {}
    for target, cause, failure in _offences(causes, tests):
        if failure.fact:
            stated.setdefault((target, failure.clause), set()).add(cause)

    def of_stated(target, cause, failure):
        found = stated.get((target, failure.clause), ())
        return next(iter(found)) if not failure.fact and len(found) == 1 else cause
    _join(causes, tests, of_stated)


def join_all(causes, tests):
    for join in (_join_conditions, _join_unchecked, _join_deaths, _join_to_handler, _join_hangs,
                 _join_answers, _join_texts, _join_granted, _join_refusals, _join_factless):
        join(causes, tests)
