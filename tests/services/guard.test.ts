import fc from "fast-check";
import { getValidatedFormData } from "remix-hook-form";
import { describe, expect, it } from "vitest";
import { assertSameOrigin, BadRequest, readForm } from "~/services/guard.server";
import { publicUrl } from "../support/services/world.ts";

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

/** A body that counts what is taken from it. */
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

describe("a request that changes something", () => {
  const from =
    (headers: Record<string, string>, method = "POST") =>
    () =>
      assertSameOrigin(new Request(`${publicUrl}/suppliers`, { method, headers }));

  it("is taken from a page of this site", () => {
    expect(from({ "sec-fetch-site": "same-origin" })).not.toThrow();
    expect(from({ origin: publicUrl })).not.toThrow();
  });

  it.each(["cross-site", "same-site", "none", "nonsense"])("is refused when the browser calls it %s, whatever its origin says", (site) => {
    expect(from({ "sec-fetch-site": site, origin: publicUrl })).toThrow(BadRequest);
  });

  it.each(["http://evil.example", "https://back.office.example", `${publicUrl}:8080`, `${publicUrl}.evil.example`, "null", ""])(
    "is refused from the origin “%s”",
    (origin) => {
      expect(from({ origin })).toThrow("This request did not come from a page of this site, so nothing was done.");
    },
  );

  it("is refused when nothing says where it comes from", () => {
    expect(from({})).toThrow(BadRequest);
  });

  it("is not believed about this site's name", () => {
    const evil = { origin: "http://evil.example", host: "evil.example", "x-forwarded-host": "evil.example", referer: publicUrl };
    expect(from(evil)).toThrow(BadRequest);
  });

  it.each(["PUT", "PATCH", "DELETE"])("is refused from elsewhere also as %s", (method) => {
    expect(from({ origin: "http://evil.example" }, method)).toThrow(BadRequest);
  });
});

it.each(["GET", "HEAD"])("a %s may come from anywhere", (method) => {
  const request = new Request(publicUrl, { method, headers: { "sec-fetch-site": "cross-site" } });
  expect(() => assertSameOrigin(request)).not.toThrow();
});

describe("a form", () => {
  it("is read as it was sent, with its files", async () => {
    const sent = new FormData();
    sent.append("SupplierName", "Åcacia & Söhne 🌿");
    sent.append("tags[]", "one");
    sent.append("tags[]", "two");
    sent.append("address.lines.0", "12 Wharf Road");
    sent.append("address.city", "Fremantle");
    sent.append("LogoFile", new File(["picture"], "logo.png", { type: "image/png" }));
    const form = await readForm(post(sent));
    expect(form.get("SupplierName")).toBe("Åcacia & Söhne 🌿");
    expect(form.getAll("tags[]")).toEqual(["one", "two"]);
    expect((form.get("LogoFile") as File).name).toBe("logo.png");
  });

  it("may have the size of a picture and the text around it", async () => {
    const sent = new FormData();
    sent.append("LogoFile", new File([new Uint8Array(2 * megabyte)], "logo.png"));
    sent.append("Description", "x".repeat(100_000));
    expect([...(await readForm(post(sent))).keys()]).toHaveLength(2);
  });

  it("that says that it is too large is refused before any of it is read", async () => {
    const { stream, taken } = bodyOf(60 * megabyte);
    const refusal = await refusalOf(post(stream, { "content-type": "multipart/form-data; boundary=x", "content-length": String(60 * megabyte) }));
    expect(refusal).toMatchObject({ status: 413, message: "This is more than can be sent at once. A file may have at most 2 MB." });
    expect(taken.bytes).toBe(0);
  });

  it.each(["multipart/form-data; boundary=x", "application/x-www-form-urlencoded"])(
    "of 60 MB that does not say so is read no further than the limit (%s)",
    async (type) => {
      const { stream, taken } = bodyOf(60 * megabyte);
      expect((await refusalOf(post(stream, { "content-type": type }))).status).toBe(413);
      expect(taken.bytes).toBeLessThan(4.2 * megabyte);
      expect(taken.isCancelled).toBe(true);
    },
  );

  it("that lies about its size is counted all the same", async () => {
    const { stream, taken } = bodyOf(60 * megabyte);
    expect((await refusalOf(post(stream, { "content-type": "multipart/form-data; boundary=x", "content-length": "10" }))).status).toBe(413);
    expect(taken.bytes).toBeLessThan(4.2 * megabyte);
  });

  const part = (name: string) => `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\nvalue\r\n`;
  const broken = {
    "in the middle of a value": part("a").slice(0, -4),
    "before its last boundary": part("a"),
    "in the middle of a head": `${part("a")}--x\r\nContent-Disp`,
    "at once": "",
  };

  it.each(Object.entries(broken))("that was cut off %s is refused", async (_, body) => {
    const refusal = await refusalOf(post(body, { "content-type": "multipart/form-data; boundary=x" }));
    expect(refusal).toMatchObject({ status: 400, message: "This form did not arrive whole. Please send it again." });
  });

  it("with a boundary that it does not name is refused", async () => {
    expect((await refusalOf(post(part("a"), { "content-type": "multipart/form-data" }))).status).toBe(400);
  });

  it.each(["application/json", "text/plain", "", "multipart/form-dataX"])("of the kind “%s” is refused", async (type) => {
    expect(await refusalOf(post(new TextEncoder().encode("{}"), type ? { "content-type": type } : {}))).toMatchObject({
      status: 400,
      message: "This form could not be read.",
    });
  });
});

describe("names that no form of ours has", () => {
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
    ["x.0", "x.push.call"],
    ["5"],
  ];

  it.each(nasty.map((names) => [names.join(" with "), names] as const))("are refused: %s", async (_, names) => {
    expect(await refusalOf(fields(...names))).toMatchObject({ status: 400, message: "This form has fields that it should not have." });
  });

  it("are refused in 5,000 fields", async () => {
    expect((await refusalOf(fields(...Array.from({ length: 5_000 }, (_, i) => `field${i}`)))).status).toBe(400);
  });

  it("never make the form library fail, or change what all objects share", async () => {
    const piece = fc.oneof(
      fc.constantFrom("a", "b", "0", "1", "a[]", "a[0]", "", "length", "push", "__proto__", "constructor", "toString"),
      fc.string({ maxLength: 3 }),
    );
    const name = fc.array(piece, { minLength: 1, maxLength: 4 }).map((pieces) => pieces.join("."));
    const shared = () => [Object.prototype, Array.prototype, Function.prototype, String.prototype].map((object) => Reflect.ownKeys(object).length);
    const before = shared();
    const anything = async (values: unknown) => ({ values: values as Record<string, unknown>, errors: {} });
    await fc.assert(
      fc.asyncProperty(fc.array(name, { maxLength: 6 }), async (names) => {
        const form = await readForm(fields(...names)).catch((error: unknown) => error);
        if (form instanceof FormData) await getValidatedFormData(form, anything, true);
        else expect(form).toBeInstanceOf(BadRequest);
      }),
      { numRuns: 2_000 },
    );
    expect(shared()).toEqual(before);
  });
});
