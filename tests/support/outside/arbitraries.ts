/** Makes requests from the OpenAPI document alone: most of them are as it says, some are not. */
import fc from "fast-check";
import type { Described, Schema } from "./answers.ts";

export interface MadeRequest {
  path: Record<string, unknown>;
  query: Record<string, unknown>;
  body: unknown;
}

/** Values of existing records, because ids that nobody has reach little. */
export interface Known {
  uuids: string[];
  /** Ids of records are numbers from 1 up to here. */
  mostId: number;
}

const junk = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    "",
    " ",
    "0",
    -1,
    1.5,
    1e308,
    2 ** 53,
    true,
    [],
    {},
    [null],
    "\u0000",
    "\ud800",
    "'; --",
  ),
  fc.string({ unit: "binary", maxLength: 40 }),
  fc.jsonValue({ maxDepth: 2 }),
);

export function requestsTo({ parameters = [], requestBody }: Described, known: Known): fc.Arbitrary<MadeRequest> {
  const within = (place: string) =>
    fc.record(
      Object.fromEntries(
        parameters.filter((one) => one.in === place).map(({ name, schema }) => [name, valueFor(schema, name, known)]),
      ),
      { requiredKeys: parameters.filter((one) => one.in === place && one.required).map(({ name }) => name) as never[] },
    );
  const [content] = Object.values(requestBody?.content ?? {});
  return fc.record({
    path: within("path"),
    query: within("query"),
    body: content ? valueFor(content.schema, "", known) : fc.constant(undefined),
  });
}

/** A value that the schema allows, or, one time in forty at each place, any other. */
function valueFor(schema: Schema, name: string, known: Known): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 39, arbitrary: allowedBy(schema, name, known) }, { weight: 1, arbitrary: junk });
}

function allowedBy(schema: Schema, name: string, known: Known): fc.Arbitrary<unknown> {
  const choices = (schema.anyOf ?? schema.oneOf) as Schema[] | undefined;
  if (choices) return fc.oneof(...choices.map((one) => valueFor(one, name, known)));
  if ("const" in schema) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...(schema.enum as unknown[]));
  switch (schema.type) {
    case "object":
      return objectOf(schema, known);
    case "array":
      return fc.array(valueFor(schema.items as Schema, name, known), {
        minLength: (schema.minItems as number) ?? 0,
        maxLength: Math.min((schema.maxItems as number) ?? 3, Math.max(3, (schema.minItems as number) ?? 0)),
      });
    case "string":
      return textOf(schema, known);
    case "integer":
    case "number":
      return numberOf(schema, name, known);
    case "boolean":
      return fc.boolean();
    case "null":
      return fc.constant(null);
    default:
      return junk;
  }
}

function objectOf(schema: Schema, known: Known): fc.Arbitrary<unknown> {
  const { properties = {}, required = [] } = schema as { properties?: Record<string, Schema>; required?: string[] };
  const fields = Object.fromEntries(
    Object.entries(properties).map(([name, one]) => [
      name,
      // A command without its id gets no further.
      name === "Id" ? fc.uuid({ version: 4 }) : valueFor(one, name, known),
    ]),
  );
  return fc.record(fields, { requiredKeys: required.filter((name) => name in fields) as never[] });
}

function textOf(schema: Schema, { uuids }: Known): fc.Arbitrary<string> {
  const {
    format,
    pattern,
    minLength = 0,
    maxLength = 60,
  } = schema as {
    format?: string;
    pattern?: string;
    minLength?: number;
    maxLength?: number;
  };
  if (format === "uuid") return fc.oneof(fc.constantFrom(...uuids), fc.uuid({ version: 4 }));
  if (format === "date-time")
    return fc
      .date({ noInvalidDate: true, min: new Date("1970-01-01"), max: new Date("2100-01-01") })
      .map((at) => at.toISOString());
  if (format === "date")
    return fc
      .date({ noInvalidDate: true, min: new Date("1970-01-01"), max: new Date("2100-01-01") })
      .map((at) => at.toISOString().slice(0, 10));
  if (format === "uri") return fc.webUrl();
  if (pattern) return fc.stringMatching(new RegExp(pattern)).map((text) => text.slice(0, maxLength));
  const size = { minLength, maxLength: Math.min(maxLength, Math.max(60, minLength)) };
  return fc.oneof(
    fc.string({ ...size, unit: "grapheme" }),
    fc.constantFrom(
      "a@b.example",
      "<p>Text</p>",
      "AU",
      "WA",
      "6160",
      "51824753556",
      "066-102",
      "2026-03-02",
      "12.50",
      "https://a.example/x",
    ),
  );
}

function numberOf(schema: Schema, name: string, { mostId }: Known): fc.Arbitrary<number> {
  const { minimum, maximum, type } = schema as { minimum?: number; maximum?: number; type: string };
  const min = Math.max(minimum ?? -(2 ** 40), Number.MIN_SAFE_INTEGER);
  const max = Math.min(maximum ?? 2 ** 40, Number.MAX_SAFE_INTEGER);
  const small = fc.integer({ min: Math.ceil(Math.max(min, 0)), max: Math.floor(Math.min(max, mostId)) });
  const any =
    type === "integer"
      ? fc.integer({ min: Math.ceil(Math.max(min, -(2 ** 31))), max: Math.floor(Math.min(max, 2 ** 31)) })
      : fc.double({ min, max, noNaN: true });
  const edges = fc.constantFrom(min, max);
  return /ids?$/i.test(name)
    ? fc.oneof({ weight: 9, arbitrary: small }, { weight: 1, arbitrary: any })
    : fc.oneof(small, any, edges);
}
