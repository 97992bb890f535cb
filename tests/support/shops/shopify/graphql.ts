/** Runs operations of GraphQL against objects, and refuses what the schema does not have, in the words of Shopify. */
import {
  type FieldType,
  GraphqlError,
  type Operation,
  parseOperation,
  type Schema,
  type Selection,
  type TypeRef,
  type Value,
} from "./graphql-parser.ts";

export type Args = Record<string, unknown>;
/** Fields with arguments are functions of them. */
export type Root = Record<string, (args: Args, idempotencyKey: string | undefined) => unknown>;

/** Shopify refuses operations that may cost more, whatever the shop has. */
const highestCost = 1_000;

const shown = (type: TypeRef): string =>
  type.kind === "named" ? type.name : type.kind === "list" ? `[${shown(type.of)}]` : `${shown(type.of)}!`;
const nameOf = (type: TypeRef): string => (type.kind === "named" ? type.name : nameOf(type.of));
const isRequired = (type: TypeRef | undefined) => type?.kind === "required";

/**
 * @returns the data
 * @throws GraphqlError
 */
export function run(schema: Schema, roots: { query: Root; mutation: Root }, text: string, variables: Args): unknown {
  const operation = parseOperation(text);
  const rootType = operation.kind === "query" ? "QueryRoot" : "Mutation";
  checkFields(schema, rootType, operation.fields, operation);
  for (const [name, type] of operation.variables) checkInput(schema, type, variables[name], name, `$${name}`);
  const cost = costOf(schema, rootType, operation.fields, variables) + (operation.kind === "mutation" ? 10 : 0);
  if (cost > highestCost)
    throw new GraphqlError(
      `Query cost is ${cost}, which exceeds the single query max cost limit (${highestCost}).`,
      "MAX_COST_EXCEEDED",
    );
  return pick(schema, rootType, roots[operation.kind], operation.fields, variables);
}

function fieldOf(schema: Schema, type: string, { name }: Selection): FieldType {
  const field = schema.objects.get(type)?.get(name);
  if (!field) throw new GraphqlError(`Field '${name}' doesn't exist on type '${type}'`, "undefinedField");
  return field;
}

function checkFields(schema: Schema, type: string, fields: readonly Selection[], operation: Operation): void {
  for (const each of fields) {
    const field = fieldOf(schema, type, each);
    for (const [name, given] of each.args) {
      const wanted = field.args.get(name);
      if (!wanted)
        throw new GraphqlError(`Field '${each.name}' doesn't accept argument '${name}'`, "argumentNotAccepted");
      if (given.kind !== "variable") continue;
      const declared = operation.variables.get(given.name);
      const isSame = declared && [shown(declared), shown(declared).replace(/!$/, "")].includes(shown(wanted));
      if (!isSame) throw new GraphqlError(`Type mismatch on variable $${given.name}`, "variableMismatch");
    }
    for (const [name, wanted] of field.args)
      if (isRequired(wanted) && !each.args.has(name))
        throw new GraphqlError(
          `Field '${each.name}' is missing required arguments: ${name}`,
          "missingRequiredArguments",
        );
    const inner = nameOf(field.type);
    const isObject = schema.objects.has(inner);
    if (isObject !== each.fields.length > 0)
      throw new GraphqlError(`Field must have selections (field '${each.name}')`, "selectionMismatch");
    if (isObject) checkFields(schema, inner, each.fields, operation);
  }
}

const isScalar: Record<string, (value: unknown) => boolean> = {
  ID: (value) => typeof value === "string" && /^gid:\/\/shopify\/\w+\/\d+/.test(value),
  Int: (value) => Number.isInteger(value),
  Float: (value) => typeof value === "number" && Number.isFinite(value),
  Boolean: (value) => typeof value === "boolean",
  Money: (value) => /^\d+(\.\d+)?$/.test(String(value)),
  DateTime: (value) => typeof value === "string" && !Number.isNaN(Date.parse(value)),
  URL: (value) => typeof value === "string" && URL.canParse(value),
};

