/** Completes schemas of the contract in the OpenAPI document where the generator alone loses information. */
import { z } from "zod";

type Described = Parameters<NonNullable<z.core.JSONSchemaGeneratorParams["override"]>>[0];

/** Completes the generated JSON Schema of one Zod schema in place. */
export function describe({ zodSchema, jsonSchema }: Pick<Described, "zodSchema" | "jsonSchema">): void {
  // A branch for `undefined` has no equivalent in JSON.
  if (jsonSchema.anyOf) jsonSchema.anyOf = jsonSchema.anyOf.filter((branch) => Object.keys(branch).length > 0);
  const { def } = zodSchema._zod;
  // `list` of the contract: an array whose length is checked first, piped into the schema that parses its items.
  if (def.type !== "pipe" || def.in._zod.def.type !== "array" || def.out._zod.def.type !== "array") return;
  const { items } = z.toJSONSchema(def.out, { io: "input", unrepresentable: "any", override: describe });
  if (items) jsonSchema.items = items as typeof jsonSchema.items;
}
