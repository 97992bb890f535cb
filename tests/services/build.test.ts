import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";

const client = "build/client";
const kib = 1024;

interface Entry {
  file: string;
  name?: string;
  src?: string;
  isDynamicEntry?: boolean;
  imports?: string[];
  css?: string[];
}

const manifest = JSON.parse(readFileSync("build/.vite/client-manifest.json", "utf8")) as Record<string, Entry>;
const read = (file: string) => readFileSync(join(client, file), "utf8");
const assets = readdirSync(join(client, "assets")).map((name) => join("assets", name));
/** Excludes the third-party PDF viewer, which contains some of the words below and has its own style sheet. */
const ours = assets.filter((file) => !/\/pdf/.test(file));

function entryOf(source: string): string {
  const key = Object.keys(manifest).find(
    (name) => name === source || name.startsWith(`${source}?`) || manifest[name]?.src === source,
  );
  if (!key) throw new Error(`${source} is not in the build.`);
  return key;
}

/** The files of these entries and of their static imports. */
function filesOf(keys: string[], known = new Set<string>()): Set<string> {
  for (const key of keys) {
    const entry = manifest[key];
    if (!entry || known.has(entry.file)) continue;
    known.add(entry.file);
    filesOf(entry.imports ?? [], known);
  }
  return known;
}

const zipped = (files: Iterable<string>) =>
  [...files].reduce((sum, file) => sum + gzipSync(read(file)).length, 0) / kib;

/** The nested routes of a page, from the outermost in. */
const routesOf = (...own: string[]) =>
  ["entry.client", "root", "routes/shell", "routes/screen", ...own].map((name) => entryOf(`app/${name}.tsx`));
const pages = [
  "suppliers/list",
  "users/list",
  "product-types/list",
  "attributes/list",
  "shipping-rules/list",
  "products/list",
  "approvals/list",
  "orders/list",
  "shipments/list",
  "invoices/list",
].map((name): [string, Set<string>] => [name, filesOf(routesOf(`routes/${name}`))]);

describe.each(pages)("the first load of %s", (_, firstLoad) => {
  it("has at most 103 KiB of scripts, compressed", () => {
    const sizes = [...firstLoad].map((file) => `${zipped([file]).toFixed(1)} ${file}`);
    expect(firstLoad.size).toBeGreaterThan(3);
    expect(zipped(firstLoad), sizes.join("\n")).toBeLessThanOrEqual(103);
  });

  it("is at most 10 requests, with the page itself and the question for the routes of its links", () => {
    expect(2 + firstLoad.size).toBeLessThanOrEqual(10);
  });

  it("has no style sheet of its own, and nothing of the PDF viewer", () => {
    expect(ours.filter((file) => file.endsWith(".css"))).toEqual([expect.stringContaining("assets/tailwind-")]);
    expect([...firstLoad].filter((file) => /pdf/i.test(file))).toEqual([]);
  });

  it.each(["react-hook-form", "ZodError", "ProseMirror", "tiptap", "luxon", "DndContext", "headlessui"])(
    "does not include %s",
    (library) => {
      expect([...firstLoad].filter((file) => read(file).includes(library))).toEqual([]);
    },
  );
});

it.each(["account-menu-items", "searchable-select", "record-combobox"])(
  "%s is a file of its own, loaded on demand",
  (name) => {
    const key = entryOf(`app/components/popup/${name}.tsx`);
    expect(manifest[key]).toMatchObject({ isDynamicEntry: true });
    const own = [...filesOf([key])].filter((file) => read(file).includes("headlessui"));
    expect(own).not.toEqual([]);
    expect(zipped(own)).toBeLessThanOrEqual(50);
  },
);

it("the combobox of a form has at most 6 KiB of its own, and none of it is loaded before it is reached", () => {
  const key = entryOf("app/components/popup/record-combobox.tsx");
  const forms = ["orders/new", "products/new", "shipping-rules/new"].map((name) => entryOf(`app/routes/${name}.tsx`));
  const withForm = filesOf([...routesOf("routes/orders/list"), ...forms]);
  const added = [...filesOf([key])].filter((file) => !withForm.has(file));
  expect(added.length).toBeGreaterThan(1);
  expect(zipped(added.filter((file) => !read(file).includes("headlessui")))).toBeLessThanOrEqual(6);
});

describe("no file that a browser can load", () => {
  it.each([
    "operations",
    "suppliers/AddSupplier",
    "UpdateSupplierDetails",
    "FindOrCreateAddress",
    "callOperation",
    "SESSION_SECRET",
    "OIDC_CLIENT_SECRET",
    "sealedCookie",
    "remix-auth",
    "sanitize-html",
    "node:crypto",
  ])("contains the server-side word %s", (word) => {
    expect(ours.filter((file) => read(file).includes(word))).toEqual([]);
  });

  it("contains a URL of the API other than that of images", () => {
    expect(assets.filter((file) => read(file).replaceAll("/api/v1/files/image/", "").includes("api/v1"))).toEqual([]);
  });

  it("is a source map or links to one", () => {
    expect(assets.filter((file) => file.endsWith(".map") || /sourceMappingURL=/.test(read(file)))).toEqual([]);
  });

  it("contains the development build of React", () => {
    expect(assets.filter((file) => read(file).includes("jsxDEV"))).toEqual([]);
  });
});
