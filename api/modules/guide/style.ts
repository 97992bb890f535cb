/** The styles of the guide's pages, in addition to those of the sign-in pages. */
import { createHash } from "node:crypto";
import { stylesheet } from "#api/modules/identity/index.ts";

export const guideStylesheet = `${stylesheet}
body{font-size:15px;padding-top:0}
header,.guide,footer{max-width:1080px}
header{margin-top:24px}header a{color:inherit;text-decoration:none}header a:hover{text-decoration:underline}
.guide{margin:0 auto;display:grid;grid-template-columns:220px minmax(0,1fr);gap:32px;align-items:start}
main{max-width:760px;margin:0;width:100%}
nav ol{list-style:none;margin:0;padding:0}
nav a{display:block;padding:5px 10px;border-radius:6px;color:var(--ink);text-decoration:none}
nav a:hover{background:var(--sunken)}
nav a[aria-current]{background:var(--accent-soft);color:var(--accent);font-weight:550}
h1{font-size:26px;line-height:34px}
h2{font-size:18px;margin:32px 0 8px}
h3{font-size:15px;margin:24px 0 8px;font-weight:650}
main ul,main ol{margin:0 0 12px;padding-left:22px}
li{margin-bottom:4px}
pre{margin:0 0 16px;padding:12px 14px;background:var(--surface);border:1px solid var(--line);border-radius:8px;overflow-x:auto}
pre code{overflow-wrap:normal;white-space:pre;font-size:13px;line-height:1.55;background:none;padding:0}
code{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;background:var(--sunken);border-radius:4px;padding:1px 4px}
.scroll{overflow-x:auto;margin:0 0 16px;border:1px solid var(--line);border-radius:8px;background:var(--surface)}
th,td{padding:7px 12px;vertical-align:top}
td:last-child,th:last-child{text-align:left;white-space:normal;overflow-wrap:anywhere}
td code{overflow-wrap:normal}
.turn{display:flex;justify-content:space-between;gap:16px;flex-wrap:wrap;margin-top:32px;padding-top:16px;border-top:1px solid var(--line)}
.turn a{min-height:24px}
footer{margin-top:24px}
@media(max-width:760px){.guide{grid-template-columns:minmax(0,1fr);gap:16px}.guide>nav{border:1px solid var(--line);border-radius:8px;padding:6px;background:var(--surface)}.guide>nav ol{display:flex;flex-wrap:wrap}.guide>nav a{padding-block:3px}}
@media print{nav,.turn{display:none}.guide{display:block}pre{white-space:pre-wrap}}
`.trim();

/** Changes with the content, so that browsers may cache the file for ever. */
export const guideStylesheetName = `guide.${createHash("sha256").update(guideStylesheet).digest("hex").slice(0, 12)}.css`;
