# SPDX-License-Identifier: BSD-3-Clause
"""Texts stand out from what is behind them, by day and by night. Print and narrow screens have
rules of their own."""
import re

import pytest

from mpitcheck.judge.model import Verdict
from mpitcheck.process.files import asset
from mpitcheck.report.text import symbol

_TEXT, _SIGN = 4.5, 3.0  # WCAG 2.2, AA: 1.4.3 and 1.4.11
_BEHIND = ("page", "raised", "hover")
# A text and what it stands on.
_PAIRS = (
    [(text, behind) for text in ("text", "muted", "link") for behind in _BEHIND]
    + [("pass", "page"), ("pass", "raised")]
    + [
        (word, f"{word}-bg")
        for word in ("fail", "crash", "timeout", "leave", "error", "warn", "quality", "lost")
    ]
    + [("pass", "held-bg")]
)


def _colours(css):
    """Light and dark: name -> (red, green, blue)."""

    def named(text):
        return {
            name: tuple(int(value[i : i + 2], 16) for i in (0, 2, 4))
            for name, value in re.findall(r"--([\w-]+): #([0-9a-f]{6})\b", text)
        }

    short = re.sub(
        r"#([0-9a-f])([0-9a-f])([0-9a-f])\b(?![0-9a-f])",
        r"#\1\1\2\2\3\3",
        css.partition("@media print")[0],
    )
    dark = "".join(re.findall(r"prefers-color-scheme: dark\) \{(.*?\})\s*\}", short, re.DOTALL))
    light = named(
        re.sub(r"@media \(prefers-color-scheme: dark\) \{.*?\}\s*\}", "", short, flags=re.DOTALL)
    )
    return light, {**light, **named(dark)}


def _sides():
    """Of both files together: each has a print section of its own."""
    files = [_colours(asset(f"report/{name}.css")) for name in ("page", "grid")]
    return [{name: colour for sides in files for name, colour in sides[i].items()} for i in (0, 1)]


def _luminance(colour):
    parts = [value / 255 for value in colour]
    linear = [
        value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4 for value in parts
    ]
    return sum(share * value for share, value in zip((0.2126, 0.7152, 0.0722), linear))


def contrast(one, other):
    darker, lighter = sorted(map(_luminance, (one, other)))
    return (lighter + 0.05) / (darker + 0.05)


CSS = "".join(map(asset, ("report/page.css", "report/grid.css", "site/site.css")))


@pytest.mark.parametrize("text, behind", _PAIRS)
@pytest.mark.parametrize("side", ["light", "dark"])
def test_texts_have_contrast(side, text, behind):
    colours = dict(zip(("light", "dark"), _sides()))[side]
    assert contrast(colours[text], colours[behind]) >= _TEXT


@pytest.mark.parametrize("behind", _BEHIND)
@pytest.mark.parametrize("side", ["light", "dark"])
def test_a_focus_has_contrast(side, behind):
    colours = dict(zip(("light", "dark"), _sides()))[side]
    assert contrast(colours["focus"], colours[behind]) >= _SIGN


def test_known_contrasts():
    assert contrast((0, 0, 0), (255, 255, 255)) == pytest.approx(21, abs=5e-8)
    assert contrast((119, 119, 119), (255, 255, 255)) == pytest.approx(4.48, abs=5e-3)


@pytest.mark.parametrize("verdict", Verdict)
def test_each_verdict_has_a_style(verdict):
    assert f'.{verdict.word} {{ --sign: "{symbol(verdict)}"' in CSS


def test_a_focus_is_seen():
    assert ":focus-visible { outline: 2px solid var(--focus)" in CSS
    assert ".skip:focus" in CSS


def test_print_and_narrow_screens_have_rules():
    own = asset("site/site.css")
    assert "@media print" in own
    assert "@media (max-width: 40rem)" in own


def test_the_style_loads_nothing():
    assert "url(" not in CSS
    assert "@import" not in CSS
