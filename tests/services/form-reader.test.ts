import { randomBytes } from "node:crypto";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { getValidatedFormData } from "remix-hook-form";
import { describe, expect, it } from "vitest";
import { type PostedForm, readForm } from "#app/services/forms/form-reader.server.ts";
import { BadRequest } from "#app/services/request/bad-request.server.ts";
import { publicUrl } from "#tests/support/services/world.ts";

const megabyte = 1024 * 1024;

function post(body: RequestInit["body"], headers: Record<string, string> = {}): Request {
  return new Request(`${publicUrl}/suppliers/new`, { method: "POST", body, headers, duplex: "half" } as RequestInit);
}

function fields(...names: string[]): Request {
  return post(new URLSearchParams(names.map((name) => [name, "x"])));
}

async function refusalOf(request: Request): Promise<BadRequest> {
  const refusal = await readForm(request).catch((error: unknown) => error);
  if (refusal instanceof BadRequest) return refusal;
  throw new Error(`It was not refused, but: ${String(refusal)}`);
}

/** A body that counts the bytes read from it. */
function bodyOf(bytes: number) {
  const taken = { bytes: 0, isCancelled: false };
  const piece = new Uint8Array(64 * 1024).fill(120);
  const stream = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        if (taken.bytes >= bytes) return controller.close();
        taken.bytes += piece.length;
        controller.enqueue(piece);
      },
      cancel() {
        taken.isCancelled = true;
      },
    },
    { highWaterMark: 0 },
  );
  return { stream, taken };
}

