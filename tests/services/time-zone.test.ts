import { describe, expect, it } from "vitest";
import { createCall } from "~/services/call.server";
import { knownZone, momentFields, momentIn, momentsOf, timeZoneOf, toLocal } from "~/services/time-zone.server";

const sydney = "Australia/Sydney";
const callWith = (cookie: string) =>
  createCall({ request: new Request("http://localhost/products/1", { headers: { cookie } }), params: {}, context: {} });

describe("a date and time that is typed", () => {
  it.each([
    ["winter", "2026-07-01T09:30", "2026-06-30T23:30:00Z"],
    ["summer", "2026-01-01T09:30", "2025-12-31T22:30:00Z"],
    ["before the clocks go forward", "2026-10-04T01:59", "2026-10-03T15:59:00Z"],
    ["skipped, which moves forward", "2026-10-04T02:00", "2026-10-03T16:00:00Z"],
    ["skipped, which moves forward by the hour", "2026-10-04T02:30", "2026-10-03T16:30:00Z"],
    ["after the clocks went forward", "2026-10-04T03:00", "2026-10-03T16:00:00Z"],
    ["before the clocks go back", "2026-04-05T01:59", "2026-04-04T14:59:00Z"],
    ["doubled, of which it is the first", "2026-04-05T02:00", "2026-04-04T15:00:00Z"],
    ["doubled, of which it is the first", "2026-04-05T02:30", "2026-04-04T15:30:00Z"],
    ["after the clocks went back", "2026-04-05T03:00", "2026-04-04T17:00:00Z"],
  ])("in Sydney, %s: %s", (_, local, moment) => {
    expect(momentsOf(local, sydney)[0]).toBe(moment);
  });

  it("is in the zone that stands beside it", () => {
    expect(momentsOf("2026-07-01T09:30", "Australia/Perth")).toEqual(["2026-07-01T01:30:00Z"]);
    expect(momentsOf("2026-07-01T09:30", "Australia/Lord_Howe")).toEqual(["2026-06-30T23:00:00Z"]);
  });
});

describe("a moment in a field", () => {
  it("is the time of the zone to the minute", () => {
    expect(toLocal("2026-06-30T23:30:00.000Z", sydney)).toBe("2026-07-01T09:30");
    expect(toLocal("2026-10-03T16:30:00Z", sydney)).toBe("2026-10-04T03:30");
    expect(toLocal("2026-06-30T23:30:15Z", sydney)).toBe("2026-07-01T09:30");
    expect(toLocal(null, sydney)).toBe("");
  });

  it("stays as it is until another is typed", () => {
    const shown = "2026-04-04T16:30:15.250Z";
    expect(momentIn("OrderDate", toLocal(shown, sydney), sydney, shown)).toBe(shown);
    expect(momentIn("OrderDate", "", sydney, shown)).toBeNull();
    expect(momentIn("OrderDate", "", sydney, null)).toBeNull();
    expect(momentIn("OrderDate", "2026-07-01T09:30", sydney, undefined)).toBe("2026-06-30T23:30:00Z");
    expect(momentIn("OrderDate", "2026-07-01T09:30", sydney, "no moment")).toBe("2026-06-30T23:30:00Z");
  });

  it("is the first or the second of two, as was chosen, and nobody guesses which where nothing was chosen", () => {
    expect(momentIn("OrderDate", "2026-04-05T02:31", sydney, null, "first")).toBe("2026-04-04T15:31:00Z");
    expect(momentIn("OrderDate", "2026-04-05T02:31", sydney, null, "second")).toBe("2026-04-04T16:31:00Z");
    expect(() => momentIn("OrderDate", "2026-04-05T02:31", sydney, null)).toThrow(
      expect.objectContaining({
        status: 422,
        fields: {
          OrderDateTurn: [
            "The clocks go back on that day and show this time twice. Please choose which of the two it is.",
          ],
        },
      }),
    );
    const shown = "2026-04-04T16:30:15.250Z";
    expect(momentFields("OrderDate", shown, sydney)).toEqual({
      OrderDate: "2026-04-05T02:30",
      OrderDateTurn: "second",
    });
    expect(momentIn("OrderDate", "2026-04-05T02:30", sydney, shown, "second")).toBe(shown);
    expect(momentIn("OrderDate", "2026-04-05T02:30", sydney, shown, "first")).toBe("2026-04-04T15:30:00Z");
    expect(momentIn("OrderDate", "2026-04-05T03:30", sydney, shown, "second")).toBe("2026-04-04T17:30:00Z");
  });

  it("is refused at its field where the clocks skip it", () => {
    expect(() => momentIn("OrderDate", "2026-10-04T02:30", sydney, null)).toThrow(
      expect.objectContaining({
        status: 422,
        fields: {
          OrderDate: [
            "This time does not exist on that day, because the clocks go forward. Please choose another one.",
          ],
        },
      }),
    );
    expect(momentIn("OrderDate", "2026-10-04T03:00:00", sydney, null)).toBe("2026-10-03T16:00:00Z");
  });
});

describe("the zone of somebody at a browser", () => {
  it("is what the browser says, by its own name", async () => {
    expect(await timeZoneOf(callWith("light=off; tz=Australia/Perth"))).toBe("Australia/Perth");
    expect(knownZone("australia/PERTH")).toBe("Australia/Perth");
  });

  it.each(["", "tz=", "tz=Mars/Olympus", "tz=<script>"])(
    "is the configured one where the browser says none that there is: %s",
    async (cookie) => {
      expect(await timeZoneOf(callWith(cookie))).toBe(sydney);
    },
  );
});
