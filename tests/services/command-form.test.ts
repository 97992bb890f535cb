import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { withRowsChanged } from "#app/lib/form-rows.ts";
import { afterPress } from "#app/lib/rates/rate-rows.ts";
import { commandForm, commandForms } from "#app/services/forms/command-form.server.ts";
import { takeDraft } from "#app/services/forms/draft.server.ts";
import { stateOf } from "#app/services/request/request-state.server.ts";
import { screen } from "#app/services/request/route.server.ts";
import { takeToast } from "#app/services/request/toast.server.ts";
import { attributes } from "#contract/attributes/operations.ts";
import { attributeOptionsForm } from "#contract/attributes/schema.ts";
import { carriedOutHeader } from "#contract/operation.ts";
import { shippingRules } from "#contract/shipping-rules/operations.ts";
import { shippingRatesForm } from "#contract/shipping-rules/rates-form.ts";
import { suppliers } from "#contract/suppliers/operations.ts";
import { addSupplier, setCarrierKey } from "#contract/suppliers/schema.ts";
import { CookieJar } from "#tests/support/services/cookies.ts";
import { secondsFromNow, signedInWith } from "#tests/support/services/session.ts";
import { cutOff, json, type Received, text } from "#tests/support/services/stub-server.ts";
import { type Outcome, send, visit } from "#tests/support/services/visitor.ts";
import { api, publicUrl } from "#tests/support/services/world.ts";

const command = "POST /api/v1/suppliers/AddSupplier";
const upload = "POST /api/v1/files/upload";
const uploaded = "11111111-1111-4111-8111-111111111111";
const notSaved = "Oh dear, we could not save the supplier.";
const page = "/suppliers/new?name=aca";

const action = commandForms({
  add: commandForm({
    operation: suppliers.add,
    schema: addSupplier,
    input: (values) => values,
    uploads: { LogoFile: { to: "LogoId", location: 1, failure: "The logo could not be uploaded." } },
    saved: "Supplier updated successfully.",
    notSaved,
    next: (_, id) => `/suppliers/${id}`,
  }),
});
const withRows = commandForms({
  options: commandForm({
    operation: attributes.upsertOptionValues,
    schema: attributeOptionsForm,
    input: (values) => ({ ...values, AttributeId: 1 }),
    refresh: (typed, pressed) => withRowsChanged("Values", typed, pressed, { code: "", value: "" }),
    saved: "Saved.",
    notSaved,
    next: () => "/attributes/1",
  }),
});
const draftOf = screen(takeDraft);

let jar: CookieJar;
beforeEach(async () => {
  jar = await signedInWith();
});

const good = () => ({
  intent: "add",
  Id: randomUUID(),
  SupplierName: "Acacia",
  PrimaryContactEmail: "orders@acacia.example",
});
const picture = () => new File(["picture"], "logo.png", { type: "image/png" });

const post = (fields: Record<string, string | File>): Promise<Outcome> => send(action, page, fields, jar);
const sentToApi = () => api.received(command).map(({ body }) => JSON.parse(body) as Record<string, unknown>);

describe("a valid form", () => {
  it("is sent as the command with its Id, and redirects with the success message", async () => {
    const form = good();
    const { status, headers } = await post(form);
    expect([status, headers.get("location")]).toEqual([302, "/suppliers/61"]);
    expect(headers.get("set-cookie")).toContain("toast=");
    const { intent, ...fields } = form;
    expect(sentToApi()).toEqual([fields]);
  });

  it("uploads the selected file first", async () => {
    expect((await post({ ...good(), LogoFile: picture() })).status).toBe(302);
    const [{ body }] = api.received(upload) as [Received];
    expect(body).toContain("logo.png");
  });

  it("uploads nothing if no file was selected", async () => {
    await post({ ...good(), LogoFile: new File([], "") });
    expect(api.received(upload)).toEqual([]);
    expect(sentToApi()).toHaveLength(1);
  });
});

