/** Changing many records at once: what an area declares. The mechanism is in `choosing.ts`, `preview.ts`, `process.ts`. */
import type { SQL } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { StoredChange } from "#api/core/history/put-back.ts";
import type { Context } from "#api/core/operations/context.ts";
import type { HistoryRecord } from "#contract/areas.ts";
import type { Permission } from "#contract/permissions.ts";

/** The context of a change, in a request or in a background process. */
export type ManyWork = Pick<Context, "db" | "caller" | "config" | "jobs" | "files" | "now">;

/** A record that is changed, as a row of the process. */
export interface ChosenRow {
  id: number;
  name: string;
}

export interface ManyInput<Change, Filter> {
  Ids: readonly number[];
  Filter?: Filter | null | undefined;
  Change: Change;
}

export interface ManyArea<Change = unknown, Filter = unknown, Stored = unknown> {
  /** Name of the kind of process. */
  readonly name: string;
  /** Singular, for messages. */
  readonly noun: string;
  /** The page of the back office; the progress is below it. */
  readonly path: string;
  /** Said if nothing matches, where a filter of the list finds more than can be changed. */
  readonly noneMatches?: string;
  /** Of the caller alone, for all kinds of changes. */
  readonly permission: Permission;
  /** The names of the rows in messages lead to products. */
  readonly isOfProducts?: boolean;
  /**
   * Of one kind of change; asked by the command, the preview and each row.
   * @throws Refusal 403
   */
  authorise?(work: ManyWork, change: Change): void;
  /** Refuses a change that is wrong for every record, when it is previewed and when it begins. */
  assertPossible?(context: ManyWork, change: Change): void;
  readonly id: PgColumn;
  /** The condition of a filter of the list. */
  matches(filter: Filter, work: ManyWork): SQL | undefined;
  /** Records that the caller may change and that match, by name. */
  find(work: ManyWork, which: SQL | undefined, most: number): Promise<ChosenRow[]>;
  /** @throws Refusal 404 or 403 if the caller may not change it any more */
  lock(work: ManyWork, id: number): Promise<Stored>;
  /** Text that distinguishes the record from others of its name. */
  about(stored: Stored): string;
  /** The values that such a change may touch, by label. `isAfter` is set once the change has been tried. */
  shown(work: ManyWork, stored: Stored, change: Change, isAfter: boolean): Promise<Map<string, string>>;
  /**
   * Returns false if the record is like that already.
   * @param stored locked
   * @throws Refusal with the reason why it cannot be changed
   */
  change(work: ManyWork, stored: Stored, change: Change): Promise<boolean>;
  /** The past participle for changed records; "changed" if left out. */
  done?(change: Change): string;
  readonly undo: UndoRules<Change, Stored>;
}

interface UndoRules<Change, Stored> {
  /** Whether such a change can be put back. */
  can(change: Change): boolean;
  readonly record: HistoryRecord;
  /** Where a change writes something that is put back; what follows from it elsewhere is done anew. */
  readonly tables: string[];
  /** Returns a sentence about each field that stays, because somebody has changed it since. */
  describeKept(work: ManyWork, kept: readonly StoredChange[]): Promise<string[]>;
  /**
   * Asked once, before anything is put back, for changes that need more than the permission of the area.
   * @throws Refusal
   */
  authorise?(context: ManyWork, change: Change): Promise<void>;
  /**
   * Before one record is put back.
   * @throws Refusal if it must stay as it is
   */
  before?(work: ManyWork, stored: Stored, change: Change, own: readonly StoredChange[]): Promise<void>;
  /** Once one record has been put back. */
  after?(work: ManyWork, stored: Stored, change: Change, own: readonly StoredChange[]): Promise<void>;
}
