/** Reads the part of GraphQL that is needed: operations without fragments, and types without descriptions. */

export type TypeRef =
  | { kind: "named"; name: string }
  | { kind: "list"; of: TypeRef }
  | { kind: "required"; of: TypeRef };

export type Value =
  | { kind: "variable"; name: string }
  | { kind: "constant"; value: unknown }
  | { kind: "list"; items: Value[] }
  | { kind: "object"; fields: Map<string, Value> };

export interface Selection {
  name: string;
  args: Map<string, Value>;
  /** Of the directive @idempotent. */
  idempotencyKey: Value | undefined;
  fields: Selection[];
}

export interface Operation {
  kind: "query" | "mutation";
  name: string;
  variables: Map<string, TypeRef>;
  fields: Selection[];
}

export interface FieldType {
  type: TypeRef;
  args: Map<string, TypeRef>;
}

export interface Schema {
  objects: Map<string, Map<string, FieldType>>;
  inputs: Map<string, Map<string, TypeRef>>;
  enums: Map<string, Set<string>>;
}

/** An error in an operation, with Shopify's code for it. */
export class GraphqlError extends Error {
  constructor(
    message: string,
    readonly code: string,
  ) {
    super(message);
  }
}

const token = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?|\w+|[!$():=@[\]{}]/g;

class Tokens {
  private at = 0;
  private readonly all: string[];
  constructor(text: string) {
    this.all = text.match(token) ?? [];
  }
  get next(): string | undefined {
    return this.all[this.at];
  }
  take(): string {
    const taken = this.all[this.at++];
    if (taken === undefined) throw new GraphqlError("syntax error, unexpected end of file", "parseError");
    return taken;
  }
  expect(wanted: string): void {
    const taken = this.take();
    if (taken !== wanted)
      throw new GraphqlError(`syntax error, unexpected ${taken}, expecting ${wanted}`, "parseError");
  }
  takes(wanted: string): boolean {
    if (this.next !== wanted) return false;
    this.at += 1;
    return true;
  }
  /** Between two brackets. */
  many<Item>(from: string, to: string, read: () => Item): Item[] {
    const items: Item[] = [];
    this.expect(from);
    while (!this.takes(to)) items.push(read());
    return items;
  }
}

function typeRef(tokens: Tokens): TypeRef {
  let type: TypeRef;
  if (tokens.takes("[")) {
    type = { kind: "list", of: typeRef(tokens) };
    tokens.expect("]");
  } else type = { kind: "named", name: tokens.take() };
  return tokens.takes("!") ? { kind: "required", of: type } : type;
}

function named<Item>(tokens: Tokens, read: () => Item): [string, Item] {
  const name = tokens.take();
  tokens.expect(":");
  return [name, read()];
}

function value(tokens: Tokens): Value {
  if (tokens.next === "[") return { kind: "list", items: tokens.many("[", "]", () => value(tokens)) };
  if (tokens.next === "{")
    return {
      kind: "object",
      fields: new Map(tokens.many("{", "}", () => named(tokens, () => value(tokens)))),
    };
  const taken = tokens.take();
  if (taken === "$") return { kind: "variable", name: tokens.take() };
  if (/^["\d-]/.test(taken) || ["true", "false", "null"].includes(taken))
    return { kind: "constant", value: JSON.parse(taken) };
  return { kind: "constant", value: taken };
}

function selection(tokens: Tokens): Selection {
  const name = tokens.take();
  const args = tokens.next === "(" ? tokens.many("(", ")", () => named(tokens, () => value(tokens))) : [];
  let idempotencyKey: Value | undefined;
  if (tokens.takes("@")) {
    tokens.expect("idempotent");
    idempotencyKey = new Map(tokens.many("(", ")", () => named(tokens, () => value(tokens)))).get("key");
  }
  const fields = tokens.next === "{" ? tokens.many("{", "}", () => selection(tokens)) : [];
  return { name, args: new Map(args), idempotencyKey, fields };
}

/** @throws GraphqlError */
export function parseOperation(text: string): Operation {
  const tokens = new Tokens(text);
  const kind = tokens.take();
  if (kind !== "query" && kind !== "mutation") throw new GraphqlError(`syntax error, unexpected ${kind}`, "parseError");
  const name = tokens.take();
  const variable = () => {
    tokens.expect("$");
    return named(tokens, () => typeRef(tokens));
  };
  const variables = new Map(tokens.next === "(" ? tokens.many("(", ")", variable) : []);
  return { kind, name, variables, fields: tokens.many("{", "}", () => selection(tokens)) };
}

export function parseSchema(text: string): Schema {
  const tokens = new Tokens(text);
  const schema: Schema = { objects: new Map(), inputs: new Map(), enums: new Map() };
  const args = () => (tokens.next === "(" ? tokens.many("(", ")", () => named(tokens, () => typeRef(tokens))) : []);
  const field = (): [string, FieldType] => {
    const name = tokens.take();
    const own = new Map(args());
    tokens.expect(":");
    return [name, { args: own, type: typeRef(tokens) }];
  };
  while (tokens.next !== undefined) {
    const kind = tokens.take();
    const name = tokens.take();
    if (kind === "type") schema.objects.set(name, new Map(tokens.many("{", "}", field)));
    else if (kind === "input")
      schema.inputs.set(name, new Map(tokens.many("{", "}", () => named(tokens, () => typeRef(tokens)))));
    else schema.enums.set(name, new Set(tokens.many("{", "}", () => tokens.take())));
  }
  return schema;
}
