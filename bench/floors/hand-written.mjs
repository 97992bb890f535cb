// The least that shows the same rows: node:http and a template, gzip, no script and no style.
import { createServer } from "node:http";
import { gzipSync } from "node:zlib";
import { pageOf } from "./rows.mjs";

const escaped = (text) =>
  String(text ?? "").replace(/[&<>]/g, (sign) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;" })[sign]);
const row = ({ name, city, state }) =>
  `<tr><td>${escaped(name)}</td><td>${escaped(city)}</td><td>${escaped(state)}</td></tr>`;

function document({ page, rows }) {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Suppliers</title></head><body><h1>Suppliers</h1>
<table><thead><tr><th>Name</th><th>City</th><th>State</th></tr></thead><tbody>${rows.map(row).join("")}</tbody></table>
<a href="?page=${page + 1}">Next</a></body></html>`;
}

createServer((request, response) => {
  const { searchParams } = new URL(request.url, "http://floor");
  const html = document(pageOf(Number(searchParams.get("page") ?? 1)));
  response.writeHead(200, {
    "content-type": "text/html; charset=utf-8",
    "content-encoding": "gzip",
    "cache-control": "no-store",
  });
  response.end(gzipSync(html));
}).listen(Number(process.env.PORT), "127.0.0.1");
