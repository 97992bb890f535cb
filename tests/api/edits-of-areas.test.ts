/** For each form that two people can edit at once: both changes are stored, or the second person is informed. */
import { randomUUID } from "node:crypto";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { alreadySent } from "#contract/operation.ts";
import { operations } from "#contract/operations.ts";
import { shownText } from "#contract/rules/edits.ts";
import { startApi } from "#tests/support/api.ts";
import { type EditWorld, editForms, type Form, type Values } from "#tests/support/edit-forms.ts";
import { supplierDetails } from "#tests/support/forms.ts";

const api = await startApi();

const world = {} as EditWorld;
beforeAll(async () => {
  world.admin = await api.aUser({ roles: ["Administrator"] });
  world.other = await api.aUser({ roles: ["Administrator"], givenName: "Otto", surname: "Ohm" });
});
beforeEach(async () => {
  world.supplier = await api.aSupplier();
  await api.ok(world.admin, operations.suppliers.updateDetails, supplierDetails(world.supplier));
});

const send = (form: Form, values: Values, as = world.admin) =>
  api.call(as, form.command, { ...form.key, ...values } as never);

describe.each(Object.entries(editForms(api, world)))("%s", (_, make) => {
  test("is not reverted by a user who had it open and changed another field, or nothing", async () => {
    const form = await make();
    const shown = await form.now();
    const theirs = form.theirs ?? form.mine;
    expect(await send(form, { ...shown, ...theirs })).toMatchObject({ status: 200 });
    const after = await form.now();
    expect(after, "their change was written").not.toEqual(shown);
    const mine = form.theirs ? form.mine : {};
    expect(await send(form, { ...shown, ...mine, Shown: shownText(shown) })).toMatchObject({ status: 200 });
    expect(await form.now()).toEqual({ ...after, ...mine });
  });

  test("accepts a concurrent change of the same field only after its sender has seen the first", async () => {
    const form = await make();
    const shown = await form.now();
    const [field = ""] = Object.keys(form.mine);
    await send(form, { ...shown, ...form.mine });
    const first = await form.now();
    const before = { [field]: "something else" };
    const Shown = shownText({ ...shown, ...before });
    const second = await send(form, { ...shown, Shown });
    expect(second).toMatchObject({ status: 409, problem: { theirs: { [field]: first[field] } } });
    expect(await form.now()).toEqual(first);
    expect(await send(form, { ...shown, Shown: second.problem.shown })).toMatchObject({ status: 200 });
    expect(await form.now()).toEqual({ ...first, [field]: shown[field] });
  });

  test("is saved twice in a row from the same form, without a conflict with oneself", async () => {
    const form = await make();
    const shown = await form.now();
    const Shown = shownText(shown);
    const Id = randomUUID();
    expect(await send(form, { ...shown, ...form.mine, Shown, Id })).toMatchObject({ status: 200 });
    const first = await form.now();
    const again = { ...shown, ...form.mine, ...form.theirs, Shown };
    if (form.theirs)
      expect(await send(form, { ...again, Id })).toMatchObject({ status: 409, problem: { code: alreadySent } });
    expect(await send(form, { ...again, After: Id })).toMatchObject({ status: 200 });
    const second = await form.now();
    for (const field of Object.keys(form.mine)) expect(second[field]).toEqual(first[field]);
    for (const field of Object.keys(form.theirs ?? {})) expect(second[field]).not.toEqual(shown[field]);
    // A third time, with the values that the form showed at first.
    expect(await send(form, { ...shown, Shown, After: Id })).toMatchObject({ status: 200 });
    expect(await form.now()).toEqual(second);
  });

  test("names who else has changed the same field, when and how", async () => {
    const form = await make();
    const shown = await form.now();
    const [field = ""] = Object.keys(form.mine);
    await send(form, { ...shown, ...form.mine }, world.other);
    const Shown = shownText({ ...shown, [field]: "something else" });
    const { problem } = await send(form, { ...shown, Shown });
    expect(problem.by).toEqual({
      [field]: { userName: "Otto Ohm", at: expect.stringMatching(/^20.*Z$/), way: "form", detail: "" },
    });
  });
});
