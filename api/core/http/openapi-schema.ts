/** Completes schemas of the contract in the OpenAPI document where the generator alone loses information. */
import { z } from "zod";

type Described = Parameters<NonNullable<z.core.JSONSchemaGeneratorParams["override"]>>[0];

/** Completes the generated JSON Schema of one Zod schema in place. */
export function describe({ zodSchema, jsonSchema }: Pick<Described, "zodSchema" | "jsonSchema">): void {
  if (jsonSchema.anyOf) simplify(jsonSchema, "anyOf");
  if (jsonSchema.oneOf) simplify(jsonSchema, "oneOf");
  const { def } = zodSchema._zod;
  // `list` of the contract: an array whose length is checked first, piped into the schema that parses its items.
  if (def.type !== "pipe" || def.in._zod.def.type !== "array" || def.out._zod.def.type !== "array") return;
  const { items } = z.toJSONSchema(def.out, { io: "input", unrepresentable: "any", override: describe });
  if (items) jsonSchema.items = items as typeof jsonSchema.items;
}

/** Leaves out branches for `undefined`, which has no equivalent in JSON, and a choice that is none. */
function simplify(jsonSchema: Described["jsonSchema"], choice: "anyOf" | "oneOf"): void {
  const branches = (jsonSchema[choice] ?? []).filter((branch) => Object.keys(branch).length > 0);
  jsonSchema[choice] = branches;
  const [only] = branches;
  if (branches.length !== 1 || !only) return;
  delete jsonSchema[choice];
  Object.assign(jsonSchema, only);
}
