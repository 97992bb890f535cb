/**
 * Examines schemas of the contract from an attacker's view: which texts and lists are unbounded, and inputs that fill
 * every field.
 */
import type { z } from "zod";

/** The parts of a schema's definition that are used here. */
type Def = { type: string; format?: string; checks?: { _zod: { def: { check: string } } }[] } & Record<string, unknown>;
type Schema = z.core.$ZodType;

const defOf = (schema: Schema) => schema._zod.def as unknown as Def;
const inner = ["optional", "nullable", "default", "prefault", "catch", "nonoptional", "readonly"];
/** Types that are neither texts nor lists, or have a closed list of values. */
const bounded = ["number", "int", "boolean", "literal", "enum", "null", "undefined", "transform", "unknown"];
/** Formats whose patterns only match texts of a fixed length. */
const fixedFormats = ["guid", "uuid", "date"];

const hasCheck = ({ checks = [] }: Def, ...names: string[]) =>
  checks.some((check) => names.includes(check._zod.def.check));

/** Returns the paths of texts and lists in a schema that have no maximum. */
export function unboundedIn(schema: Schema, path: string): string[] {
  const def = defOf(schema);
  const { type } = def;
  if (type === "object")
    return Object.entries(def.shape as Record<string, Schema>).flatMap(([name, field]) =>
      unboundedIn(field, `${path}.${name}`),
    );
  if (type === "array")
    return [...(hasCheck(def, "max_length") ? [] : [`${path}[]`]), ...unboundedIn(def.element as Schema, `${path}[]`)];
  if (type === "string")
    return hasCheck(def, "max_length", "length_equals") || fixedFormats.includes(def.format ?? "") ? [] : [path];
  if (type === "union") return (def.options as Schema[]).flatMap((option) => unboundedIn(option, path));
  if (type === "pipe")
    return [...unboundedIn(def.in as Schema, path), ...unboundedAfter(def.in as Schema, def.out as Schema, path)];
  if (inner.includes(type)) return unboundedIn(def.innerType as Schema, path);
  return bounded.includes(type) ? [] : [`${path}: ${type}`];
}

/** The second half of a pipe receives values that the first half has limited. */
function unboundedAfter(first: Schema, second: Schema, path: string): string[] {
  const def = defOf(second);
  if (def.type === "string" && defOf(first).type === "string") return [];
  if (def.type === "array" && ["array", "pipe"].includes(defOf(first).type))
    return unboundedIn(def.element as Schema, `${path}[]`);
  if (def.type === "pipe")
    return [
      ...unboundedAfter(first, def.in as Schema, path),
      ...unboundedAfter(def.in as Schema, def.out as Schema, path),
    ];
  return unboundedIn(second, path);
}

/** Returns a value of the schema's shape, with `leaf` for every text and number, and `list` for every list. */
export function filled(schema: Schema, leaf: unknown, list: (item: unknown) => unknown = (item) => [item]): unknown {
  const def = defOf(schema);
  if (def.type === "object")
    return Object.fromEntries(
      Object.entries(def.shape as Record<string, Schema>).map(([name, field]) => [name, filled(field, leaf, list)]),
    );
  if (def.type === "pipe") {
    const [first, second] = [def.in as Schema, def.out as Schema];
    return filled(defOf(first).type === "array" || defOf(first).type === "transform" ? second : first, leaf, list);
  }
  if (def.type === "array") return list(filled(def.element as Schema, leaf, list));
  if (def.type === "union") return filled((def.options as Schema[])[0] as Schema, leaf, list);
  return inner.includes(def.type) ? filled(def.innerType as Schema, leaf, list) : leaf;
}

export const signs = [
  "<",
  ">",
  "&",
  " ",
  "\n",
  "a",
  "0",
  "9",
  "-",
  ".",
  ",",
  "@",
  "/",
  ":",
  "(",
  "[",
  '"',
  "'",
  "\\",
  "=",
  "%",
  "$",
  "é",
  "\u0000",
];
