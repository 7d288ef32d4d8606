#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Validates the sample: schema_test.sh WRITE_SAMPLE SCHEMA
set -eu
writer=$1 schema=$2
python=/usr/bin/python3 # the system's own, which sees Debian's packages
$python -c 'import jsonschema' 2>/dev/null || { echo "python3-jsonschema is missing: ci/install-deps installs it" >&2; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
"$writer" >"$folder/sample.json"
$python - "$schema" "$folder/sample.json" <<'PYTHON'
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
