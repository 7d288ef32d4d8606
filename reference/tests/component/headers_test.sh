#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# usage: headers_test.sh SOURCE CC CXX HEADER...: the headers for components compile without another before them: those that are
# installed, and these of reference/component.
set -euo pipefail
cd "$1"
cc=$2 cxx=$3
shift 3
for header in mpit/component.h mpit/mpit.h mpit/typed.h; do
  echo "#include <$header>" | "$cc" -x c -std=c11 -Wall -Werror -fsyntax-only -Ireference/include -
done
for header; do
  echo "#include \"reference/component/$header\"" | "$cxx" -x c++ -std=c++20 -Wall -Werror -fsyntax-only -I. -Ireference/include -
done
