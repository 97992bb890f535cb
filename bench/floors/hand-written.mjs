// The least that shows the same rows: node:http and a template, gzip, no script and no style.
import { createServer } from "node:http";
import { gzipSync } from "node:zlib";
import { pageOf } from "./rows.mjs";

const escaped = (text) => text.replace(/[&<>]/g, (sign) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;" })[sign]);
const each = (tag, texts) => texts.map((text) => `<${tag}>${escaped(text)}</${tag}>`).join("");

function document({ title, headings, rows, next }) {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title></head><body><h1>${title}</h1>
<table><thead><tr>${each("th", headings)}</tr></thead><tbody>${rows.map(({ cells }) => `<tr>${each("td", cells)}</tr>`).join("")}</tbody></table>
${next ? `<a href="?page=${next}">Next</a>` : ""}</body></html>`;
}

createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url, "http://floor");
  const page = pageOf(pathname.slice(1), Number(searchParams.get("page") ?? 1));
  if (!page) return response.writeHead(404).end();
  response.writeHead(200, {
    "content-type": "text/html; charset=utf-8",
    "content-encoding": "gzip",
    "cache-control": "no-store",
  });
  response.end(gzipSync(document(page)));
}).listen(Number(process.env.PORT), "127.0.0.1");
