import { and, eq, isNull, ne, sql } from "drizzle-orm";
import { edited } from "#api/core/commands/edits.ts";
import type { Db } from "#api/core/database/connection.ts";
import { insertedId } from "#api/core/database/inserted-id.ts";
import { attributes } from "#api/core/database/schema/index.ts";
import type { Handler } from "#api/core/operations/handlers.ts";
import { invalid, notFound } from "#api/core/refusals/refusal.ts";
import { attributeDetails } from "#contract/attributes/edits.ts";
import type { Operations } from "#contract/operations.ts";

type Attributes = Operations["attributes"];

export const add: Handler<Attributes["add"]> = async (input, { db }) => {
  await assertFree(db, input.InternalName);
  return db
    .insert(attributes)
    .values({
      internalName: input.InternalName,
      displayName: input.DisplayName,
      selectionType: input.SelectionType,
      optionDataType: input.OptionDataType,
    })
    .returning({ id: attributes.id })
    .then(insertedId);
};

export const updateDetails: Handler<Attributes["updateDetails"]> = async (sent, { db }) => {
  await lockNames(db);
  const attribute = await attributeToChange(db, sent.AttributeId);
  const input = edited(sent, attributeDetails({ ...attribute, name: attribute.internalName }));
  await assertFree(db, input.InternalName, attribute.id);
  await db
    .update(attributes)
    .set({ internalName: input.InternalName, displayName: input.DisplayName, selectionType: input.SelectionType })
    .where(eq(attributes.id, attribute.id));
  return null;
};

export const deactivate: Handler<Attributes["deactivate"]> = async (input, { db }) =>
  setDisabled(db, input.AttributeId, true);

export const activate: Handler<Attributes["activate"]> = async (input, { db }) =>
  setDisabled(db, input.AttributeId, false);

async function setDisabled(db: Db, id: number, isDisabled: boolean): Promise<null> {
  const attribute = await attributeToChange(db, id);
  await db.update(attributes).set({ isDisabled }).where(eq(attributes.id, attribute.id));
  return null;
}

/** Internal names must be unique to tell attributes apart; display names need not be. */
async function assertFree(db: Db, name: string, except?: number): Promise<void> {
  await lockNames(db);
  const [taken] = await db
    .select({ id: attributes.id })
    .from(attributes)
    .where(
      and(
        isNull(attributes.productId),
        eq(sql`lower(${attributes.internalName})`, name.toLowerCase()),
        except === undefined ? undefined : ne(attributes.id, except),
      ),
    )
    .limit(1);
  if (taken) throw invalid({ InternalName: ["Another attribute has this internal name."] });
}

/** Makes concurrent commands that use the same name wait here. */
const lockNames = (db: Db) => db.execute(sql`lock table ${attributes} in share row exclusive mode`);

/** @throws Refusal 404, also for a product-specific attribute, which is changed with its product */
export async function attributeToChange(db: Db, id: number) {
  const [attribute] = await db
    .select()
    .from(attributes)
    .where(and(eq(attributes.id, id), isNull(attributes.productId)))
    .for("update");
  if (!attribute) throw notFound("This attribute");
  return attribute;
}