describe("a form that is sent again", () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  const sentAgain = async (carriedOut: string) => {
    api.on(command, (received, response) => {
      response.setHeader(carriedOutHeader, carriedOut);
      return json(61)(received, response);
    });
    jar.set("tz", "Australia/Perth");
    const { status, headers } = await post(good());
    expect([status, headers.get("location")]).toEqual([302, "/suppliers/61"]);
    const request = new Request(publicUrl, { headers: { cookie: jar.keep(headers.getSetCookie()).header } });
    return (await takeToast(request, stateOf({}, request)))?.message;
  };

  it("says since when it has been saved, in the operator's time zone", async () => {
    vi.useFakeTimers({ now: new Date("2026-03-02T04:00:00Z"), toFake: ["Date"] });
    jar = await signedInWith();
    expect(await sentAgain("2026-03-02T02:42:10.000Z")).toBe("Already saved at 1:42 pm.");
    expect(await sentAgain("2026-03-01T02:42:10.000Z")).toBe("Already saved on 01 Mar 2026, 1:42 pm.");
  });

  it("says what it always says after a double click", async () => {
    expect(await sentAgain(new Date().toISOString())).toBe("Supplier updated successfully.");
  });
});

describe("a list in a form", () => {
  const rows = { "Values.0.code": "r", "Values.0.value": "Red", "Values.1.code": "", "Values.1.value": "Green" };
  const sendRows = (fields: Record<string, string>) =>
    send(withRows, "/attributes/1?edit=options", { intent: "options", Id: randomUUID(), ...fields }, jar);

  it("comes back with a row added or removed and the other input unchanged, and nothing is sent", async () => {
    expect(await sendRows({ ...rows, refresh: "add" })).toMatchObject({
      status: 200,
      body: { defaultValues: { ...rows, "Values.2.code": "", "Values.2.value": "" } },
    });
    const less = await sendRows({ ...rows, refresh: "remove.0" });
    expect(less.body).toMatchObject({
      intent: "options",
      defaultValues: { "Values.0.code": "", "Values.0.value": "Green" },
    });
    expect(Object.keys((less.body as { defaultValues: object }).defaultValues)).not.toContain("Values.1.value");
    expect(await sendRows({ ...rows, refresh: "nonsense" })).toMatchObject({
      status: 200,
      body: { defaultValues: rows },
    });
    expect(api.received("POST /api/v1/attributes/UpsertAttributeOptionValues")).toEqual([]);
  });

  it("shows messages at the fields of its rows", async () => {
    expect(
      await sendRows({ ...rows, "Values.1.value": "red", "Values.2.code": "R", "Values.2.value": "" }),
    ).toMatchObject({
      status: 422,
      body: {
        errors: {
          "Values.1.value": { message: "Another option has this name." },
          "Values.2.code": { message: "Another option has this code." },
          "Values.2.value": { message: "This is a required field" },
        },
      },
    });
  });
});

describe("an invalid form", () => {
  it("comes back with a message at the field and its input, and nothing is sent", async () => {
    const form = { ...good(), PrimaryContactEmail: "nonsense" };
    expect(await post(form)).toMatchObject({
      status: 422,
      body: {
        intent: "add",
        defaultValues: form,
        errors: { PrimaryContactEmail: { message: "Please enter a valid email address" } },
      },
    });
    expect(sentToApi()).toEqual([]);
  });

  it("keeps the uploaded file, so that it need not be selected again", async () => {
    const { body } = await post({ ...good(), SupplierName: "", LogoFile: picture() });
    expect(body).toMatchObject({ defaultValues: { LogoId: uploaded } });
    expect((body as { defaultValues: object }).defaultValues).not.toHaveProperty("LogoFile");
  });

  it("keeps its Id for the next attempt", async () => {
    const form = { ...good(), SupplierName: "" };
    const { body } = await post(form);
    expect((body as { defaultValues: { Id: string } }).defaultValues.Id).toBe(form.Id);
  });

  it.each(["", "nonsense", "1"])(
    "gets a new Id, which it keeps, if its own is missing or invalid (“%s”)",
    async (Id) => {
      api.on(command, cutOff);
      const { body } = await post({ ...good(), Id });
      const { defaultValues } = body as { defaultValues: ReturnType<typeof good> };
      await post(defaultValues);
      expect(sentToApi().map((sent) => sent.Id)).toEqual([defaultValues.Id, defaultValues.Id]);
    },
  );
});

