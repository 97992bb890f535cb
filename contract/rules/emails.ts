/** The addresses in a comma-separated list, trimmed, in their order. */
export function splitEmails(list: string): string[] {
  return list.trim() === "" ? [] : list.split(",").map((entry) => entry.trim());
}

/** The address as browsers accept it in `<input type=email>`, with a domain that has a dot (HTML standard, "valid e-mail address"). */
const address =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)+$/;

/** The first entry of the list that is no mail address, or undefined; an empty list has none. */
export function wrongEmailIn(list: string): string | undefined {
  return splitEmails(list).find((entry) => !address.test(entry));
}
