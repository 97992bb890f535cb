/** Writes XML 1.0. */

/** Characters that XML 1.0 does not allow, however they are written. */
const forbidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu;
const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** Returns what XML can have of the text, without blanks at its ends. */
export const inXml = (value: string): string => value.replace(forbidden, "").trim();

/** Returns the text for an element or an attribute. */
export const xmlText = (value: string): string =>
  value.replace(forbidden, "").replace(/[&<>"]/g, (sign) => entities[sign] ?? sign);

export interface XmlElement {
  readonly name: string;
  readonly attributes?: Readonly<Record<string, string>> | undefined;
  readonly content: string | readonly XmlElement[];
}

/** Returns an element, and none if it would be empty. */
export function xml(
  name: string,
  content: string | readonly XmlElement[],
  attributes?: Readonly<Record<string, string>>,
): XmlElement[] {
  const kept = typeof content === "string" ? inXml(content) : content;
  return kept.length === 0 ? [] : [{ name, content: kept, attributes }];
}

function written({ name, attributes = {}, content }: XmlElement): string {
  const named = Object.entries(attributes).map(([key, value]) => ` ${key}="${xmlText(value)}"`);
  const inner = typeof content === "string" ? xmlText(content) : `\n${content.map(written).join("")}`;
  return `<${name}${named.join("")}>${inner}</${name}>\n`;
}

/** Returns a whole document. */
export const xmlDocument = (root: XmlElement): string => `<?xml version="1.0" encoding="UTF-8"?>\n${written(root)}`;
