/**
 * The states of countries with a fixed list, by their short names in addresses (postal abbreviations for Australia, the
 * US and Canada; ISO 3166-2 for New Zealand and the United Kingdom). An id is the country's base plus the index in its
 * list, so append new states and never reorder the list.
 */
import { countriesWithStates, type State } from "#contract/locations/schema.ts";

const lists: Record<string, { base: number; states: string }> = {
  AU: {
    base: 0,
    states: `NSW New South Wales|VIC Victoria|QLD Queensland|SA South Australia|WA Western Australia|TAS Tasmania
      |ACT Australian Capital Territory|NT Northern Territory`,
  },
  NZ: {
    base: 100,
    states: `NTL Northland|AUK Auckland|WKO Waikato|BOP Bay of Plenty|GIS Gisborne|HKB Hawke’s Bay|TKI Taranaki
      |MWT Manawatū-Whanganui|WGN Wellington|TAS Tasman|NSN Nelson|MBH Marlborough|WTC West Coast|CAN Canterbury
      |OTA Otago|STL Southland|CIT Chatham Islands`,
  },
  US: {
    base: 200,
    states: `AL Alabama|AK Alaska|AZ Arizona|AR Arkansas|CA California|CO Colorado|CT Connecticut|DE Delaware
      |DC District of Columbia|FL Florida|GA Georgia|HI Hawaii|ID Idaho|IL Illinois|IN Indiana|IA Iowa|KS Kansas
      |KY Kentucky|LA Louisiana|ME Maine|MD Maryland|MA Massachusetts|MI Michigan|MN Minnesota|MS Mississippi
      |MO Missouri|MT Montana|NE Nebraska|NV Nevada|NH New Hampshire|NJ New Jersey|NM New Mexico|NY New York
      |NC North Carolina|ND North Dakota|OH Ohio|OK Oklahoma|OR Oregon|PA Pennsylvania|RI Rhode Island
      |SC South Carolina|SD South Dakota|TN Tennessee|TX Texas|UT Utah|VT Vermont|VA Virginia|WA Washington
      |WV West Virginia|WI Wisconsin|WY Wyoming|AA Armed Forces Americas|AE Armed Forces Europe|AP Armed Forces Pacific`,
  },
  CA: {
    base: 300,
    states: `AB Alberta|BC British Columbia|MB Manitoba|NB New Brunswick|NL Newfoundland and Labrador|NS Nova Scotia
      |NT Northwest Territories|NU Nunavut|ON Ontario|PE Prince Edward Island|QC Quebec|SK Saskatchewan|YT Yukon`,
  },
  GB: { base: 400, states: "ENG England|SCT Scotland|WLS Wales|NIR Northern Ireland" },
};

const byCountry = new Map<string, readonly State[]>(
  countriesWithStates.map((code) => {
    const list = lists[code];
    if (!list) throw new Error(`There is no list of states for ${code}.`);
    const entries = list.states.split("|").map((entry) => entry.trim());
    return [
      code,
      entries.map((entry, i) => ({
        id: list.base + i + 1,
        shortName: entry.slice(0, entry.indexOf(" ")),
        name: entry.slice(entry.indexOf(" ") + 1),
      })),
    ];
  }),
);

/** Returns the states of a country; empty if the state is free text. */
export function statesOf(countryCode: string): readonly State[] {
  return byCountry.get(countryCode) ?? [];
}

/** Finds a state case-insensitively by short name or name; undefined if the country has no such state. */
export function findState(countryCode: string, typed: string): State | undefined {
  const key = (value: string) => value.toLowerCase().replaceAll("’", "'").normalize("NFD").replace(/\p{M}/gu, "");
  return statesOf(countryCode).find((state) => key(state.shortName) === key(typed) || key(state.name) === key(typed));
}
