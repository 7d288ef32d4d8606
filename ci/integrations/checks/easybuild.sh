#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Installs by EasyBuild what has the shape of the archive, or ARCHIVE: easybuild.sh CI-FOLDER SCRATCH [ARCHIVE]
set -euo pipefail
ci=$1 scratch=$2 archive=${3:-}
mkdir -p "$scratch"/sources
name=mpitcheck-0.1.0-$(uname -m)
if [ -z "$archive" ]; then
  mkdir -p "$scratch/$name"/{bin,source/conformance,source/third-party}
  cp "$ci/integrations/checks/stand_in" "$scratch/$name/bin/mpitcheck"
  touch "$scratch/$name"/{bin/mpitcheck-executor,source/conformance/file,source/third-party/file}
  archive=$scratch/sources/$name.tar.gz
  tar -czf "$archive" -C "$scratch" "$name"
else
  cp "$archive" "$scratch/sources/$name.tar.gz"
fi
sum=$(sha256sum "$archive")
sed "s/'SUM'/'${sum%% *}'/" "$ci/integrations/easybuild/mpitcheck-0.1.0.eb" >"$scratch/mpitcheck-0.1.0.eb"

export CALLED=$scratch/called
if ! eb "$scratch/mpitcheck-0.1.0.eb" --prefix "$scratch/eb" --sourcepath "$scratch/sources" --robot-paths "$scratch" \
  --allow-use-as-root-and-accept-consequences >"$scratch/log" 2>&1; then
  tail -n 30 "$scratch/log"
  exit 1
fi
[ -x "$scratch/eb/software/mpitcheck/0.1.0/bin/mpitcheck" ]
find "$scratch/eb/modules" -path '*mpitcheck/0.1.0*' | grep -q .
