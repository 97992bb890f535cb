import { describe, expect, it } from "vitest";
import {
  availabilityZone,
  knownZone,
  momentFields,
  momentIn,
  momentsOf,
  toLocal,
} from "#app/services/pages/time-zone.server.ts";
import { createRequestContext } from "#app/services/request/request-context.server.ts";

const sydney = "Australia/Sydney";
const callWith = (cookie: string) =>
  createRequestContext({
    request: new Request("http://localhost/products/1", { headers: { cookie } }),
    params: {},
    context: {},
  });

describe("an entered date and time", () => {
  it.each([
    ["winter", "2026-07-01T09:30", "2026-06-30T23:30:00Z"],
    ["summer", "2026-01-01T09:30", "2025-12-31T22:30:00Z"],
    ["before the clocks go forward", "2026-10-04T01:59", "2026-10-03T15:59:00Z"],
    ["in the skipped hour, which moves forward", "2026-10-04T02:00", "2026-10-03T16:00:00Z"],
    ["half past in the skipped hour, which moves forward", "2026-10-04T02:30", "2026-10-03T16:30:00Z"],
    ["after the clocks went forward", "2026-10-04T03:00", "2026-10-03T16:00:00Z"],
    ["before the clocks go back", "2026-04-05T01:59", "2026-04-04T14:59:00Z"],
    ["in the repeated hour, of which it is the first", "2026-04-05T02:00", "2026-04-04T15:00:00Z"],
    ["in the repeated hour, of which it is the first", "2026-04-05T02:30", "2026-04-04T15:30:00Z"],
    ["after the clocks went back", "2026-04-05T03:00", "2026-04-04T17:00:00Z"],
  ])("in Sydney, %s: %s", (_, local, moment) => {
    expect(momentsOf(local, sydney)[0]).toBe(moment);
  });

  it("is in the time zone shown next to it", () => {
    expect(momentsOf("2026-07-01T09:30", "Australia/Perth")).toEqual(["2026-07-01T01:30:00Z"]);
    expect(momentsOf("2026-07-01T09:30", "Australia/Lord_Howe")).toEqual(["2026-06-30T23:00:00Z"]);
  });
});

describe("an instant in a form field", () => {
  it("is shown as local time to the minute", () => {
    expect(toLocal("2026-06-30T23:30:00.000Z", sydney)).toBe("2026-07-01T09:30");
    expect(toLocal("2026-10-03T16:30:00Z", sydney)).toBe("2026-10-04T03:30");
    expect(toLocal("2026-06-30T23:30:15Z", sydney)).toBe("2026-07-01T09:30");
    expect(toLocal(null, sydney)).toBe("");
  });

  it("is unchanged until another time is entered", () => {
    const shown = "2026-04-04T16:30:15.250Z";
    expect(momentIn("OrderDate", toLocal(shown, sydney), sydney, shown)).toBe(shown);
    expect(momentIn("OrderDate", "", sydney, shown)).toBeNull();
    expect(momentIn("OrderDate", "", sydney, null)).toBeNull();
    expect(momentIn("OrderDate", "2026-07-01T09:30", sydney, undefined)).toBe("2026-06-30T23:30:00Z");
    expect(momentIn("OrderDate", "2026-07-01T09:30", sydney, "no moment")).toBe("2026-06-30T23:30:00Z");
  });

  it("that occurs twice must be selected as the first or the second one", () => {
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

  it("is refused at its field if clocks skip it", () => {
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

describe("availability is shown in a time zone that", () => {
  it("is the one of the browser, by its canonical name", async () => {
    expect(await availabilityZone(callWith("light=off; tz=Australia/Perth"))).toBe("Australia/Perth");
    expect(knownZone("australia/PERTH")).toBe("Australia/Perth");
  });

  it.each(["", "tz=", "tz=Mars/Olympus", "tz=<script>"])(
    "is the configured one if the browser's is unknown: %s",
    async (cookie) => {
      expect(await availabilityZone(callWith(cookie))).toBe(sydney);
    },
  );
});
