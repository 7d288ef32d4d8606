# SPDX-License-Identifier: BSD-3-Clause
"""What ci/install-deps prints where it cannot install."""
import os
import re
import subprocess
import tempfile

import pytest

_CI = os.path.realpath(os.path.join(os.path.dirname(__file__), *[os.pardir] * 2))


def _needed():
    """The packages that ci/install-deps may install."""
    with open(os.path.join(_CI, "install-deps"), encoding="utf-8") as file:
        lists = re.findall(r"(?:packages|mpis)\+?=\(([^)]*)\)", file.read())
    return sorted({name for each in lists for name in each.split() if not name.startswith('"')})


def _rows():
    """Debian's name -> the others."""
    with open(os.path.join(_CI, "tools", "package-names"), encoding="utf-8") as file:
        rows = [line.split() for line in file if not line.startswith("#")]
    return {row[0]: row[1:] for row in rows}


def _said(tool, system, version, *packages):
    with tempfile.NamedTemporaryFile("w", suffix=".os-release") as release:
        release.write(f'ID={system}\nVERSION_ID="{version}"\n')
        release.flush()
        environment = {
            **os.environ,
            "MPITCHECK_OS_RELEASE": release.name,
            "MPITCHECK_PACKAGE_TOOL": tool,
        }
        return subprocess.run(
            [os.path.join(_CI, "tools", "packages-elsewhere"), *packages],
            env=environment,
            stdout=subprocess.PIPE,
            text=True,
            check=True,
        ).stdout


def test_every_package_has_names():
    rows = _rows()
    assert len(_needed()) > 30
    assert [name for name in _needed() if name not in rows] == []
    assert {len(row) for row in rows.values()} == {7}


@pytest.mark.parametrize(
    "system, command",
    [
        (("dnf", "fedora", "43"), "dnf install -y gcc-c++ ninja-build python3-pyyaml"),
        (
            ("dnf", "rhel", "8.10"),
            "dnf install -y gcc-toolset-12-gcc-c++ ninja-build python3.11-pyyaml",
        ),
        (("zypper", "sles", "15.6"), "zypper install -y gcc13-c++ ninja python311-PyYAML"),
        (("pacman", "arch", ""), "pacman -S --needed --noconfirm gcc ninja python-yaml"),
        (("apk", "alpine", "3.20"), "apk add g++ samurai py3-yaml"),
    ],
    ids=["fedora", "rhel", "sles", "arch", "alpine"],
)
def test_the_command_uses_the_package_names_of_the_system(system, command):
    packages = ("g++", "ninja-build", "python3-yaml")
    assert f"Run: sudo {command}\n" in _said(*system, *packages)


def test_homebrew_needs_no_root():
    said = _said("brew", "macos", "", "g++", "mpich", "libmpich-dev", "python3-yaml")
    assert "Run: brew install gcc mpich\n" in said
    assert "Not packaged for brew: python3-yaml" in said
    assert "macOS is not supported" in said


def test_missing_packages_are_listed_with_an_alternative():
    said = _said("dnf", "fedora", "43", "git", "librapidcheck-dev")
    assert "install -y git\n" in said
    assert "Not packaged for dnf: librapidcheck-dev" in said
    assert "-DMPITCHECK_FETCH_DEPS=ON" in said and "-DMPITCHECK_DEPS=DIR" in said
    assert "RapidCheck" not in _said("pacman", "arch", "", "git", "librapidcheck-dev")


def test_packages_contained_in_others_are_not_listed():
    assert "noconfirm mpich\n" in _said("pacman", "arch", "", "mpich", "libmpich-dev")


def test_unknown_package_managers_get_debian_names():
    assert "(Debian's names): git g++" in _said("xbps", "void", "", "git", "g++")
