#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# usage: headers_test.sh SOURCE CC CXX: each header for components compiles without another before it.
set -euo pipefail
cd "$1"
for header in mpit/component.h mpit/mpit.h mpit/typed.h; do
  echo "#include <$header>" | "$2" -x c -std=c11 -Wall -Werror -fsyntax-only -Ireference/include -
done
for header in reference/component/*.hpp; do
  echo "#include \"$header\"" | "$3" -x c++ -std=c++20 -Wall -Werror -fsyntax-only -I. -Ireference/include -
done