describe("a form", () => {
  it("is parsed with its files", async () => {
    const sent = new FormData();
    sent.append("SupplierName", "Åcacia & Söhne 🌿");
    sent.append("tags[]", "one");
    sent.append("tags[]", "two");
    sent.append("address.lines.0", "12 Wharf Road");
    sent.append("address.city", "Fremantle");
    sent.append("LogoFile", new File(["picture"], "logo.png", { type: "image/png" }));
    const { fields: form } = await readForm(post(sent));
    expect(form.get("SupplierName")).toBe("Åcacia & Söhne 🌿");
    expect(form.getAll("tags[]")).toEqual(["one", "two"]);
    expect((form.get("LogoFile") as File).name).toBe("logo.png");
  });

  it("has its files in a folder instead of in memory, if one is given", async () => {
    const folder = await mkdtemp(join(tmpdir(), "form-"));
    const content = randomBytes(3 * megabyte);
    const sent = new FormData();
    sent.append("file", new File([content], "pictures.zip"));
    sent.append("supplierId", "7");
    const { fields: form } = await readForm(post(sent), { folder, maxFileBytes: 4 * megabyte });
    expect(form.get("supplierId")).toBe("7");
    const file = form.get("file") as File;
    expect([file.name, file.size]).toEqual(["pictures.zip", content.length]);
    expect(Buffer.from(await file.arrayBuffer()).equals(content)).toBe(true);
    expect(await readdir(folder)).toHaveLength(1);
    const refused = await readForm(post(sent), { folder, maxFileBytes: 2 * megabyte });
    expect(refused.tooLarge.get("file")?.fileName).toBe("pictures.zip");
    expect(refused.fields.get("supplierId")).toBe("7");
    await rm(folder, { recursive: true });
  });

  it("keeps the order of its files in a folder, whichever of them is written first", async () => {
    const folder = await mkdtemp(join(tmpdir(), "form-"));
    const names = Array.from({ length: 30 }, (_, i) => `${i}.png`);
    const sent = new FormData();
    for (const [i, name] of names.entries()) sent.append("files", new File([randomBytes(i % 2 ? 10 : 90_000)], name));
    const { fields: form } = await readForm(post(sent), { folder });
    expect(form.getAll("files").map((file) => (file as File).name)).toEqual(names);
    await rm(folder, { recursive: true });
  });

  it("may be as large as an image plus its text fields", async () => {
    const sent = new FormData();
    sent.append("LogoFile", new File([new Uint8Array(2 * megabyte)], "logo.png"));
    sent.append("Description", "x".repeat(100_000));
    expect([...(await readForm(post(sent))).fields.keys()]).toHaveLength(2);
  });

  it("with a file over the limit keeps every text field and reports the file", async () => {
    const sent = new FormData();
    sent.append("SupplierName", "Typed");
    sent.append("LogoFile", new File([new Uint8Array(60 * megabyte)], "logo.png"));
    sent.append("Notes", "Typed as well");
    const { fields: form, tooLarge } = await readForm(post(sent), { maxFileBytes: 20 * megabyte });
    expect([...form]).toEqual([
      ["SupplierName", "Typed"],
      ["Notes", "Typed as well"],
    ]);
    expect([...tooLarge]).toEqual([["LogoFile", { fileName: "logo.png", maxBytes: 20 * megabyte }]]);
  });

  it("with several files limits their total size", async () => {
    const sent = new FormData();
    for (const name of ["one", "two", "three"]) sent.append(name, new File([new Uint8Array(megabyte)], `${name}.png`));
    const { fields: form, tooLarge } = await readForm(post(sent), { maxFileBytes: 2 * megabyte });
    expect([[...form.keys()], [...tooLarge.keys()]]).toEqual([["one", "two"], ["three"]]);
  });

  it("with several files in one field says that they are too large together, if none of them is", async () => {
    const sent = new FormData();
    for (const name of ["one", "two", "three"]) sent.append("files", new File([new Uint8Array(megabyte)], name));
    const { tooLarge } = await readForm(post(sent), { maxFileBytes: 2 * megabyte });
    expect([...tooLarge]).toEqual([["files", { fileName: "three", maxBytes: 2 * megabyte, isTogether: true }]]);
  });

  it("with too many files keeps every text field and reports the number", async () => {
    const sent = new FormData();
    for (let i = 0; i < 4; i += 1) sent.append("files", new File(["x"], `${i}.png`));
    sent.append("Notes", "Typed");
    const { fields: form, tooLarge } = await readForm(post(sent), { maxFiles: 3 });
    expect(tooLarge.get("files")).toMatchObject({ fileName: "3.png", maxFiles: 3 });
    expect(form.get("Notes")).toBe("Typed");
    expect((await readForm(post(sent), { maxFiles: 4 })).tooLarge.size).toBe(0);
  });

  it("with one endless file is read only up to the limit for discarded data", async () => {
    const { stream, taken } = bodyOf(300 * megabyte);
    const head = new Blob(['--x\r\nContent-Disposition: form-data; name="LogoFile"; filename="a"\r\n\r\n']).stream();
    const body = new ReadableStream<Uint8Array>({
      async start(controller) {
        for await (const part of head as unknown as AsyncIterable<Uint8Array>) controller.enqueue(part);
      },
      async pull(controller) {
        const reader = stream.getReader();
        const { value, done } = await reader.read();
        reader.releaseLock();
        if (done) controller.close();
        else controller.enqueue(value);
      },
    });
    expect((await refusalOf(post(body, { "content-type": "multipart/form-data; boundary=x" }))).status).toBe(413);
    expect(taken.bytes).toBeLessThan(102 * megabyte);
  });

  it("whose Content-Length is too large is refused before any of it is read", async () => {
    const { stream, taken } = bodyOf(160 * megabyte);
    const refusal = await refusalOf(
      post(stream, { "content-type": "multipart/form-data; boundary=x", "content-length": String(160 * megabyte) }),
    );
    expect(refusal).toMatchObject({
      status: 413,
      message: "This is more than can be sent at once. Files may have at most 2 MB.",
    });
    expect(taken.bytes).toBe(0);
  });

  it.each(["multipart/form-data; boundary=x", "application/x-www-form-urlencoded"])(
    "of 60 MB without a Content-Length is read only up to the limit (%s)",
    async (type) => {
      const { stream, taken } = bodyOf(60 * megabyte);
      expect((await refusalOf(post(stream, { "content-type": type }))).status).toBe(413);
      expect(taken.bytes).toBeLessThan(4.2 * megabyte);
      expect(taken.isCancelled).toBe(true);
    },
  );

  it("with a false Content-Length is still limited", async () => {
    const { stream, taken } = bodyOf(60 * megabyte);
    expect(
      (await refusalOf(post(stream, { "content-type": "multipart/form-data; boundary=x", "content-length": "10" })))
        .status,
    ).toBe(413);
    expect(taken.bytes).toBeLessThan(4.2 * megabyte);
  });

  const part = (name: string) => `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\nvalue\r\n`;
  const broken = {
    "in the middle of a value": part("a").slice(0, -4),
    "before its final boundary": part("a"),
    "in the middle of a part's header": `${part("a")}--x\r\nContent-Disp`,
    "at its start": "",
  };

  it.each(Object.entries(broken))("that was truncated %s is refused", async (_, body) => {
    const refusal = await refusalOf(post(body, { "content-type": "multipart/form-data; boundary=x" }));
    expect(refusal).toMatchObject({ status: 400, message: "This form did not arrive complete. Please send it again." });
  });

  it("whose Content-Type names no boundary is refused", async () => {
    expect((await refusalOf(post(part("a"), { "content-type": "multipart/form-data" }))).status).toBe(400);
  });

  it.each(["application/json", "text/plain", "", "multipart/form-dataX"])(
    "with the Content-Type “%s” is refused",
    async (type) => {
      expect(await refusalOf(post(new TextEncoder().encode("{}"), type ? { "content-type": type } : {}))).toMatchObject(
        {
          status: 400,
          message: "This form could not be read.",
        },
      );
    },
  );
});

