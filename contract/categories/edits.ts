/** A category in the fields of the command that changes it, to compare what a form shows with the current record. */
import { categorySeparator } from "./schema.ts";

/** `categories/UpdateCategory` */
export function categoryDetails({
  fullName,
  externalId,
}: {
  fullName: string;
  externalId?: string | null | undefined;
}) {
  const end = fullName.lastIndexOf(categorySeparator);
  return {
    Under: end < 0 ? "" : fullName.slice(0, end),
    Name: end < 0 ? fullName : fullName.slice(end + categorySeparator.length),
    ExternalId: externalId ?? "",
  };
}
