// Checks that every regular expression in the product runs in linear time. Most of them match external text, where a
// quadratic one could take minutes of CPU time for a request of 1 MB.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";

// Without this it starts a Java or native process when it finds one.
process.env.RECHECK_BACKEND = "pure";
const { checkSync } = await import("recheck");

const folders = ["contract", "api", "app"];

function patternsIn(file) {
  const source = ts.createSourceFile(file, readFileSync(file, "utf8"), ts.ScriptTarget.Latest, true);
  const found = [];
  const visit = (node) => {
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf("/");
      found.push({
        file,
        line: lineOf(source, node),
        source: node.text.slice(1, end),
        flags: node.text.slice(end + 1),
      });
    } else if (ts.isNewExpression(node) && node.expression.getText() === "RegExp") {
      found.push({ file, line: lineOf(source, node), source: undefined });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

const lineOf = (source, node) => source.getLineAndCharacterOfPosition(node.getStart()).line + 1;

/** Returns why a pattern is rejected; undefined for a linear one. */
function problemOf({ source, flags }) {
  if (source === undefined)
    return "is made while the program runs, so it cannot be checked. Please write it as a literal.";
  const { status, complexity } = checkSync(source, flags, { timeout: 60_000, attackTimeout: 60_000 });
  if (status === "vulnerable") return `/${source}/${flags} takes ${complexity.summary} time.`;
  return status === "safe" ? undefined : `/${source}/${flags} could not be checked.`;
}

const files = folders.flatMap((folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(ts|tsx|mjs)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name)),
);
const patterns = files.flatMap(patternsIn);
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
console.log(`${patterns.length} patterns, ${refused} refused`);
process.exit(refused > 0 ? 1 : 0);
