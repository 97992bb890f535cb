/** A feed as RSS 2.0 with the names of Google's product data specification. */
import { xmlText } from "#api/core/documents/xml.ts";
import type { FeedItem } from "./items.ts";

const element = (name: string, value: string) => `<${name}>${xmlText(value)}</${name}>`;

export interface FeedTitle {
  title: string;
  link: string;
}

/** Yields pieces of about the size of an item. */
export async function* feedXml({ title, link }: FeedTitle, items: AsyncIterable<FeedItem>): AsyncGenerator<string> {
  yield `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0">
<channel>
${element("title", title)}
${element("link", link)}
${element("description", `Products of ${title}`)}
`;
  for await (const item of items) {
    const elements = item.filter(([, value]) => value !== "").map(([name, value]) => element(name, value));
    yield `<item>${elements.join("")}</item>\n`;
  }
  yield "</channel>\n</rss>\n";
}