function checkInput(schema: Schema, type: TypeRef, value: unknown, path: string, variable: string): void {
  const wrong = (why: string) =>
    new GraphqlError(`Variable ${variable} was provided invalid value for ${path} (${why})`, "INVALID_VARIABLE");
  if (value === undefined || value === null) {
    if (isRequired(type)) throw wrong("Expected value to not be null");
    return;
  }
  if (type.kind === "required") {
    checkInput(schema, type.of, value, path, variable);
    return;
  }
  if (type.kind === "list") {
    if (!Array.isArray(value)) throw wrong("Expected a list");
    for (const [i, each] of value.entries()) checkInput(schema, type.of, each, `${path}.${i}`, variable);
    return;
  }
  const choices = schema.enums.get(type.name);
  if (choices && !choices.has(String(value)))
    throw wrong(`Expected "${value}" to be one of: ${[...choices].join(", ")}`);
  const fields = schema.inputs.get(type.name);
  if (!fields) {
    const isRight = isScalar[type.name] ?? ((given: unknown) => typeof given === "string");
    if (!choices && !isRight(value)) throw wrong(`Could not coerce value ${JSON.stringify(value)} to ${type.name}`);
    return;
  }
  if (typeof value !== "object") throw wrong("Expected an object");
  for (const name of Object.keys(value)) if (!fields.has(name)) throw wrong(`Field is not defined on ${type.name}`);
  for (const [name, wanted] of fields) checkInput(schema, wanted, (value as Args)[name], `${path}.${name}`, variable);
}

/** As Shopify describes it: a point for every object, and for connections as many as they may return, and two. */
function costOf(schema: Schema, type: string, fields: readonly Selection[], variables: Args): number {
  let cost = 0;
  for (const each of fields) {
    const inner = nameOf(fieldOf(schema, type, each).type);
    if (!schema.objects.has(inner) || inner === "PageInfo") continue;
    const own = costOf(schema, inner, each.fields, variables);
    const first = each.args.get("first");
    const times = first ? Number(valueIn(first, variables)) : 1;
    const isConnection = inner.endsWith("Connection");
    if (isConnection && !first) throw new GraphqlError("you must provide one of first or last", "BAD_REQUEST");
    if (times > 250) throw new GraphqlError(`first cannot exceed 250`, "BAD_REQUEST");
    // The nodes are counted by their connection.
    cost += each.name === "nodes" ? own + 1 : isConnection ? 2 + times * own : times * (own + 1);
  }
  return cost;
}

function valueIn(value: Value, variables: Args): unknown {
  if (value.kind === "variable") return variables[value.name];
  if (value.kind === "constant") return value.value;
  if (value.kind === "list") return value.items.map((item) => valueIn(item, variables));
  return Object.fromEntries([...value.fields].map(([name, each]) => [name, valueIn(each, variables)]));
}

function pick(schema: Schema, type: string, from: object, fields: readonly Selection[], variables: Args): Args {
  return Object.fromEntries(
    fields.map((each) => {
      const field = fieldOf(schema, type, each);
      const args = Object.fromEntries([...each.args].map(([name, value]) => [name, valueIn(value, variables)]));
      const key = each.idempotencyKey && String(valueIn(each.idempotencyKey, variables) ?? "");
      const found = (from as Args)[each.name];
      const value = typeof found === "function" ? found.call(from, args, key) : found;
      return [each.name, complete(schema, field.type, value, each, variables)];
    }),
  );
}

function complete(schema: Schema, type: TypeRef, value: unknown, each: Selection, variables: Args): unknown {
  if (value === undefined || value === null) {
    if (isRequired(type)) throw new Error(`The test shop has no ${each.name}.`);
    return null;
  }
  if (type.kind === "required") return complete(schema, type.of, value, each, variables);
  if (type.kind === "list") return (value as unknown[]).map((item) => complete(schema, type.of, item, each, variables));
  return schema.objects.has(type.name) ? pick(schema, type.name, value as object, each.fields, variables) : value;
}

/** A page of a list, after the item with that cursor. */
export function connection<Item>(items: readonly Item[], { first, after }: Args, cursorOf?: (item: Item) => string) {
  const size = Number(first ?? 0);
  const encoded = (item: Item, i: number) =>
    Buffer.from(cursorOf?.(item) ?? String(i).padStart(9, "0")).toString("base64");
  const decoded = typeof after === "string" ? Buffer.from(after, "base64").toString() : "";
  const rest = items
    .map((item, i) => ({ item, cursor: encoded(item, i) }))
    .filter(({ cursor }) => Buffer.from(cursor, "base64").toString() > decoded);
  const page = rest.slice(0, size);
  return {
    nodes: page.map(({ item }) => item),
    pageInfo: { hasNextPage: rest.length > size, endCursor: page.at(-1)?.cursor ?? null },
  };
}
