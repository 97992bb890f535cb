/** Returns the trimmed addresses of a comma-separated list, in their order. */
export function splitEmails(list: string): string[] {
  return list.trim() === "" ? [] : list.split(",").map((entry) => entry.trim());
}

/**
 * An address as browsers accept it in `<input type=email>`, with a dot in the domain (HTML standard, "valid e-mail
 * address").
 */
const address =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)+$/;

/** Returns the first entry of the list that is not an email address, or undefined; an empty list is valid. */
export function invalidEmailIn(list: string): string | undefined {
  return splitEmails(list).find((entry) => !address.test(entry));
}
