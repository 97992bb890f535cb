/** Supplier records, generated from names, places and random numbers. */
import { addressRow } from "#api/areas/shared/address.ts";
import type { suppliers } from "#api/core/database/schema/index.ts";
import { abnFrom } from "#contract/rules/abn.ts";
import { description } from "./descriptions.ts";
import { drawLogo } from "./logos.ts";
import { people, type SupplierName, slug, streets, supplierNames } from "./names.ts";
import type { Random } from "./random.ts";

export interface DemoSupplier {
  /** Without the ids of logo and address, which the database assigns. */
  row: typeof suppliers.$inferInsert & { id: number };
  /** The key of its carrier, Shippit. */
  carrierKey: string | undefined;
  address: ReturnType<typeof addressRow> | undefined;
  logo: Awaited<ReturnType<typeof drawLogo>> | undefined;
}

/** The user who checked the GST registrations. */
const finance = 4;

/** The two suppliers with sign-in accounts have complete records; some of the others lack optional details. */
const complete = 2;

export function makeSuppliers(random: Random): Promise<DemoSupplier[]> {
  // Logos are drawn in parallel: each has taken its random numbers before it is drawn.
  return Promise.all(supplierNames.map((name, i) => makeSupplier(i + 1, name, random)));
}

async function makeSupplier(id: number, named: SupplierName, random: Random): Promise<DemoSupplier> {
  const isComplete = id <= complete;
  const has = (share: number) => random.chance(share) || isComplete;
  const base = contactsOf(named, random);
  // The last few suppliers have only just been added.
  if (id > supplierNames.length - 3) {
    const { name, orderContactEmails } = base;
    return {
      row: { id, name, legalName: name, orderContactEmails, billingContactEmails: orderContactEmails },
      carrierKey: undefined,
      address: undefined,
      logo: undefined,
    };
  }
  return {
    row: {
      id,
      ...base,
      description: has(0.93) ? description(named, isComplete ? "long" : "any", random) : "",
      notes: id === 1 ? notes[0] : random.chance(0.3) ? random.pick(notes) : "",
      handlingDays: handlingDays[id % handlingDays.length],
      orderEmails: orderEmails[id % orderEmails.length],
      invoiceFiles: id % 5 === 1 ? "pdfAndEInvoice" : "pdf",
      ...(has(0.9) ? { abn: abnFrom(`6${random.digits(8)}`), ...gstOf(id) } : withoutAbn(id)),
      ...(has(0.85) ? bankDetails(base.legalName, random) : {}),
    },
    carrierKey: random.chance(0.3) || id === 1 ? `demo-${slug(named.name)}-${random.digits(6)}` : undefined,
    address: has(0.95) ? addressOf(named, random) : undefined,
    logo: has(0.6) ? await drawLogo(random) : undefined,
  };
}

/** Working days; some suppliers have not entered any. */
const handlingDays = [1, 0, 3, null, 1, null, 5];
const orderEmails = ["atOnce", "hourly", "atOnce", "daily", "atOnce", "never"] as const;

/** Most are registered for GST; some are not, and some were never checked. */
function gstOf(id: number) {
  if (id % 9 === 4) return {};
  const gstRegistered = id % 13 !== 5;
  return {
    gstRegistered,
    gstRegisteredFrom: gstRegistered ? `20${10 + (id % 10)}-07-01` : null,
    gstCheckedAt: new Date("2025-07-03T01:00:00Z"),
    gstCheckedBy: finance,
  };
}

/** Without an ABN nobody is registered. Some have stated why they need none, so that nothing is withheld. */
const withoutAbn = (id: number) => ({
  gstRegistered: false,
  noAbnReason: id % 2 === 0 ? "Stated on 02 Jul 2025 that this is a hobby." : "",
  gstCheckedAt: new Date("2025-07-03T01:00:00Z"),
  gstCheckedBy: finance,
});

function contactsOf({ name, state }: SupplierName, random: Random) {
  const domain = `${slug(name)}.example`;
  const person = random.pick(people);
  const [givenName = ""] = slug(person).split("-");
  const legalName = random.pick([
    `${name} Pty Ltd`,
    `${name} Pty Ltd`,
    `${name} Holdings Pty Ltd`,
    `${person} trading as ${name}`,
    `The Trustee for the ${person.split(" ").at(-1)} Family Trust`,
  ]);
  return {
    name,
    legalName,
    orderContactEmails: random.chance(0.35) ? `orders@${domain}, ${givenName}@${domain}` : `orders@${domain}`,
    billingContactEmails: random.chance(0.6) ? `accounts@${domain}` : `${givenName}@${domain}`,
    businessPhoneNumber: phoneNumber(state, random),
  };
}

const areaCodes: Record<string, string> = {
  NSW: "02",
  ACT: "02",
  VIC: "03",
  TAS: "03",
  QLD: "07",
  WA: "08",
  SA: "08",
  NT: "08",
};

/** From the ranges that the ACMA reserves for fiction. */
function phoneNumber(state: string, random: Random): string {
  return random.chance(0.12)
    ? `0491 570 ${random.pick(["006", "156", "157", "158", "159", "110"])}`
    : `(${areaCodes[state]}) 5550 ${random.digits(4)}`;
}

/** Invented: no Australian BSB begins with 98. */
function bankDetails(accountName: string, random: Random) {
  return { bsb: `98${random.digits(4)}`, accountNumber: random.digits(random.between(6, 9)), accountName };
}

function addressOf({ city, state, postCode }: SupplierName, random: Random) {
  return addressRow({
    unitNumber: random.chance(0.3) ? String(random.between(1, 24)) : "",
    streetAddress: `${random.between(1, 340)} ${random.pick(streets)}`,
    streetAddress2: random.chance(0.12) ? random.pick(["Rear entrance", "Level 1", "Building C", "Warehouse 4"]) : "",
    city,
    state,
    postCode,
    countryCode: "AU",
  });
}

const notes = [
  "Prefers to be called after 10 am Perth time.\nAsks for a packaging slip with every parcel.",
  "Closed from 20 December to 10 January each year.",
  "New bank details confirmed by phone with the owner.",
  "Photos are often too dark. Ask for new ones before approving.",
  "Moved to a larger workshop; delivery times are back to normal.",
  "Wants to try the referral agreement next quarter.",
] as const satisfies [string, ...string[]];
