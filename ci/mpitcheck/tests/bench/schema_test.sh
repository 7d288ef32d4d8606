#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Validates what mpitcheck bench --json writes of sample.json, compared with itself: schema_test.sh MPITCHECK
set -eu
here=$(cd "$(dirname "$0")" && pwd)
python=/usr/bin/python3 # the system's own, which sees Debian's packages
$python -c 'import jsonschema' 2>/dev/null || { echo "python3-jsonschema is missing: ci/install-deps installs it" >&2; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
code=0
"$1" bench --from "$here/sample.json" --against "$here/sample.json" --json "$folder/sample.json" >/dev/null || code=$?
[ $code -eq 3 ] # a benchmark of the sample failed
$python - "$here/../../src/mpitcheck/bench/bench.schema.json" "$folder/sample.json" <<'PYTHON'
import json, sys
import jsonschema

schema = json.load(open(sys.argv[1], encoding="utf-8"))
jsonschema.Draft202012Validator.check_schema(schema)
validator = jsonschema.Draft202012Validator(schema)
sample = json.load(open(sys.argv[2], encoding="utf-8"))
validator.validate(sample)

def spoil(change):
    report = json.loads(json.dumps(sample))
    change(report)
    assert not validator.is_valid(report), "the schema accepts a spoiled report"

spoil(lambda report: report.update(kind="run"))
spoil(lambda report: report["rows"][0].pop("baseline"))
spoil(lambda report: report["rows"][0]["ns"].pop("spread"))
spoil(lambda report: report["rows"][0]["ns"].pop("repetitions"))
spoil(lambda report: report["rows"][0].update(clock="wall"))
spoil(lambda report: report["series"][0]["fit"].pop("error"))
spoil(lambda report: report["comparison"]["changes"][0].update(verdict="maybe"))
spoil(lambda report: report["header"]["host"].update(name="box"))
print("the sample is valid, 8 spoiled ones are not")
PYTHON
