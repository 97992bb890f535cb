// Checks that the links of the documentation lead somewhere, and that the files and folders it names exist.
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

/** Pages of areas say at their top where a newcomer begins. */
function problemOfOpening(page, text) {
  if (!page.startsWith("docs/areas/") || page.endsWith("README.md")) return undefined;
  return text.split("\n\n")[1]?.includes("Begin reading at `")
    ? undefined
    : `${page}: the first paragraph says what people do, which record is in the middle, and at which file to begin reading`;
}

const pages = files.filter((file) => file.endsWith(".md"));
const problems = pages.flatMap((page) => {
  const text = textOf(page);
  return [
    problemOfOpening(page, text),
    ...[...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, address]) => problemOfLink(page, address)),
    ...[...text.matchAll(/`([^`\n]+)`/g)].map(([, path]) => problemOfPath(page, path)),
  ].filter(Boolean);
});
for (const problem of problems) console.log(problem);
console.log(`${pages.length} pages, ${problems.length} problems`);
process.exit(problems.length > 0 ? 1 : 0);
