import { z } from "zod";
import { localMoment, turnOfMoment } from "#contract/fields.ts";
import { disableProduct, endBeforeBeginning } from "./schema.ts";

/** Where on its page a row stands: after a command it is shown there, even where it matches the filters no longer. */
const place = { Place: z.string().default("") };

/**
 * Dates and times are local, without a zone; the zone stood beside them. The chosen categories follow, by group, under
 * the names that `groupField` makes.
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

export const reviewForm = z.object(place);

export const disableForm = disableProduct.pick({ Reason: true }).extend(place);

/** The reason is for Disable alone. */
export const changeManyForm = disableProduct.pick({ Reason: true });
