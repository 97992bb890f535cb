// Words that people search for: by the case's name, those of the n-th request.

const number = (n) => 2_000_000 + ((n * 16_411) % 1_000_000) * 7;
const parcel = (id) => `33${["ABC", "QPX", "LMN"][id % 3]}${String((id * 7919) % 10_000_000).padStart(7, "0")}`;

const asked = {
  "an order's number": (n) => `BZ${number(n)}`,
  "half of a number": (n) => String(number(n)).slice(0, 4),
  "a tracking number": (n) => parcel(1 + ((n * 7_411) % 1_000_000)),
  "half of a tracking number": (n) => parcel(1 + ((n * 7_411) % 1_000_000)).slice(0, 7),
  "what all tracking numbers begin with": () => "33AB",
  "a rare surname": () => "quixley",
  "a first name and a surname": (n) => ["ana smith", "zoë holley", "mei peyen"][n % 3],
  "200,000 customers": () => "smith",
  "50,000 customers": (n) => ["priya", "lachlan", "zoë"][n % 3],
  "an email address": (n) => `ana.smith${n}@example.com`,
  "a SKU": (n) => `VAS-${12 * (1 + (n % 4_000))}`,
  "a variant's SKU": (n) => `VAS-${12 * (1 + (n % 4_000))}-R`,
  "a SKU that 1,200 begin with": () => "SKU-1",
  "4,000 products": (n) => ["vase", "quilt", "mirror"][n % 3],
  "a product": (n) => `copper platter ${5 * (n % 100)}`,
  "a supplier": (n) => `Banksia Trading ${1 + (n % 60)}`,
  "12 suppliers": () => "banksia",
  "an ABN with spaces": (n) => `51 824 753 0${String(1 + (n % 60)).padStart(2, "0")}`,
  "an invoice": (n) => `INV-${String(1 + ((n * 31) % 20_000)).padStart(7, "0")}`,
  "a payment": (n) => `PAY-${String(1 + (n % 300)).padStart(7, "0")}`,
  "a number alone": (n) => String(1 + n * 13),
  "one letter": (n) => ["a", "q", "x"][n % 3],
  "two letters": (n) => ["sm", "an", "qz"][n % 3],
  "nothing like it": (n) => ["xylophone", "mugwump 12", "%_%"][n % 3],
};

/** User ids. */
export const users = { administrator: 4, "staff of one supplier": 2 };
export const cases = Object.keys(users).flatMap((user) =>
  Object.entries(asked).map(([name, words]) => ({ name: `${user}: ${name}`, user, words })),
);
