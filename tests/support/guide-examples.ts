/** The examples of the guide, as its pages show them. */
import type { FastifyInstance } from "fastify";
import { expect } from "vitest";

export interface Example {
  language: string;
  code: string;
}

const entities: Readonly<Record<string, string>> = { lt: "<", gt: ">", quot: '"', amp: "&" };

/** Returns the blocks of code of a page, in their order. */
export async function examplesOf(app: FastifyInstance, path: string): Promise<Example[]> {
  const page = await app.inject(path);
  expect(page.statusCode, path).toBe(200);
  return [...page.body.matchAll(/<pre tabindex="0"><code class="language-(\w*)">([\s\S]*?)<\/code><\/pre>/g)].map(
    ([, language = "", code = ""]) => ({
      language,
      code: code.replace(/&(lt|gt|quot|amp);/g, (whole, name: string) => entities[name] ?? whole),
    }),
  );
}

/** The addresses of the pages, as the list of pages names them. */
export async function pathsOfGuide(app: FastifyInstance): Promise<string[]> {
  const { body } = await app.inject("/docs");
  const [list = ""] = /<nav aria-label="Pages of the guide">[\s\S]*?<\/nav>/.exec(body) ?? [];
  return [...list.matchAll(/href="([^"]+)"/g)].map(([, href = ""]) => href).filter((href) => !/reference/.test(href));
}

/** An answer is like the documented one if it has everything in it; “…” stands for any text. */
export function expected(documented: unknown): unknown {
  if (typeof documented === "string" && documented.includes("…"))
    return expect.stringMatching(new RegExp(`^${documented.split("…").map(literal).join(".*")}$`));
  if (Array.isArray(documented)) return documented.map(expected);
  if (typeof documented === "object" && documented !== null)
    return expect.objectContaining(
      Object.fromEntries(Object.entries(documented).map(([name, value]) => [name, expected(value)])),
    );
  return documented;
}

const literal = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
