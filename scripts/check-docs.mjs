// Checks that the links of the documentation lead somewhere, that the files and folders it names exist, and that the
// names in backticks, there and in comments, are names of the code.
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { basename, dirname, join, normalize } from "node:path";

const roots = ["api", "app", "bench", "contract", "demo", "deploy", "docs", "public", "scripts", "tests"];
/** Folders that exist only after something has run. */
const made = /^(build|node_modules|test-results|\.cache|\.data)(\/|$)/;

const filesIn = (folder) =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.name === "node_modules" || entry.name === "build") return [];
    return entry.isDirectory() ? filesIn(path) : [path];
  });
const files = [...readdirSync(".").filter((name) => statSync(name).isFile()), ...roots.flatMap(filesIn)];

/** The text without blocks of code. */
const textOf = (page) => readFileSync(page, "utf8").replace(/^```.*?^```/gms, "");

/** The anchors of a page's headings, as GitHub makes them. */
const anchorsOf = (page) =>
  [...textOf(page).matchAll(/^#+ (.*)$/gm)].map(([, heading]) =>
    heading
      .toLowerCase()
      .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
      .replace(/[^\p{L}\p{N}_\- ]/gu, "")
      .replaceAll(" ", "-"),
  );

function problemOfLink(page, address) {
  if (/^[a-z]+:/.test(address)) return undefined;
  const [path, anchor] = address.split("#");
  const target = path === "" ? page : normalize(join(dirname(page), path));
  if (!existsSync(target)) return `${page}: the link ${address} leads nowhere`;
  if (anchor && !anchorsOf(target).includes(anchor)) return `${page}: ${target} has no heading #${anchor}`;
  return undefined;
}

/** A path may begin anywhere in the project: `list-table.tsx`, `parts/form.tsx`, `app/lib/`. */
function problemOfPath(page, path) {
  const isFile = /^\w[\w.-]*(\/[\w.-]+)*\.(ts|tsx|mjs|css|md)$/.test(path);
  const isFolder = roots.includes(path.split("/")[0]) && /^[\w-]+(\/[\w.-]+)+\/?$/.test(path);
  if ((!isFile && !isFolder) || made.test(path) || existsSync(path)) return undefined;
  const isSomewhere = files.some((file) => file.endsWith(`/${path}`) || basename(file) === path);
  return isSomewhere ? undefined : `${page}: there is no ${path}`;
}

/** Drawings of sequences: every arrow joins declared participants, and the files that they name exist. */
function problemsOfSequences(page) {
  const drawings = [...readFileSync(page, "utf8").matchAll(/^```mermaid\nsequenceDiagram\n(.*?)^```/gms)];
  return drawings.flatMap(([, drawing]) => {
    const lines = drawing
      .trim()
      .split("\n")
      .map((line) => line.trim());
    const declared = new Set(lines.flatMap((line) => line.match(/^(?:participant|actor) (\w+) as /)?.[1] ?? []));
    const arrows = lines.filter((line) => !/^(participant|actor) /.test(line));
    const wrong = arrows.filter((line) => {
      const [, from, to] = line.match(/^(\w+)--?>>(\w+): \S/) ?? [];
      return !declared.has(from) || !declared.has(to);
    });
    const paths = [...drawing.matchAll(/[\w/-]+\.(?:ts|tsx|mjs)\b/g)].map(([path]) => path);
    return [
      ...wrong.map((line) => `${page}: this line of a drawing joins no two participants: ${line}`),
      ...paths.map((path) => problemOfPath(page, path)).filter(Boolean),
    ];
  });
}

/** Pages of areas say at their top where a newcomer begins. */
function problemOfOpening(page, text) {
  if (!page.startsWith("docs/areas/") || page.endsWith("README.md")) return undefined;
  return text.split("\n\n")[1]?.includes("Begin reading at `")
    ? undefined
    : `${page}: the first paragraph says what people do, which record is in the middle, and at which file to begin reading`;
}

const comment = /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/[^\n]*/g;
const word = /[\p{L}_$][\p{L}\p{N}_$]*/gu;
const sources = files
  .filter((file) => /\.([cm]?js|tsx?)$/.test(file))
  .map((file) => ({ file, text: readFileSync(file, "utf8") }));
const others = files.filter(
  (file) => file !== "package-lock.json" && /\.(json|css|sql|ya?ml|sh|conf)$|Dockerfile/.test(file),
);

/** Every word of the code without its comments, and of the paths. */
const words = new Set(
  [
    ...sources.map(({ text }) => text.replace(comment, " ")),
    ...others.map((file) => readFileSync(file, "utf8")),
    ...files,
  ].flatMap((text) => text.match(word) ?? []),
);

/** Names of other programs, parts of names, and examples. */
const foreign = new Set([
  ...["ANALYZE", "ExTax", "HydratedRouter", "IncTax", "NODE_EXTRA_CA_CERTS", "P12V3", "Person1Email", "ServerRouter"],
  ...["http_allowed_safe_ports", "http_request_host_is_external", "pg_dump", "reactRouter", "sanitize_title"],
]);

/** A name has a capital letter or a line within it; `page.orders` and `save()` are names, too. */
const problemsOfNames = (page, text) =>
  [...text.matchAll(/`([\w.]+)(?:\([^`\n]*\))?`/g)]
    .flatMap(([, names]) => names.split("."))
    .filter((name) => /^[A-Za-z]\w*[A-Z_]\w*$/.test(name) && !words.has(name) && !foreign.has(name))
    .map((name) => `${page}: \`${name}\` is no name in the code`);

const pages = files.filter((file) => file.endsWith(".md"));
const problems = pages.flatMap((page) => {
  const text = textOf(page);
  return [
    problemOfOpening(page, text),
    ...problemsOfSequences(page),
    ...[...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, address]) => problemOfLink(page, address)),
    ...[...text.matchAll(/`([^`\n]+)`/g)].map(([, path]) => problemOfPath(page, path)),
    ...problemsOfNames(page, text),
  ].filter(Boolean);
});
for (const { file, text } of sources) problems.push(...problemsOfNames(file, (text.match(comment) ?? []).join("\n")));
for (const problem of problems) console.log(problem);
console.log(`${pages.length} pages, ${problems.length} problems`);
process.exit(problems.length > 0 ? 1 : 0);
