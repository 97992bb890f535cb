/** The style sheet of the pages that the API serves. Part of the code, so that every copy of the API has it. */
import { createHash } from "node:crypto";
import { colourVariables, dark, light } from "#contract/colours.ts";

const declarations = (colours: object) =>
  Object.entries(colourVariables(colours))
    .map((entry) => entry.join(":"))
    .join(";");

export const stylesheet = `
:root{color-scheme:light dark;${declarations(light)}}
@media (prefers-color-scheme:dark){:root{${declarations(dark)}}}
*{box-sizing:border-box}
body{margin:0;padding:24px 16px;font:14px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif;color:var(--ink);background:var(--canvas);font-variant-numeric:tabular-nums}
main,header,footer{max-width:480px;margin:0 auto}
header{display:flex;gap:8px;align-items:center;margin-top:4vh;margin-bottom:16px;font-weight:700;font-size:15px;letter-spacing:.01em}
header svg{color:var(--accent)}
header img{object-fit:contain}
a{color:var(--accent);text-underline-offset:2px}
h1{font-size:20px;line-height:28px;margin:0 0 12px;font-weight:650}
h2{font-size:15px;margin:0 0 8px;font-weight:650}
p{margin:0 0 12px}
.card{background:var(--surface);border:1px solid var(--line);border-radius:8px;padding:20px;margin-bottom:16px}
.card>:last-child{margin-bottom:0}
.muted{color:var(--muted)}
.field{display:grid;gap:3px;margin-bottom:14px}
label{font-weight:550}
.hint{color:var(--muted);font-size:12px}
input{width:100%;font:inherit;font-size:16px;min-height:40px;padding:6px 10px;border:1px solid var(--field);border-radius:6px;background:var(--surface);color:var(--ink)}
input[readonly]{background:var(--sunken)}
input[aria-invalid]{border-color:var(--danger);box-shadow:0 0 0 1px var(--danger)}
.error{color:var(--danger);font-weight:550;font-size:13px}
.summary,.done{border:1px solid var(--danger);background:var(--danger-soft);border-radius:8px;padding:10px 14px;margin-bottom:14px}
.summary strong,.summary a{display:block}.summary a{color:var(--danger);min-height:24px}
.done{border-color:var(--good);background:var(--good-soft);color:var(--good);font-weight:550}
.button{display:inline-flex;align-items:center;justify-content:center;border:1px solid var(--line);background:var(--surface);color:var(--ink);border-radius:6px;padding:7px 16px;min-height:40px;font:inherit;font-weight:550;text-decoration:none;cursor:pointer}
.button.primary{background:var(--accent);border-color:var(--accent);color:var(--on-accent)}
.button.small{min-height:28px;padding:2px 10px;font-size:13px}
.actions{display:flex;gap:8px;flex-wrap:wrap}
.after{margin-top:14px}
.wide{width:100%}.between{margin-bottom:14px}[hidden]{display:none}
table{border-collapse:collapse;width:100%}
th{background:var(--sunken);color:var(--muted);font-size:12px;font-weight:600;text-align:left;padding:6px 8px}
td{padding:6px 8px;border-top:1px solid var(--line);overflow-wrap:anywhere}
td:last-child,th:last-child{text-align:right;white-space:nowrap;overflow-wrap:normal}
td .muted{display:block;font-size:12px}
dl{display:grid;grid-template-columns:max-content 1fr;gap:6px 16px;margin:0}
dt{color:var(--muted)}dd{margin:0;overflow-wrap:anywhere}
.steps{margin:0 0 12px;padding-left:20px}.steps li{margin-bottom:8px}
.qr{background:#fff;width:204px;max-width:100%;border-radius:6px;margin:8px 0;line-height:0}.qr svg{width:100%;height:auto}
code{font-size:13px;overflow-wrap:anywhere}
.codes{list-style:none;padding:0;margin:0 0 14px;display:grid;grid-template-columns:repeat(auto-fill,minmax(170px,1fr));gap:6px}.codes code{font-size:14px}
details{margin-bottom:14px}summary{cursor:pointer;color:var(--accent);min-height:24px;margin-bottom:8px}
footer{color:var(--muted);font-size:12px}
.hidden{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
:focus-visible{outline:2px solid var(--focus);outline-offset:2px}
@media(max-width:420px){.card{padding:14px}td,th{padding-inline:4px}}
@media print{.button,footer{display:none}}
`.trim();

/** Changes with the content, so that browsers may cache the file for ever. */
export const stylesheetName = `pages.${createHash("sha256").update(stylesheet).digest("hex").slice(0, 12)}.css`;
