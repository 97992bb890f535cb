// Checks that no folders of the API need each other in a circle. The import rules see circles of files alone: two folders
// whose files have no circle can still be understood only together. The drawing of the shelves is compared with them.
import { existsSync, readFileSync } from "node:fs";
import { cruise } from "dependency-cruiser";
import extractOptions from "dependency-cruiser/config-utl/extract-depcruise-options";

/** Folders directly below these, and files directly in `api/`, each count as one. */
const shelves = ["core", "modules", "areas"];
const mostFloors = 12;

function folderOf(file) {
  const parts = file.split("/");
  const depth = shelves.includes(parts[1]) ? 3 : 2;
  return parts.slice(0, depth).join("/");
}

const { output } = await cruise(["api"], await extractOptions("./.dependency-cruiser.cjs"));
/** For each folder, the folders that it needs at run time, each with the file that needs it. */
const needs = new Map();
for (const { source, dependencies } of output.modules.filter(({ source }) => source.startsWith("api/"))) {
  const from = folderOf(source);
  if (!needs.has(from)) needs.set(from, new Map());
  for (const { resolved, dependencyTypes } of dependencies) {
    const to = folderOf(resolved);
    if (!resolved.startsWith("api/") || to === from || dependencyTypes.includes("type-only")) continue;
    needs.get(from).set(to, `${source} → ${resolved}`);
  }
}

const floors = new Map();
const path = [];
let circles = 0;

/** The length of the longest chain of folders that begins with this one. */
function floorOf(folder) {
  const known = floors.get(folder);
  if (known !== undefined) return known;
  if (path.includes(folder)) {
    circles++;
    const circle = [...path.slice(path.indexOf(folder)), folder];
    console.log(`Folders in a circle: ${circle.join(" → ")}`);
    for (const [i, from] of circle.slice(0, -1).entries()) console.log(`  ${needs.get(from).get(circle[i + 1])}`);
    return 0;
  }
  path.push(folder);
  const floor = 1 + Math.max(0, ...[...(needs.get(folder)?.keys() ?? [])].map(floorOf));
  path.pop();
  floors.set(folder, floor);
  return floor;
}

const highest = Math.max(...[...needs.keys()].map(floorOf));
if (highest > mostFloors)
  console.log(`The folders of the API stand on ${highest} floors, and ${mostFloors} are allowed.`);
/**
 * The boxes of the drawing from the highest to the lowest, each as the paths that it names. A box reads “areas: orders,
 * products”, and every line has an arrow from one box to the next.
 */
function boxesOf(page) {
  const [, drawing = ""] = readFileSync(page, "utf8").match(/^```mermaid\nflowchart TD\n(.*?)^```/ms) ?? [];
  const labels = new Map();
  const below = new Map();
  for (const line of drawing.trim().split("\n")) {
    const [, from, fromLabel, to, toLabel] = line.match(/^ *(\w+)(?:\["(.*?)"\])? --> (\w+)(?:\["(.*?)"\])?$/) ?? [];
    if (from === undefined) throw new Error(`${page}: the drawing of the shelves has a line that is no arrow: ${line}`);
    for (const [box, label] of [
      [from, fromLabel],
      [to, toLabel],
    ])
      if (label !== undefined) labels.set(box, label);
    below.set(from, to);
  }
  const highest = [...below.keys()].find((box) => ![...below.values()].includes(box));
  const boxes = [];
  for (let box = highest; box !== undefined; box = below.get(box)) boxes.push(pathsIn(labels.get(box) ?? box));
  return boxes;
}

function pathsIn(label) {
  const [shelf = "", names = ""] = label.split(": ");
  const folder = shelf === "api" || shelf.startsWith("api/") ? shelf : `api/${shelf}`;
  return names.split(", ").map((name) => (folder === "api/registries" ? `${folder}/${name}.ts` : `${folder}/${name}`));
}

/** What is wrong with the drawing, as sentences. */
function problemsOfDrawing(page) {
  const boxes = boxesOf(page);
  const levels = new Map(boxes.flatMap((paths, level) => paths.map((path) => [path, level])));
  const missing = [...levels.keys()].filter((path) => !existsSync(path));
  const upwards = [...needs].flatMap(([from, needed]) =>
    [...needed].filter(([to]) => levels.get(to) < levels.get(from)).map(([, example]) => example),
  );
  return [
    ...(boxes.length < 2 ? [`${page} has no drawing of the shelves.`] : []),
    ...missing.map((path) => `${page} draws ${path}, which does not exist.`),
    ...upwards.map((example) => `${page} draws it the other way round: ${example}`),
  ];
}

const problems = problemsOfDrawing("docs/mechanisms.md");
for (const problem of problems) console.log(problem);
console.log(`${needs.size} folders on ${highest} floors, ${circles} circles`);
process.exit(circles > 0 || highest > mostFloors || problems.length > 0 ? 1 : 0);
