import fc from "fast-check";
import { DateTime } from "luxon";
import { describe, expect, test } from "vitest";
import { promiseOf } from "#api/areas/shared/ship-by.ts";
import { stateZones, workingDaysOf } from "#api/core/calendar/working-days.ts";
import { endOfDay, startOfDay } from "#contract/rules/dates.ts";

const organisation = "Australia/Sydney";
const dayIn = async (orderedAt: string, handlingDays: number, state: string | null) =>
  (await promiseOf({ orderedAt: new Date(orderedAt), handlingDays, state, countryCode: "AU" }, organisation)).shipBy;

describe("the ship-by day of an order", () => {
  test.each([
    ["on an ordinary Monday", "2026-11-23T01:00:00Z", 2, "VIC", "2026-11-25"],
    ["one minute before midnight in Melbourne", "2026-11-23T12:59:00Z", 1, "VIC", "2026-11-24"],
    ["at midnight in Melbourne", "2026-11-23T13:00:00Z", 1, "VIC", "2026-11-25"],
    ["at the same moment in Brisbane, where it is still Monday", "2026-11-23T13:00:00Z", 1, "QLD", "2026-11-24"],
    ["before Melbourne Cup Day, in Victoria", "2026-11-02T01:00:00Z", 1, "VIC", "2026-11-04"],
    ["before Melbourne Cup Day, in New South Wales", "2026-11-02T01:00:00Z", 1, "NSW", "2026-11-03"],
    ["before Easter", "2026-04-02T01:00:00Z", 1, "SA", "2026-04-07"],
    ["on Good Friday, without handling days", "2026-04-03T01:00:00Z", 0, "TAS", "2026-04-07"],
    ["before the Western Australian King's Birthday", "2026-09-25T01:00:00Z", 1, "WA", "2026-09-29"],
    ["before the King's Birthday of other states", "2026-09-25T01:00:00Z", 1, "ACT", "2026-09-28"],
    ["before Christmas, with Boxing Day moved to Monday", "2026-12-23T22:00:00Z", 2, "NT", "2026-12-30"],
    ["on Christmas Eve, whose evening is a holiday", "2026-12-23T22:00:00Z", 0, "SA", "2026-12-24"],
    ["of a supplier without a state, on a national holiday", "2026-01-26T01:00:00Z", 0, null, "2026-01-27"],
    ["of a supplier without a state, on a holiday of one state", "2026-11-03T01:00:00Z", 0, null, "2026-11-03"],
    ["in a state that nobody knows", "2026-11-03T01:00:00Z", 0, "Elsewhere", "2026-11-03"],
    ["in a state in small letters", "2026-11-02T01:00:00Z", 1, "vic", "2026-11-04"],
  ])("%s is the right working day", async (_, orderedAt, handlingDays, state, expected) => {
    expect(await dayIn(orderedAt, handlingDays, state)).toBe(expected);
  });

  test("of a supplier abroad has the organisation's time zone, whatever its state is called", async () => {
    const promise = { orderedAt: new Date("2026-11-02T01:00:00Z"), handlingDays: 1, state: "WA", countryCode: "US" };
    expect(await promiseOf(promise, "Pacific/Auckland")).toEqual({
      shipBy: "2026-11-03",
      shipByTimeZone: "Pacific/Auckland",
    });
  });
});

/** The nights in which the clocks of the southern states go back (Easter 2026) and forward. */
const nights = [
  ["in which the clocks go back", "2026-04-05"],
  ["in which the clocks go forward", "2026-10-04"],
] as const;
const hourMs = 3_600_000;
const state = fc.constantFrom(...Object.keys(stateZones));
const days = fc.integer({ min: 0, max: 15 });

describe.each(nights)("around the night %s", (_, night) => {
  const moment = fc
    .integer({ min: -72 * hourMs, max: 72 * hourMs })
    .map((ms) => new Date(Date.parse(night) + ms).toISOString());
  const localDay = (at: string, of: string) => DateTime.fromISO(at).setZone(stateZones[of]).toISODate() ?? "";

  test("the ship-by day is a working day, with that many working days since the order", async () => {
    await fc.assert(
      fc.asyncProperty(moment, state, days, async (at, of, count) => {
        const isWorkingDay = await workingDaysOf(of);
        const shipBy = await dayIn(at, count, of);
        expect(isWorkingDay(shipBy)).toBe(true);
        const placed = localDay(at, of);
        let worked = 0;
        for (let day = DateTime.fromISO(placed); (day.toISODate() ?? "") < shipBy; day = day.plus({ days: 1 })) {
          const next = day.plus({ days: 1 }).toISODate() ?? "";
          if (isWorkingDay(next)) worked++;
        }
        const begunOnHoliday = count === 0 && !isWorkingDay(placed);
        expect(worked).toBe(begunOnHoliday ? 1 : count);
      }),
    );
  });

  test("all moments of a local day, of 23, 24 or 25 hours, have the same ship-by day", async () => {
    await fc.assert(
      fc.asyncProperty(moment, state, days, async (at, of, count) => {
        const zone = stateZones[of] ?? "";
        const day = localDay(at, of);
        const expected = await dayIn(at, count, of);
        expect(await dayIn(startOfDay(day, zone), count, of)).toBe(expected);
        expect(await dayIn(endOfDay(day, zone), count, of)).toBe(expected);
      }),
    );
  });

  test("a later order, or more handling days, never lead to an earlier day", async () => {
    await fc.assert(
      fc.asyncProperty(moment, moment, state, days, days, async (one, other, of, few, many) => {
        const [earlier = "", later = ""] = [one, other].sort();
        const [less = 0, more = 0] = [few, many].sort((a, b) => a - b);
        expect((await dayIn(earlier, less, of)) <= (await dayIn(later, more, of))).toBe(true);
      }),
    );
  });

  test.each([
    ["QLD", "+10:00"],
    ["WA", "+08:00"],
  ])("nothing changes in %s, which has no daylight saving", async (of, offset) => {
    await fc.assert(
      fc.asyncProperty(moment, days, async (at, count) => {
        const noon = `${DateTime.fromISO(at).setZone(`UTC${offset}`).toISODate()}T12:00:00${offset}`;
        expect(await dayIn(at, count, of)).toBe(await dayIn(noon, count, of));
      }),
    );
  });
});
