// Checks that route files export only what Remix uses: any other export would put server code into the browser build.
import { readFileSync } from "node:fs";
import ts from "typescript";

const allowed = new Set([
  "default",
  "loader",
  "action",
  "clientLoader",
  "clientAction",
  "meta",
  "links",
  "handle",
  "headers",
  "shouldRevalidate",
  "HydrateFallback",
  "ErrorBoundary",
  "Layout",
]);

/** Returns the names of the values that a module exports; types do not appear in a build. */
function exportedValues(file) {
  const source = ts.createSourceFile(file, readFileSync(file, "utf8"), ts.ScriptTarget.Latest, true);
  return source.statements.flatMap((statement) => {
    if (ts.isExportAssignment(statement)) return ["default"];
    if (ts.isExportDeclaration(statement)) return statement.isTypeOnly ? [] : namesIn(statement.exportClause);
    if (!isExported(statement) || ts.isInterfaceDeclaration(statement) || ts.isTypeAliasDeclaration(statement))
      return [];
    if (statement.modifiers.some(({ kind }) => kind === ts.SyntaxKind.DefaultKeyword)) return ["default"];
    if (ts.isVariableStatement(statement))
      return statement.declarationList.declarations.map(({ name }) => name.getText());
    return [statement.name.text];
  });
}

const isExported = (statement) =>
  statement.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) ?? false;

function namesIn(clause) {
  if (!clause || !ts.isNamedExports(clause)) return ["*"];
  return clause.elements.filter(({ isTypeOnly }) => !isTypeOnly).map(({ name }) => name.text);
}

const table = readFileSync("app/routes.ts", "utf8");
const files = ["app/root.tsx", ...[...table.matchAll(/"(routes\/[^"]+\.tsx?)"/g)].map(([, path]) => `app/${path}`)];
const problems = files.flatMap((file) =>
  exportedValues(file)
    .filter((name) => !allowed.has(name))
    .map((name) => `${file} exports ${name}`),
);
for (const problem of problems) console.error(problem);
console.log(`${files.length} route files, ${problems.length} exports too many`);
process.exit(problems.length > 0 ? 1 : 0);