describe("field names that no form of the application has", () => {
  const nasty = [
    ["__proto__.x"],
    ["a.__proto__.x"],
    ["__proto__[x]"],
    ["__proto__"],
    ["constructor.prototype.x"],
    ["a.constructor"],
    ["hasOwnProperty.call"],
    ["toString[]"],
    ["valueOf"],
    ["x.100000000.y"],
    ["x[100000000]"],
    ["a", "a.b"],
    ["a.b", "a"],
    ["a.b", "a.b.c"],
    ["a[]", "a.b"],
    ["a[]", "a.0.b"],
    ["a.0.", "a[]"],
    ["a", "a[]"],
    ["x.0", "x.y"],
    ["x.1", "x.0.y"],
    ["x.0", "x.push.call"],
    ["5"],
  ];

  it.each(nasty.map((names) => [names.join(" with "), names] as const))("are refused: %s", async (_, names) => {
    expect(await refusalOf(fields(...names))).toMatchObject({
      status: 400,
      message: "This form has fields that it should not have.",
    });
  });

  it("are refused if there are 5,000 fields", async () => {
    expect((await refusalOf(fields(...Array.from({ length: 5_000 }, (_, i) => `field${i}`)))).status).toBe(400);
  });

  it("are refused if they are longer than 200 characters or have more than 10 parts", async () => {
    expect((await refusalOf(fields("x".repeat(201)))).status).toBe(400);
    expect((await refusalOf(fields(Array.from({ length: 11 }, () => "a").join(".")))).status).toBe(400);
    const accepted = [`x${"y".repeat(199)}`, Array.from({ length: 10 }, () => "a").join(".")];
    expect([...(await readForm(fields(...accepted))).fields.keys()]).toEqual(accepted);
  });

  it("never make the form library fail or pollute the object prototype", async () => {
    const piece = fc.oneof(
      fc.constantFrom("a", "b", "0", "1", "a[]", "a[0]", "", "length", "push", "__proto__", "constructor", "toString"),
      fc.string({ maxLength: 3 }),
    );
    const name = fc.array(piece, { minLength: 1, maxLength: 4 }).map((pieces) => pieces.join("."));
    const shared = () =>
      [Object.prototype, Array.prototype, Function.prototype, String.prototype].map(
        (object) => Reflect.ownKeys(object).length,
      );
    const before = shared();
    const anything = async (values: unknown) => ({ values: values as Record<string, unknown>, errors: {} });
    await fc.assert(
      fc.asyncProperty(fc.array(name, { maxLength: 6 }), async (names) => {
        const form = await readForm(fields(...names)).catch((error: unknown) => error);
        if (form instanceof BadRequest) return;
        await getValidatedFormData((form as PostedForm).fields, anything, true);
      }),
      { numRuns: 2_000 },
    );
    expect(shared()).toEqual(before);
  });
});

