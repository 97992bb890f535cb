/** Customers: invented people in real places, some of them with a company. */
import { randomUUID } from "node:crypto";
import { addressRow } from "#api/areas/shared/address.ts";
import type { addresses } from "#api/core/database/schema/index.ts";
import { slug, streets, supplierNames } from "./names.ts";
import type { Random } from "./random.ts";

export interface Customer {
  firstName: string;
  surname: string;
  email: string;
  phoneNumber: string;
  companyName: string;
  address: typeof addresses.$inferInsert & { id: string };
}

const firstNames =
  `Ada Aiden Alice Amara Amir Anh Anika Ben Beth Brodie Carla Cheng Chloe Clare Connor Dana Daniel Demi Dylan Ella Emeka Erin Ethan Eva
Fatima Felix Fiona Finn Georgia Grace Hamish Hana Harry Holly Hugo Imogen Isaac Ivy Jack Jade Jarrah Jess Jin Jonah Kaia Kate Koa Lachlan Lena Liam Lily
Luca Lucy Maeve Malik Mara Matilda Max Mia Miles Mina Nate Neve Nina Noah Olive Oscar Otis Petra Pia Priya Quinn Ravi Rose Ruby Rohan Sam Sana Sofia
Stella Tala Tess Theo Tom Uma Vera Vikram Will Yara Yusuf Zac Zoe`
    .split(/\s+/)
    .filter(Boolean) as [string, ...string[]];

const surnames =
  `Abbott Adeyemi Ahmed Allen Anderson Bailey Baker Barnes Bell Bianchi Brennan Brown Byrne Campbell Carter Chan Chen Clarke Collins Cook
Costa Cruz Dang Davies Diaz Doyle Evans Farrell Fernando Fisher Foster Fraser Garcia Gibson Graham Gupta Haddad Hall Harris Hayes Hill Ho Hughes
Hunter Ibrahim Ito Jackson James Jansen Jones Kaur Kelly Khan Kim King Kowalski Kumar Lam Larsen Lee Lim Lopez MacLeod Mahoney Marino Mason Mehta
Miller Moore Morgan Murphy Nair Nguyen Nolan O'Brien Okafor Olsen Papas Park Patel Perera Pham Quinn Reid Rossi Ryan Santos Schmidt Shah Sharma Silva
Singh Smith Stewart Sullivan Tan Taylor Thomas Tran Turner Vella Walker Wang Watson White Wilson Wong Wright Yilmaz Young Zhang`
    .split(/\s+/)
    .filter(Boolean) as [string, ...string[]];

const trades: readonly [string, ...string[]] = [
  "Design",
  "Interiors",
  "Cafe",
  "Guesthouse",
  "Early Learning",
  "Dental",
  "Property Styling",
  "Events",
];

/** From the range that the ACMA reserves for fiction. */
const mobiles: readonly [string, ...string[]] = ["006", "156", "157", "158", "159", "110"];

/** Makes this many customers, each with a different address. */
export function makeCustomers(count: number, random: Random): Customer[] {
  return Array.from({ length: count }, (_, i) => {
    const [firstName, surname] = [random.pick(firstNames), random.pick(surnames)];
    return {
      firstName,
      surname,
      email: `${slug(firstName)}.${slug(surname)}${random.chance(0.4) ? random.between(2, 99) : ""}@example.com`,
      phoneNumber: `0491 570 ${random.pick(mobiles)}`,
      companyName: random.chance(0.08) ? `${surname} ${random.pick(trades)}` : "",
      address: addressOf(i, random),
    };
  });
}

/** House numbers are higher than those of suppliers, and unique within a place. */
function addressOf(i: number, random: Random): Customer["address"] {
  const { city, state, postCode } = random.pick(supplierNames as [(typeof supplierNames)[number]]);
  const unitNumber = random.chance(0.25) ? String(random.between(1, 60)) : "";
  const streetAddress = `${400 + i} ${random.pick(streets)}`;
  return {
    id: randomUUID(),
    ...addressRow({ unitNumber, streetAddress, streetAddress2: "", city, state, postCode, countryCode: "AU" }),
  };
}
