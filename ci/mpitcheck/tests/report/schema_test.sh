#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Validates sample reports: schema_test.sh WRITE_SAMPLE SCHEMA
set -eu
writer=$1 schema=$2
python=/usr/bin/python3 # the system's own, which sees Debian's packages
$python -c 'import jsonschema' 2>/dev/null || { echo "python3-jsonschema is missing: ci/install-deps installs it" >&2; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
for sample in small plausible gated gridded; do "$writer" $sample "$folder/$sample.json"; done
$python - "$schema" "$folder/small.json" "$folder/plausible.json" "$folder/gated.json" "$folder/gridded.json" <<'PYTHON'
import base64, json, sys, zlib
import jsonschema

schema = json.load(open(sys.argv[1], encoding="utf-8"))
jsonschema.Draft202012Validator.check_schema(schema)
validator = jsonschema.Draft202012Validator(schema)
def unpacked(report):
    report = json.loads(json.dumps(report))
    for key, columns in json.loads(zlib.decompress(base64.b64decode(report.pop("packed")))).items():
        for name, column in columns.items():
            for entry, value in zip(report[key], column):
                entry[name] = value
    return report

written = [json.load(open(path, encoding="utf-8")) for path in sys.argv[2:]]
reports = [unpacked(report) for report in written]
for report in written + reports:
    validator.validate(report)

def spoil(change, which=2):
    report = json.loads(json.dumps(reports[which]))
    change(report)
    assert not validator.is_valid(report), "the schema accepts a spoiled report"

spoil(lambda report: report.pop("footer"))
spoil(lambda report: report["tests"][0].update(verdict="good"))
spoil(lambda report: report["clauses"][0].update(id="<b>"))
spoil(lambda report: report["targets"][0].pop("counts"))
spoil(lambda report: report["tests"][0].pop("expected"))
spoil(lambda report: report["summary"]["gate"]["findings"][0].update(problem="odd"))
spoil(lambda report: report["tests"][0].update(line="x"))
spoil(lambda report: report["targets"][0]["grid"]["states"][0].update(outcomes="x"), 3)
print(f"{len(reports)} reports are valid, 8 spoiled ones are not")
PYTHON
