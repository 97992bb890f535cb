/** The accounts of the demo data. They exist, and the sign-in page lists them, only while demo data is on. */
import type { Role } from "#contract/enumerations.ts";

export interface DemoAccount {
  email: string;
  role: Role;
  givenName: string;
  surname: string;
  /** Locked from the start, to show what that looks like. */
  isLocked?: true;
  /** Distinguishes accounts of the same role. */
  note?: string;
}

export const demoPassword = "counting-house";

export const demoAccounts: readonly DemoAccount[] = [
  { email: "admin@countinghouse.example", role: "Administrator", givenName: "Mia", surname: "Kerr" },
  { email: "operator@countinghouse.example", role: "Operator", givenName: "Oscar", surname: "Lindqvist" },
  { email: "catalogue@countinghouse.example", role: "Catalogue Manager", givenName: "Priya", surname: "Raman" },
  { email: "finance@countinghouse.example", role: "Finance", givenName: "Tom", surname: "Abbott" },
  { email: "readonly@countinghouse.example", role: "Read Only", givenName: "Jun", surname: "Watanabe" },
  {
    email: "owner@acacia.example",
    role: "Supplier",
    givenName: "Ana",
    surname: "Silva",
    note: "Acacia Homewares, everything",
  },
  {
    email: "products@acacia.example",
    role: "Supplier",
    givenName: "Ben",
    surname: "Hartley",
    note: "Acacia Homewares, products",
  },
  {
    email: "orders@acacia.example",
    role: "Supplier",
    givenName: "Chloe",
    surname: "Nguyen",
    note: "Acacia Homewares, orders",
  },
  {
    email: "books@acacia.example",
    role: "Supplier",
    givenName: "David",
    surname: "Osei",
    note: "Acacia Homewares, finances",
  },
  {
    email: "owner@banksia.example",
    role: "Supplier",
    givenName: "Ruth",
    surname: "Pemberton",
    note: "Banksia Outdoors, everything",
  },
  {
    email: "both@example.com",
    role: "Supplier",
    givenName: "Sam",
    surname: "Tran",
    note: "both suppliers, products and orders",
  },
  {
    email: "locked@countinghouse.example",
    role: "Operator",
    givenName: "Nadia",
    surname: "Farouk",
    isLocked: true,
    note: "locked out",
  },
];
