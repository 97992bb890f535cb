/** An attribute in the fields of the commands that change it, to compare what a form shows with the current record. */
import type { Attribute } from "./schema.ts";

/** `UpdateAttributeDetails` */
export const attributeDetails = (attribute: Pick<Attribute, "name" | "displayName" | "selectionType">) => ({
  InternalName: attribute.name,
  DisplayName: attribute.displayName,
  SelectionType: attribute.selectionType,
});

/** `UpsertAttributeOptionValues` */
export const attributeOptions = (values: readonly { code: string; value: string }[]) => ({
  Values: values.map(({ code, value }) => ({ code, value })),
});
