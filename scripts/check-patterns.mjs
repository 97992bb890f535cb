// Checks that every regular expression in the product runs in linear time, and that no function has more lines than a
// reader can see at once. Most expressions match external text, where a quadratic one could take minutes of CPU time for
// a request of 1 MB.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";

// Without this it starts a Java or native process when it finds one.
process.env.RECHECK_BACKEND = "pure";
const { checkSync } = await import("recheck");

const folders = ["contract", "api", "app"];

const maxLines = 60;
/** Longer functions of the shell and the lists, whose parts would make their scripts larger. Please add none. */
const longFunctions = [
  "app/components/form/form-frame.tsx FormFrame",
  "app/components/list/list-table.tsx Table",
  "app/routes/approvals/list.tsx listOf",
  "app/routes/approvals/parts/decisions.tsx ApproveForm",
  "app/routes/shell.tsx Shell",
];

const sourceOf = (file) => ts.createSourceFile(file, readFileSync(file, "utf8"), ts.ScriptTarget.Latest, true);

/** Returns the functions that are too long, without those inside of them. */
function longFunctionsIn(source) {
  const found = [];
  const visit = (node) => {
    const lines = lineOf(source, node.getEnd()) - lineOf(source, node.getStart()) + 1;
    if (lines <= maxLines) return;
    if (!ts.isFunctionLike(node)) return void ts.forEachChild(node, visit);
    const name = (node.name ?? node.parent.name)?.getText() ?? "without a name";
    found.push({ line: lineOf(source, node.getStart()), lines, name: `${source.fileName} ${name}` });
  };
  visit(source);
  return found;
}

function patternsIn(source) {
  const file = source.fileName;
  const found = [];
  const visit = (node) => {
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf("/");
      found.push({
        file,
        line: lineOf(source, node.getStart()),
        source: node.text.slice(1, end),
        flags: node.text.slice(end + 1),
      });
    } else if (ts.isNewExpression(node) && node.expression.getText() === "RegExp") {
      found.push({ file, line: lineOf(source, node.getStart()), source: undefined });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

const lineOf = (source, position) => source.getLineAndCharacterOfPosition(position).line + 1;

/** Returns why a pattern is rejected; undefined for a linear one. */
function problemOf({ source, flags }) {
  if (source === undefined)
    return "is made while the program runs, so it cannot be checked. Please write it as a literal.";
  const { status, complexity } = checkSync(source, flags, { timeout: 60_000, attackTimeout: 60_000 });
  if (status === "vulnerable") return `/${source}/${flags} takes ${complexity.summary} time.`;
  return status === "safe" ? undefined : `/${source}/${flags} could not be checked.`;
}

const sources = folders.flatMap((folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(ts|tsx|mjs)$/.test(entry.name))
    .map((entry) => sourceOf(join(entry.parentPath, entry.name))),
);
const patterns = sources.flatMap(patternsIn);
const checked = new Map();
let refused = 0;
for (const pattern of patterns) {
  const key = `/${pattern.source}/${pattern.flags}`;
  if (!checked.has(key)) checked.set(key, problemOf(pattern));
  const problem = checked.get(key);
  if (!problem) continue;
  refused++;
  console.error(`${pattern.file}:${pattern.line} ${problem}`);
}
const long = sources.flatMap(longFunctionsIn);
for (const { line, lines, name } of long) {
  if (longFunctions.includes(name)) continue;
  refused++;
  console.error(
    `${name} (line ${line}) has ${lines} lines. Please give parts of it names, so that it has ${maxLines}.`,
  );
}
for (const name of longFunctions) {
  if (long.some((each) => each.name === name)) continue;
  refused++;
  console.error(`${name} is not too long any more. Please remove it from the list in scripts/check-patterns.mjs.`);
}
console.log(`${patterns.length} patterns, ${long.length} long functions, ${refused} refused`);
process.exit(refused > 0 ? 1 : 0);
