# SPDX-License-Identifier: BSD-3-Clause
"""The beginning of a run's page as HTML: a sentence per target, then the findings.

It is complete without scripts. Scripts replace the short account of each finding by all details.
"""
from mpitcheck.judge.model import Finding, RunReport, Sighting
from mpitcheck.report.overview import Entry, Group, Section, sections, sentences
from mpitcheck.report.text import esc, sighting_line

_LONGEST = 300


def _account(sighting: Sighting) -> str:
    """Returns the rule, the expected and the actual result of a finding on one target."""
    example = sighting.examples[0]
    facts = [
        ("target", sighting.target),
        ("rule", example.rule),
        ("expected", example.expected),
        ("actual", example.actual),
    ]
    return (
        "<dl>"
        + "".join(
            f"<dt>{label}</dt><dd>{esc(text, _LONGEST)}</dd>" for label, text in facts if text
        )
        + "</dl>\n"
    )


def _finding(finding: Finding) -> str:
    word = finding.verdict.word
    places = "".join(
        f' <span class="where">{esc(sighting_line(sighting))}</span>'
        for sighting in finding.sightings
    )
    return (
        f'<details class="finding" id="{finding.id}"><summary><span class="{word} badge">{word}'
        f'</span> <span class="level">{esc(finding.level)}</span> <code>{finding.id}</code>'
        f' <span class="line">{esc(finding.line)}</span>{places}</summary>\n<div class="plain">'
        f'{"".join(map(_account, finding.sightings))}</div></details>\n'
    )


def _entry(entry: Entry) -> str:
    if not entry.consequences:
        return _finding(entry.finding)
    return (
        _finding(entry.finding) + '<details class="following"><summary>Follow from it:'
        f" <small>{len(entry.consequences)}</small></summary>\n"
        + "".join(map(_finding, entry.consequences))
        + "</details>\n"
    )


def _group(group: Group) -> str:
    entries = "".join(map(_entry, group.entries))
    if not group.function:
        return entries
    return f'<div class="group"><h4><code>{esc(group.function)}</code></h4>\n{entries}</div>\n'


def _section(section: Section) -> str:
    title = f"{section.title} <small>{len(section.findings)}</small>"
    groups = "".join(map(_group, section.groups))
    if section.is_folded:
        return f'<details class="folded"><summary>{title}</summary>\n{groups}</details>\n'
    return f"<h3>{title}</h3>\n{groups}"


def _sentence(text: str) -> str:
    label, colon, rest = text.partition(": ")
    return f"<li><strong>{esc(label)}</strong>{colon}{esc(rest)}</li>\n"


def first_screen(report: RunReport) -> str:
    differences = len(report.gate.findings) if report.gate else 0
    gate = (
        f'<p class="notice"><a href="#_gate">Differences from the expectations</a>:'
        f" {differences}</p>\n"
        if differences
        else ""
    )
    return (
        f'<ul class="sentences">\n{"".join(map(_sentence, sentences(report)))}</ul>\n{gate}'
        '<section aria-labelledby="_findings">\n<h2 id="_findings">Findings <small>'
        f"{len(report.counted_findings)}</small></h2>\n"
        + ("".join(map(_section, sections(report))) or "<p>None.</p>\n")
        + "</section>\n"
    )
