/** Random interleavings of two people in the same form. */
import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { expect, test } from "vitest";
import { operations } from "#contract/operations.ts";
import { shownText } from "#contract/rules/edits.ts";
import { startApi } from "#tests/support/api.ts";
import { type EditWorld, editForms, type Form, type Values } from "#tests/support/edit-forms.ts";
import { supplierDetails } from "#tests/support/forms.ts";

const api = await startApi({ RATE_LIMIT: "off" });

const send = (form: Form, values: Values, as: EditWorld["admin"]) =>
  api.call(as, form.command, { ...form.key, ...values } as never);

async function aWorld(): Promise<EditWorld> {
  const admin = await api.aUser({ roles: ["Administrator"] });
  const supplier = await api.aSupplier();
  await api.ok(admin, operations.suppliers.updateDetails, supplierDetails(supplier));
  return { admin, other: await api.aUser({ roles: ["Administrator"] }), supplier };
}

/** A step of one of two people, who opens the form or saves it with these changes. */
const step = fc.record({
  who: fc.constantFrom(0, 1),
  does: fc.constantFrom("opens", "saves"),
  mine: fc.boolean(),
  theirs: fc.boolean(),
});

test("500 random interleavings of two people lose nobody's change, and refuse only what somebody else has changed", async () => {
  const world = await aWorld();
  const made: Prepared[] = [];
  for (const make of Object.values(editForms(api, world))) made.push(await prepared(make, world.admin));
  await fc.assert(
    fc.asyncProperty(fc.nat({ max: made.length - 1 }), fc.array(step, { minLength: 2, maxLength: 6 }), (which, steps) =>
      interleave(made[which] as Prepared, steps, world),
    ),
    { numRuns: 500 },
  );
  // It computes for up to a minute on a machine at rest, and for several on a busy one.
}, 600_000);

type Group = "mine" | "theirs";
interface Prepared {
  form: Form;
  /** Both values of each group of fields that are changed together. */
  groups: Partial<Record<Group, [Values, Values]>>;
}

async function prepared(make: () => Promise<Form>, admin: EditWorld["admin"]): Promise<Prepared> {
  const form = await make();
  const shown = await form.now();
  await send(form, { ...shown, ...form.mine, ...form.theirs }, admin);
  // As they are stored, such as rich text.
  const changed = await form.now();
  await send(form, shown, admin);
  const of = (values: Values, fields: Values) =>
    Object.fromEntries(Object.keys(fields).map((field) => [field, values[field]]));
  const both = (fields: Values): [Values, Values] => [of(shown, fields), of(changed, fields)];
  return { form, groups: { mine: both(form.mine), ...(form.theirs && { theirs: both(form.theirs) }) } };
}

interface OpenForm {
  values: Values;
  shown: string;
  /** The number of the step. */
  at: number;
}

type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

async function interleave({ form, groups }: Prepared, steps: readonly Step[], { admin, other }: EditWorld) {
  const opens = async (at: number): Promise<OpenForm> => {
    const values = await form.now();
    return { values, shown: shownText(values), at };
  };
  const open = [await opens(-1), await opens(-1)];
  const changed: { by: number; at: number; group: Group }[] = [];
  for (const [at, { who, does, ...chosen }] of steps.entries()) {
    if (does === "opens") {
      open[who] = await opens(at);
      continue;
    }
    const { values, shown, at: openedAt } = open[who] as OpenForm;
    const before = await form.now();
    const toggled = (["mine", "theirs"] as const).filter((group) => chosen[group] && groups[group]);
    const entered: Values = { ...values };
    for (const group of toggled) {
      const [one, two] = groups[group] as [Values, Values];
      const isOne = Object.entries(one).every(([field, value]) => isDeepStrictEqual(values[field], value));
      Object.assign(entered, isOne ? two : one);
    }
    const { status, problem } = await send(form, { ...entered, Shown: shown }, who === 0 ? admin : other);
    const after = await form.now();
    const isTouched = (group: Group) =>
      changed.some((each) => each.by !== who && each.at > openedAt && each.group === group);
    if (status === 409) {
      expect(after).toEqual(before);
      expect(toggled.some(isTouched), JSON.stringify(problem)).toBe(true);
      open[who] = await opens(at);
      continue;
    }
    expect([status, problem]).toMatchObject([200, {}]);
    const expected = { ...before };
    for (const group of toggled)
      for (const field of Object.keys(groups[group]?.[0] ?? {})) expected[field] = entered[field];
    expect(after).toEqual(expected);
    for (const group of toggled) changed.push({ by: who, at, group });
  }
}
