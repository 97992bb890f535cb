import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { addresses } from "#api/core/database/schema/index.ts";
import { countriesWithStates } from "#contract/locations/schema.ts";
import { operations } from "#contract/operations.ts";
import { startApi } from "#tests/support/api.ts";
import type { TestUser } from "#tests/support/world.ts";

const api = await startApi();
const { countries, findOrCreateAddress, states } = operations.locations;

let user: TestUser;
beforeAll(async () => {
  user = await api.aUser({ roles: ["Operator"] });
});

describe("countries", () => {
  test("are the 249 of ISO 3166, the home country first and then by name", async () => {
    const list = await api.ok(user, countries, {});
    expect(list).toHaveLength(249);
    expect(list[0]).toEqual({ code: "AU", name: "Australia" });
    const names = list.slice(1).map((country) => country.name);
    expect(names).toEqual([...names].sort(new Intl.Collator("en-AU").compare));
    expect(new Set(list.map((country) => country.code)).size).toBe(249);
    expect(new Set(names).size).toBe(248);
  });

  test.each([
    ["NZ", "New Zealand"],
    ["GB", "United Kingdom"],
    ["CI", "Côte d’Ivoire"],
    ["TR", "Türkiye"],
    ["MK", "North Macedonia"],
  ])("have names: %s is %s", async (code, name) => {
    expect(await api.ok(user, countries, {})).toContainEqual({ code, name });
  });
});

describe("states of a country", () => {
  test.each([
    ["AU", 8, { shortName: "NT", name: "Northern Territory" }],
    ["NZ", 17, { shortName: "HKB", name: "Hawke’s Bay" }],
    ["US", 54, { shortName: "DC", name: "District of Columbia" }],
    ["CA", 13, { shortName: "QC", name: "Quebec" }],
    ["GB", 4, { shortName: "NIR", name: "Northern Ireland" }],
  ])("are listed: %s has %d", async (countryCode, count, one) => {
    const list = await api.ok(user, states, { countryCode });
    expect(list).toHaveLength(count);
    expect(list).toContainEqual({ id: expect.any(Number), ...one });
    expect(await api.ok(user, states, { countryCode: countryCode.toLowerCase() })).toEqual(list);
  });

  test("have unique ids that never change", async () => {
    const lists = await Promise.all(countriesWithStates.map((countryCode) => api.ok(user, states, { countryCode })));
    const ids = lists.flat().map((state) => state.id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(lists.map(([first]) => first)).toMatchObject([
      { id: 1, shortName: "NSW" },
      { id: 101, shortName: "NTL" },
      { id: 201, shortName: "AL" },
      { id: 301, shortName: "AB" },
      { id: 401, shortName: "ENG" },
    ]);
  });

  test("are not listed for countries where the state is free text", async () => {
    expect(await api.ok(user, states, { countryCode: "DE" })).toEqual([]);
  });

  test.each(["XX", "A", "AUS", "__"])("are refused for %s, which is not a country", async (countryCode) => {
    const { status, problem } = await api.call(user, states, { countryCode });
    expect([status, Object.keys(problem.errors ?? {})]).toEqual([422, ["countryCode"]]);
  });
});

describe("an address", () => {
  const given = {
    unitNumber: "4",
    streetAddress: "12 Wharf Road",
    streetAddress2: "",
    city: "Fremantle",
    state: "WA",
    postCode: "6160",
    countryCode: "AU",
  };
  const find = (parts: Partial<typeof given> = {}, by = user) =>
    api.ok(by, findOrCreateAddress, { ...given, ...parts });

  async function stored(id: string) {
    return (await api.database.db.select().from(addresses).where(eq(addresses.id, id)))[0];
  }

  test("is returned as JSON with its id", async () => {
    const { raw, body } = await api.call(user, findOrCreateAddress, given);
    expect(raw.headers["content-type"]).toContain("application/json");
    expect(await stored(body)).toMatchObject(given);
  });

  test("is matched to an existing one, ignoring whitespace, Unicode form and the notation of its state", async () => {
    const id = await find({ city: "Café Bay" });
    for (const same of [
      { city: "  Cafe\u0301  Bay " },
      { city: "Café Bay", state: "wa" },
      { city: "Café Bay", state: "western australia" },
      { city: "Café Bay", countryCode: "au" },
    ]) {
      expect(await find(same)).toBe(id);
    }
  });

  test("is a new one if any part differs, including case", async () => {
    const variants = [
      {},
      { unitNumber: "" },
      { streetAddress2: "Rear" },
      { city: "FREMANTLE" },
      { state: "SA" },
      { postCode: "6161" },
      { unitNumber: "", streetAddress2: "4" },
    ];
    const ids = await Promise.all(variants.map((parts) => find(parts)));
    expect(new Set(ids).size).toBe(variants.length);
  });

  test("is created once by 50 simultaneous requests", async () => {
    const streetAddress = "50 Crowded Street";
    const ids = await Promise.all(Array.from({ length: 50 }, () => find({ streetAddress })));
    expect(new Set(ids).size).toBe(1);
    expect(await api.database.db.$count(addresses, eq(addresses.streetAddress, streetAddress))).toBe(1);
  });

  test("is shared among operators, while supplier staff each have their own", async () => {
    const streetAddress = "7 Shared Street";
    const by = async (other: TestUser) => find({ streetAddress }, other);
    const [colleague, staff, others] = [
      await api.aUser({ roles: ["Finance"] }),
      await api.aUser({}),
      await api.aUser({}),
    ];
    expect(await by(colleague)).toBe(await by(user));
    expect(new Set([await by(user), await by(staff), await by(others)]).size).toBe(3);
    expect(await by(staff)).toBe(await by(staff));
  });

  test("in other countries has any state, or none", async () => {
    expect(await stored(await find({ countryCode: "DE", state: "Bayern", postCode: "80331" }))).toMatchObject({
      state: "Bayern",
    });
    expect(await stored(await find({ countryCode: "SG", state: "" }))).toMatchObject({ state: "" });
  });

  test.each([
    [{ streetAddress: " " }, { streetAddress: ["This is a required field"] }],
    [{ streetAddress: "x".repeat(501) }, { streetAddress: ["Please use no more than 500 characters."] }],
    [{ city: "" }, { city: ["This is a required field"] }],
    [{ postCode: "12345678901" }, { postCode: ["Please use no more than 10 characters."] }],
    [{ state: "" }, { state: ["Please choose a state or territory."] }],
    [
      { state: "Bavaria" },
      { state: ["There is no state or territory “Bavaria” in Australia. Please choose one from the list."] },
    ],
    [{ countryCode: "" }, { countryCode: expect.arrayContaining(["Please choose a country."]) }],
    [
      { countryCode: "XX" },
      { countryCode: ["There is no country with the code “XX”. Please choose one from the list."] },
    ],
  ])("is refused with %j", async (wrong, errors) => {
    const { status, problem } = await api.call(user, findOrCreateAddress, { ...given, ...wrong });
    expect({ status, errors: problem.errors }).toMatchObject({ status: 422, errors });
  });
});