describe("a command that the API refuses", () => {
  it("shows the API's message at its field", async () => {
    api.on(command, json({ message: "Please look again.", errors: { SupplierName: ["That name is taken."] } }, 400));
    const { status, body } = await post(good());
    expect([status, body]).toMatchObject([
      400,
      {
        errors: { SupplierName: { type: "server", message: "That name is taken." } },
        defaultValues: { SupplierName: "Acacia" },
      },
    ]);
    expect((body as { failure?: string }).failure).toBeUndefined();
  });

  it("shows a message without a field above the form", async () => {
    api.on(command, json({ message: "There are too many suppliers." }, 409));
    expect(await post(good())).toMatchObject({
      status: 409,
      body: { failure: "There are too many suppliers.", defaultValues: { SupplierName: "Acacia" } },
    });
  });

  it.each([
    ["refuses without a message", json({}, 403), 403],
    ["is down", cutOff, 503],
    ["fails", text("<h1>secret words</h1>", "text/html", 500), 503],
    ["responds with garbage", text("<h1>Welcome to nginx</h1>"), 503],
  ])("shows the form's fallback message when it %s, and keeps the input", async (_, answer, status) => {
    api.on(command, answer);
    const form = good();
    expect(await post(form)).toMatchObject({ status, body: { failure: notSaved, defaultValues: form } });
  });
});

describe("a record that is in use", () => {
  const remove = commandForms({
    add: commandForm({
      operation: suppliers.add,
      schema: addSupplier,
      input: (values) => values,
      saved: "",
      notSaved,
      next: () => "/",
    }),
  });

  it.each([500, 409])(
    "is shown with the names of the records that use it if the API responds %i with a list, without a retry",
    async (status) => {
      api.on(command, json([{ id: 7, name: "Tray" }, "Basket"], status));
      const { status: answered, body } = await send(remove, page, good(), jar);
      expect([answered, body]).toMatchObject([409, { inUse: [{ id: 7, name: "Tray" }, { name: "Basket" }] }]);
      expect((body as { failure?: string }).failure).toBeUndefined();
      expect(sentToApi()).toHaveLength(1);
    },
  );

  it("is not assumed if the list has another format", async () => {
    api.on(command, json([{ id: 7 }], 409));
    expect(await send(remove, page, good(), jar)).toMatchObject({ status: 409, body: { failure: notSaved } });
  });
});

describe("a form with rows", () => {
  const rates = commandForms({ rates: ratesForm() });
  const row = (index: number, values: Record<string, string>) =>
    Object.fromEntries(Object.entries(values).map(([field, value]) => [`ShippingRates.${index}.${field}`, value]));
  const tiers = {
    ...row(0, { CountryCode: "AU", State: "", QuantityFrom: "1", QuantityTo: "4", ShippingRatePerItem: "8" }),
    ...row(1, { CountryCode: "AU", State: "", QuantityFrom: "5", QuantityTo: "", ShippingRatePerItem: "" }),
  };
  const form = () => ({ intent: "rates", Id: randomUUID(), ...tiers });

  it("gets messages by row and field", async () => {
    expect(await send(rates, "/shippingrules/1", form(), jar)).toMatchObject({
      status: 422,
      body: {
        errors: {
          "ShippingRates.1.ShippingRatePerItem": { message: "Please enter the shipping rate per item ex GST" },
        },
        defaultValues: tiers,
      },
    });
  });

  it("comes back changed if one of its own buttons was clicked, and nothing is sent", async () => {
    const { status, body } = await send(rates, "/shippingrules/1", { ...form(), refresh: "remove.0" }, jar);
    expect(status).toBe(200);
    expect((body as { defaultValues: object }).defaultValues).toMatchObject(
      row(0, { QuantityFrom: "1", ShippingRatePerItem: "" }),
    );
    expect((body as { defaultValues: object }).defaultValues).not.toHaveProperty("ShippingRates.1.QuantityFrom");
    expect(api.received("POST /api/v1/shippingRules/UpsertShippingRuleRates")).toEqual([]);
  });
});

function ratesForm() {
  return commandForm({
    operation: shippingRules.upsertRates,
    schema: shippingRatesForm,
    input: ({ ShippingRates }) => ({ ShippingRuleId: 1, ShippingRates }),
    refresh: afterPress,
    saved: "",
    notSaved,
    next: () => "/",
  });
}

describe("a file that can't be uploaded", () => {
  it.each([
    [
      "with the API's message",
      json({ message: "This is no picture." }, 400),
      "The logo could not be uploaded. This is no picture.",
    ],
    ["with the fallback message", cutOff, "The logo could not be uploaded."],
  ])("prevents saving, %s", async (_, answer, message) => {
    api.on(upload, answer);
    expect(await post({ ...good(), LogoFile: picture() })).toMatchObject({
      status: 422,
      body: { errors: { root: { message } }, defaultValues: { SupplierName: "Acacia" } },
    });
    expect(sentToApi()).toEqual([]);
  });
});

