/** Saved views of lists: everybody but Read Only keeps their own, and administrators share them. */
import { and, asc, count, eq, inArray, isNull, ne, or, type SQL, sql } from "drizzle-orm";
import type { Caller } from "#api/core/access/caller.ts";
import { mayWrite } from "#api/core/access/roles.ts";
import { edited } from "#api/core/commands/edits.ts";
import type { Db } from "#api/core/database/connection.ts";
import { insertedId } from "#api/core/database/inserted-id.ts";
import { views as viewsTable } from "#api/core/database/schema/index.ts";
import type { AreaHandlers } from "#api/core/operations/handlers.ts";
import { forbidden, invalid, notFound } from "#api/core/refusals/refusal.ts";
import type { Operations } from "#contract/operations.ts";
import { can } from "#contract/permissions.ts";
import { settings } from "#contract/settings/operations.ts";
import { viewFields } from "#contract/views/edits.ts";
import { maxViews } from "#contract/views/schema.ts";

type Row = typeof viewsTable.$inferSelect;

const mayShare = ({ permissions }: Caller) => can(permissions, settings.updateOrganisation);

/** Condition: the caller's own views, and those of their roles and of everybody. Who may share sees all shared ones. */
function visibleViews(caller: Caller): SQL | undefined {
  const shared = mayShare(caller)
    ? isNull(viewsTable.userId)
    : inArray(viewsTable.audience, ["everybody", ...caller.roles]);
  return or(eq(viewsTable.userId, caller.userId), shared);
}

const canEdit = (view: Row, caller: Caller) =>
  mayShare(caller) || (view.userId === caller.userId && mayWrite(caller.roles));

const notYours = () => forbidden("Only administrators may share views and change shared ones.");

export const views: AreaHandlers<Operations["views"]> = {
  async list(_input, { db, caller }) {
    const rows = await db
      .select()
      .from(viewsTable)
      .where(visibleViews(caller))
      .orderBy(asc(sql`lower(${viewsTable.name})`), asc(viewsTable.id));
    const items = rows.map(({ userId, ...view }) => ({
      ...view,
      isForMe: [...caller.roles, "me", "everybody"].includes(view.audience),
      canEdit: canEdit({ userId, ...view }, caller),
    }));
    return { items, canShare: mayShare(caller) };
  },

  async save(sent, { db, caller }) {
    // One after another, so that two defaults or one view too many cannot be saved at the same time.
    await db.execute(sql`select pg_advisory_xact_lock(hashtext(${`views ${sent.List}`}))`);
    const id = sent.ViewId === null ? null : Number(sent.ViewId);
    const stored = id === null ? undefined : await viewOf(db, caller, { id, list: sent.List });
    if (stored && !canEdit(stored, caller)) throw notYours();
    const input = stored ? edited(sent, viewFields(stored)) : sent;
    if (input.Audience !== "me" && !mayShare(caller)) throw notYours();
    const values = {
      list: sent.List,
      name: input.Name,
      audience: input.Audience,
      userId: input.Audience === "me" ? caller.userId : null,
      isDefault: input.IsDefault,
      isPinned: input.IsPinned,
      query: input.Query,
      columns: input.Columns,
    };
    const sameAudience = and(
      eq(viewsTable.list, values.list),
      values.userId === null ? isNull(viewsTable.userId) : eq(viewsTable.userId, values.userId),
      stored && ne(viewsTable.id, stored.id),
    );
    const [others] = await db.select({ count: count() }).from(viewsTable).where(sameAudience);
    if (others && others.count >= maxViews)
      throw invalid({ Name: [`There are already ${maxViews} views of this list. Please delete one first.`] });
    if (values.isDefault)
      await db
        .update(viewsTable)
        .set({ isDefault: false })
        .where(and(sameAudience, eq(viewsTable.audience, values.audience)));
    if (!stored) return db.insert(viewsTable).values(values).returning({ id: viewsTable.id }).then(insertedId);
    await db.update(viewsTable).set(values).where(eq(viewsTable.id, stored.id));
    return stored.id;
  },

  async remove({ ViewId }, { db, caller }) {
    const [view] = await db
      .select()
      .from(viewsTable)
      .where(and(eq(viewsTable.id, Number(ViewId)), visibleViews(caller)))
      .for("update");
    if (!view) return null;
    if (!canEdit(view, caller)) throw notYours();
    await db.delete(viewsTable).where(eq(viewsTable.id, view.id));
    return null;
  },
};

/** Finds a view only in the list that it was created for. */
async function viewOf(db: Db, caller: Caller, { id, list }: Pick<Row, "id" | "list">): Promise<Row> {
  const [view] = await db
    .select()
    .from(viewsTable)
    .where(and(eq(viewsTable.id, id), eq(viewsTable.list, list), visibleViews(caller)))
    .for("update");
  if (!view) throw notFound("This view");
  return view;
}
