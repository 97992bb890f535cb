import { z } from "zod";
import { localMoment, turnOfMoment } from "#contract/fields.ts";
import { disableProduct, endBeforeBeginning } from "./schema.ts";

const place = {
  /** The row's position on its page: after a command it is shown there, even if it no longer matches the filters. */
  Place: z.string().default(""),
  /** The id of the row that is opened after the decision; empty if this row stays open. */
  Next: z
    .string()
    .regex(/^\d{0,9}$/)
    .default(""),
};

/**
 * Dates and times are local, in the zone shown beside them. The chosen categories follow, by group, in fields that are
 * named by `groupField`.
 */
export const approveForm = z
  .looseObject({
    ...place,
    SeenStatus: z.string().default(""),
    AvailableFrom: localMoment,
    AvailableFromTurn: turnOfMoment,
    AvailableTo: localMoment,
    AvailableToTurn: turnOfMoment,
    TimeZone: z.string().default(""),
  })
  .refine(
    ({ AvailableFrom: from, AvailableTo: to, ...turns }) =>
      !from || !to || from < to || (from === to && turns.AvailableFromTurn < turns.AvailableToTurn),
    { path: ["AvailableTo"], message: endBeforeBeginning },
  );

export const groupField = (groupId: number) => `Group${groupId}`;
export const isGroupField = (field: string) => /^Group\d+$/.test(field);

/** Of a group that is searched: the words, the categories that were found, as `12 Home > Kitchen`, and how many. */
export const findField = (group: string) => `Find${group}`;
export const foundField = (group: string) => `Found${group}`;
export const countField = (group: string) => `Count${group}`;

export const reviewForm = z.object(place);

export const disableForm = disableProduct.pick({ Reason: true }).extend(place);

/** The reason is used for Disable only. */
export const changeManyForm = disableProduct.pick({ Reason: true });