describe("a form with a secret", () => {
  const setKey = "POST /api/v1/suppliers/SetCarrierKey";
  const address = "/suppliers/1?edit=carrier";
  const key = "shp_live_0123456789abcdef4f2a";
  const withSecret = commandForms({
    carrier: commandForm({
      operation: suppliers.setCarrierKey,
      schema: setCarrierKey.omit({ SupplierId: true }),
      input: (values) => ({ ...values, SupplierId: 1 }),
      saved: "Saved.",
      notSaved,
      next: () => "/suppliers/1",
    }),
  });
  const form = (Key = key) => ({ intent: "carrier", Id: randomUUID(), Shown: "Key:", Key });
  const sendKey = (Key = key) => send(withSecret, address, form(Key), jar);

  it("sends the secret to the API", async () => {
    api.on(setKey, json(null));
    expect((await sendKey()).status).toBe(302);
    expect(api.received(setKey).map(({ body }) => JSON.parse(body))).toMatchObject([{ Key: key, SupplierId: 1 }]);
  });

  it.each([
    ["validation refuses it", `${key} ${key}`, json(null), 422],
    ["the API refuses it", key, json({ message: "No.", errors: { Key: ["No such key."] } }, 422), 422],
    ["the API is down", key, cutOff, 503],
    ["the session has ended", key, json({}, 401), 401],
  ])("comes back with its other fields and without the secret if %s", async (_, Key, answer, status) => {
    api.on(setKey, answer);
    const outcome = await sendKey(Key);
    expect(outcome).toMatchObject({ status, body: { defaultValues: { Shown: "Key:" } } });
    expect(JSON.stringify(outcome.body)).not.toContain(key);
    const draft = await visit(draftOf, address, outcome.jar);
    expect(JSON.stringify(draft.body ?? null)).not.toContain(key);
  });

  it("has no form to send again on the page of an error, because the secret would be missing", async () => {
    jar = await signedInWith();
    const failing = commandForms({
      carrier: commandForm({
        operation: suppliers.setCarrierKey,
        schema: setCarrierKey.omit({ SupplierId: true }),
        input: () => {
          throw new Error("broken");
        },
        saved: "",
        notSaved,
        next: () => "/",
      }),
    });
    const { status, body } = await send(failing, address, form(), jar);
    expect([status, body]).toEqual([500, { status: 500 }]);
  });
});

