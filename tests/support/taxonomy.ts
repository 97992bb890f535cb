/** A tree of categories in the shape of Google's product taxonomy. */

const departments = 20;
const kindsOfEach = 8;

/** Returns fully qualified names, each after the one above it; 10,000 have four levels. */
export function taxonomyNames(count: number): string[] {
  const names: string[] = [];
  for (let i = 0; i < count; i++) {
    const above = i < departments ? "" : `${names[Math.floor((i - departments) / kindsOfEach)]} > `;
    names.push(`${above}${above === "" ? "Department" : "Kind"} ${i + 1} & Accessories`);
  }
  return names;
}

const comment = "# Google_Product_Taxonomy_Version: 2021-09-21";

/** Returns the text of the file, with numbers as external ids unless they are left out. */
export function taxonomyText(names: readonly string[], { hasIds = true, lineEnd = "\n" } = {}): string {
  const lines = names.map((name, i) => (hasIds ? `${i + 1} - ${name}` : name));
  return [comment, ...lines, ""].join(lineEnd);
}