/** Bodies that once cost time or memory out of proportion to their size. Each is read or refused at once. */
describe("a form crafted to exhaust the server", () => {
  const urlencoded = (body: string) => post(body, { "content-type": "application/x-www-form-urlencoded" });
  const multipart = (body: string) => post(body, { "content-type": "multipart/form-data; boundary=x" });
  const part = (head: string, value = "") => `--x\r\nContent-Disposition: form-data; ${head}\r\n\r\n${value}\r\n`;
  const shapes: Record<string, () => Request> = {
    "a name of 20,000 parts": () => urlencoded(`${"a.".repeat(20_000)}a=1`),
    "a name of 2 MB": () => urlencoded("a".repeat(2 * megabyte - 10)),
    "a name of 2 MB of percent signs": () => urlencoded(`${"%".repeat(2 * megabyte - 10)}=1`),
    "100,000 fields": () => urlencoded("a=1&".repeat(100_000)),
    "400,000 fields without a name": () => urlencoded("=&".repeat(400_000)),
    "100,000 parts": () => multipart(`${part('name="a"').repeat(40_000)}--x--`),
    "a part with 100,000 headers": () => multipart(`--x\r\n${"A: b\r\n".repeat(100_000)}\r\n--x--`),
    "a header of 2 MB": () =>
      multipart(`--x\r\nContent-Disposition: form-data; name="${"a".repeat(2 * megabyte)}"\r\n\r\n--x--`),
    "2 MB of line ends": () => multipart(part('name="a"', "\r\n".repeat(megabyte - 100))),
    "2 MB of almost boundaries": () => multipart(part('name="a"', "\r\n--".repeat(500_000))),
    "a boundary of 10,000 characters": () =>
      post(`--${"b".repeat(10_000)}--`.repeat(100), {
        "content-type": `multipart/form-data; boundary=${"b".repeat(10_000)}`,
      }),
  };

  it.each(Object.entries(shapes))("with %s gets a response without delay", async (_, shaped) => {
    const request = shaped();
    const began = performance.now();
    const form = await readForm(request).catch((error: unknown) => error);
    expect(performance.now() - began).toBeLessThan(8_000);
    if (form instanceof Error) expect(form).toBeInstanceOf(BadRequest);
  });

  it("with a urlencoded body one character over the limit is refused before it is parsed", async () => {
    expect((await refusalOf(urlencoded(`a=${"x".repeat(2 * megabyte - 1)}`))).status).toBe(413);
    expect(((await readForm(urlencoded(`a=${"x".repeat(2 * megabyte - 2)}`))).fields.get("a") as string).length).toBe(
      2 * megabyte - 2,
    );
  });
});

describe("a form of a visitor who is not signed in", () => {
  it("is parsed without its files, so that its input is kept", async () => {
    const sent = new FormData();
    sent.append("SupplierName", "Typed");
    sent.append("LogoFile", new File([new Uint8Array(megabyte)], "logo.png"));
    sent.append("Notes", "Typed as well");
    const { fields: form } = await readForm(post(sent), { dropFiles: true });
    expect([...form]).toEqual([
      ["SupplierName", "Typed"],
      ["Notes", "Typed as well"],
    ]);
  });
});