describe("a session that ends while a form is being filled in", () => {
  const typed = () => ({ ...good(), SupplierName: "Acacia, typed for an hour" });

  async function endedWith(fields: Record<string, string>): Promise<Outcome> {
    api.on(command, json({}, 401));
    return post(fields);
  }

  it("keeps the input until the same user returns to the same page, once", async () => {
    const form = typed();
    const ended = await endedWith(form);
    expect(ended).toMatchObject({ status: 401, body: { loggedOut: true, isSaved: true } });
    const back = await visit(draftOf, page, ended.jar);
    expect(back.body).toEqual({ path: page, intent: "add", values: form });
    expect((await visit(draftOf, page, back.jar)).body).toBeUndefined();
  });

  it("keeps the input also if the upload was refused or the token is known to have expired", async () => {
    api.on(upload, json({}, 401));
    expect((await post({ ...typed(), LogoFile: picture() })).body).toMatchObject({ loggedOut: true, isSaved: true });
    jar = await signedInWith({ expiresAt: secondsFromNow(-10), refresh: undefined });
    expect((await post(typed())).body).toMatchObject({ loggedOut: true, isSaved: true });
    expect(sentToApi()).toEqual([]);
  });

  it.each(["/suppliers/new", "/suppliers/new?name=aca&page=2", "/suppliers/7?edit=general"])(
    "does not restore the input on another page: %s",
    async (other) => {
      const { jar: after } = await endedWith(typed());
      expect((await visit(draftOf, other, after)).body).toBeUndefined();
      expect((await visit(draftOf, page, after)).body).toBeDefined();
    },
  );

  it("does not show the input to another user who signs in", async () => {
    const { jar: after } = await endedWith(typed());
    after.keep([...(await signedInWith({}, { subject: "8" }))].map(([name, value]) => `${name}=${value}`));
    expect((await visit(draftOf, page, after)).body).toBeUndefined();
  });

  it("keeps the input of several tabs and restores each form's own", async () => {
    const [first, second] = [typed(), { ...typed(), SupplierName: "Of the second tab" }];
    api.on(command, json({}, 401));
    // Both were sent with the same earlier cookies, so neither knows of the other.
    const [one, two] = await Promise.all([send(action, page, first, jar), send(action, "/suppliers/new", second, jar)]);
    const both = new CookieJar([...one.jar, ...two.jar]);
    expect((await visit(draftOf, "/suppliers/new", both)).body).toMatchObject({ values: second });
    expect((await visit(draftOf, page, both)).body).toMatchObject({ values: first });
  });

  it("keeps the input of the same form in two tabs and restores one after the other", async () => {
    api.on(command, json({}, 401));
    const first = await send(action, page, { ...typed(), SupplierName: "First" }, jar);
    const second = await send(action, page, { ...typed(), SupplierName: "Second" }, first.jar);
    const back = await visit(draftOf, page, second.jar);
    expect(back.body).toMatchObject({ values: { SupplierName: "First" } });
    expect((await visit(draftOf, page, back.jar)).body).toMatchObject({ values: { SupplierName: "Second" } });
  });

  it("keeps the input of only the last four forms, to limit the size of the cookies", async () => {
    api.on(command, json({}, 401));
    let after = jar;
    for (let tab = 1; tab <= 6; tab += 1)
      after = (await send(action, `/suppliers/new?name=${tab}`, typed(), after)).jar;
    const drafts = [1, 2, 3, 4, 5, 6].map(
      async (tab) => (await visit(draftOf, `/suppliers/new?name=${tab}`, after)).body !== undefined,
    );
    expect(await Promise.all(drafts)).toEqual([false, false, true, true, true, true]);
  });

  it("keeps the input of a user who signed out in another tab, without uploads or requests to the API", async () => {
    const form = typed();
    const stranger = await send(action, page, { ...form, LogoFile: picture() }, new CookieJar());
    expect(stranger).toMatchObject({ status: 401, body: { loggedOut: true, isSaved: true } });
    expect([...api.received(command), ...api.received(upload)]).toEqual([]);
    stranger.jar.keep([...jar].map(([name, value]) => `${name}=${value}`));
    expect((await visit(draftOf, page, stranger.jar)).body).toEqual({ path: page, intent: "add", values: form });
  });

  it("keeps input on the page that is too long for a cookie", async () => {
    const SupplierName = Array.from({ length: 600 }, () => randomUUID()).join("");
    const long = commandForms({ add: longForm });
    api.on(command, json({}, 401));
    const form = { ...good(), SupplierName };
    const { body, jar: after } = await send(long, page, form, jar);
    expect(body).toMatchObject({ loggedOut: true, isSaved: false, defaultValues: form });
    expect([...after.keys()].filter((name) => name.startsWith("draft"))).toEqual([]);
  });
});

/** Accepts input that is too long for a cookie. */
const longForm = commandForm({
  operation: suppliers.add,
  schema: addSupplier.pick({ PrimaryContactEmail: true }),
  input: (values) => ({ ...values, SupplierName: "long" }),
  saved: "",
  notSaved,
  next: () => "/",
});

describe("a POST that belongs to no form of the page", () => {
  it.each(["", "delete", "constructor", "toString", "__proto__"])("is refused with a message: “%s”", async (intent) => {
    expect(await post({ ...good(), intent })).toMatchObject({
      status: 400,
      body: { status: 400, message: "This form does not belong to this page. Please reload the page and try again." },
    });
    expect(sentToApi()).toEqual([]);
  });

  it.each(["__proto__.x", "hasOwnProperty.call", "SupplierName.x", "x.100000000.y"])(
    "is refused for a field like %s",
    async (field) => {
      expect(await post({ ...good(), [field]: "1" })).toMatchObject({
        status: 400,
        body: { message: "This form has fields that it should not have." },
      });
      expect(Object.prototype).not.toHaveProperty("x");
    },
  );

  it("can request the form again with its input, for a list that depends on a selection", async () => {
    const form = good();
    expect(await post({ ...form, refresh: "states" })).toMatchObject({
      status: 200,
      body: { intent: "add", defaultValues: form },
    });
    expect(sentToApi()).toEqual([]);
  });
});
