/** Turns the Markdown of the guide into HTML. The text is the project's own, so it is not sanitised. */
import { Marked } from "marked";

export interface Addresses {
  /** The API, as browsers and machines reach it, in place of `https://api.example.com`. */
  api: string;
  /** The back office, in place of `https://office.example.com`. */
  backOffice: string;
  /** The path of a page of the guide, by the name of its file. */
  ofPage(file: string): string;
}

export interface RenderedPage {
  /** The text of the first heading. */
  title: string;
  /** HTML, without the first heading. */
  body: string;
}

export function renderPage(markdown: string, { api, backOffice, ofPage }: Addresses): RenderedPage {
  const [, title = "", rest = ""] = /^# ([^\n]+)\n([\s\S]*)$/.exec(markdown) ?? [];
  const text = rest.replaceAll("https://api.example.com", api).replaceAll("https://office.example.com", backOffice);
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text: heading }) {
        return `<h${depth} id="${anchorOf(heading)}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      code({ text: code, lang = "" }) {
        return `<pre tabindex="0"><code class="language-${lang}">${escaped(code)}\n</code></pre>\n`;
      },
      link({ href, tokens }) {
        return `<a href="${escaped(addressOf(href, ofPage))}">${this.parser.parseInline(tokens)}</a>`;
      },
      table(token) {
        const cells = (row: typeof token.header, tag: string) =>
          row.map(({ tokens }) => `<${tag}>${this.parser.parseInline(tokens)}</${tag}>`).join("");
        const rows = token.rows.map((row) => `<tr>${cells(row, "td")}</tr>`).join("\n");
        return `<div class="scroll" tabindex="0"><table><thead><tr>${cells(token.header, 'th scope="col"')}</tr></thead>
<tbody>${rows}</tbody></table></div>\n`.replaceAll('</th scope="col">', "</th>");
      },
    },
  });
  return { title, body: marked.parse(text, { async: false }) };
}

/** The anchor of a heading, as on GitHub, where the same files are read. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}_\- ]/gu, "")
    .replaceAll(" ", "-");
}

/** A link to another page names its file: `keys.md#what-a-key-may-do`. */
function addressOf(href: string, ofPage: Addresses["ofPage"]): string {
  const [, file, anchor = ""] = /^([\w-]+\.md)(#.*)?$/.exec(href) ?? [];
  return file === undefined ? href : `${ofPage(file)}${anchor}`;
}

const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escaped = (text: string): string => text.replace(/[&<>"]/g, (character) => entities[character] ?? character);
