/** The guide of the API: HTML pages that need no scripts, at `/docs`. */
import type { FastifyInstance, FastifyReply } from "fastify";
import type { Config } from "#api/core/config.ts";
import { brandOf, Html, html, icon, placesOf } from "#api/modules/identity/index.ts";
import { at } from "#contract/rules/at.ts";
import { type RenderedPage, renderPage } from "./markdown.ts";
import { guideFiles } from "./pages.ts";
import { guideStylesheet, guideStylesheetName } from "./style.ts";

export const guidePrefix = "/docs";

const contentSecurityPolicy = [
  "default-src 'none'",
  "style-src 'self'",
  "img-src 'self' data:",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join("; ");

type GuidePage = RenderedPage & { path: string };

export function mountGuide(app: FastifyInstance, config: Config): void {
  const base = `${new URL(config.apiPublicUrl).pathname.replace(/\/$/, "")}${guidePrefix}`;
  const pathOf = (slug: string) => (slug === "" ? base : `${base}/${slug}`);
  const files = guideFiles();
  const addresses = {
    api: config.apiPublicUrl,
    backOffice: config.publicUrl,
    ofPage: (file: string) => pathOf(files.find(({ name }) => name === file)?.slug ?? file),
  };
  const pages = files.map(({ slug, markdown }) => ({ ...renderPage(markdown, addresses), path: pathOf(slug) }));
  const documentOf = guideDocument(config, base, pages);

  files.forEach(({ slug }, index) => {
    const url = slug === "" ? guidePrefix : `${guidePrefix}/${slug}`;
    app.get(url, { schema: { hide: true } }, async (_request, reply) => sendPage(reply, documentOf(index)));
  });
  app.get(`${guidePrefix}/`, { schema: { hide: true } }, async (_request, reply) => reply.redirect(base, 301));
  app.get(`${guidePrefix}/assets/${guideStylesheetName}`, { schema: { hide: true } }, async (_request, reply) =>
    reply
      .type("text/css; charset=utf-8")
      .header("cache-control", "public, max-age=31536000, immutable")
      .send(guideStylesheet),
  );
}

const sendPage = (reply: FastifyReply, document: string): FastifyReply =>
  reply
    .type("text/html; charset=utf-8")
    .header("content-security-policy", contentSecurityPolicy)
    .header("cache-control", "no-cache")
    .send(document);

/** Returns a function that makes the complete document of the page with this index. */
function guideDocument(config: Config, base: string, pages: readonly GuidePage[]): (index: number) => string {
  const places = placesOf(config);
  return (index) => {
    const page = at(pages, index);
    const entries = pages.map(
      ({ path, title }) =>
        html`<li><a href="${path}"${path === page.path && html` aria-current="page"`}>${title}</a></li>
`,
    );
    return html`<!doctype html>
<html lang="en-AU">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${page.title} – Countinghouse API</title>
<link rel="icon" href="${icon}">
<link rel="stylesheet" href="${base}/assets/${guideStylesheetName}">
</head>
<body>
<header>${brandOf(places)} <a href="${base}">API guide</a></header>
<div class="guide">
<nav aria-label="Pages of the guide">
<ol>
${entries}<li><a href="${base}/reference/">Reference</a></li>
</ol>
</nav>
<main>
<h1>${page.title}</h1>
${new Html(page.body)}
${turns(pages[index - 1], pages[index + 1])}
</main>
</div>
</body>
</html>
`.text;
  };
}

function turns(previous: GuidePage | undefined, next: GuidePage | undefined): Html {
  return html`<nav class="turn" aria-label="Previous and next page">
${previous ? html`<a href="${previous.path}" rel="prev">← ${previous.title}</a>` : html`<span></span>`}
${next && html`<a href="${next.path}" rel="next">${next.title} →</a>`}
</nav>`;
}
