/** A view in the fields of the command that changes it, to compare what a form shows with the current values. */
import type { View } from "./schema.ts";

type Fields = Pick<View, "name" | "audience" | "isDefault" | "isPinned" | "query" | "columns">;

export const viewFields = ({ name, audience, isDefault, isPinned, query, columns }: Fields) => ({
  Name: name,
  Audience: audience,
  IsDefault: isDefault,
  IsPinned: isPinned,
  Query: query,
  Columns: columns,
});
