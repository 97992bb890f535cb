/** Test data created through the API, as the administrator, before a test opens a screen. */
import { randomUUID } from "node:crypto";
import { expect } from "@playwright/test";
import { type Account, accounts, signedInState } from "./accounts.ts";
import { linkInMailTo } from "./mail.ts";
import { openSession } from "./session.ts";

export interface TestAddress {
  streetAddress: string;
  streetAddress2: string;
  unitNumber: string;
  city: string;
  state: string;
  postCode: string;
  countryCode: string;
}

const somewhere: TestAddress = {
  streetAddress: "12 Wharf Road",
  streetAddress2: "",
  unitNumber: "",
  city: "Fremantle",
  state: "WA",
  postCode: "6160",
  countryCode: "AU",
};

export interface TestSupplier {
  id: number;
  name: string;
  path: string;
}

interface SupplierTraits {
  name?: string;
  /** False creates the supplier without an address. */
  address?: Partial<TestAddress> | false;
  notes?: string;
  description?: string;
  abn?: string;
}

/** Returns a name that no other test uses. */
export function aName(what = "Supplier"): string {
  return `${what} ${randomUUID().slice(0, 8)}`;
}

/** Creates a complete supplier for one test. */
export async function aSupplier(traits: SupplierTraits = {}): Promise<TestSupplier> {
  const {
    name = aName(),
    address = {},
    notes = "",
    description = "<p>Made for a test.</p>",
    abn = "51824753556",
  } = traits;
  const id = await command<number>("suppliers/AddSupplier", {
    SupplierName: name,
    PrimaryContactEmail: "orders@test.example",
  });
  await Promise.all([
    command("suppliers/UpdateSupplierDetails", {
      SupplierId: id,
      SupplierName: name,
      SupplierLegalName: `${name} Pty Ltd`,
      LogoId: null,
      Description: description,
      OrderContactEmails: "orders@test.example",
      Notes: notes,
      BusinessPhoneNumber: "08 5550 1234",
    }),
    command("suppliers/UpdateSupplierFinancialDetails", {
      SupplierId: id,
      ABN: abn,
      BSB: "980123",
      AccountNumber: "12345678",
      AccountName: name,
      BillingContactEmails: "accounts@test.example",
    }),
    address !== false && setAddress(id, address),
  ]);
  if (abn !== "") await command("suppliers/CheckSupplierGst", { SupplierId: id, Registered: "yes" });
  return { id, name, path: `/suppliers/${id}` };
}

/** Puts the supplier on a marketplace; its agreement is not signed yet. */
export async function putOnMarketplace(
  { id }: TestSupplier,
  MarketplaceId: number,
  CommissionRate = 0.3,
): Promise<void> {
  await command("suppliers/UpsertSupplierMarketplace", {
    SupplierId: id,
    MarketplaceId,
    CommissionRate,
    ReferralCostPerClickCharge: null,
  });
}

/** Adds a demo account to the supplier's staff and accepts the invitation. */
export async function addStaff({ id, name }: TestSupplier, account: Account, Permissions: number[]): Promise<void> {
  await command("suppliers/AddSupplierUser", { SupplierId: id, UserEmail: accounts[account], Permissions });
  await acceptInvitation(accounts[account], name);
}

/** Accepts the invitation as its recipient does, with the link in the email. */
export async function acceptInvitation(address: string, supplierName: string): Promise<void> {
  const link = await linkInMailTo(address, `“${supplierName}”`);
  const answer = await fetch(link, { method: "POST", headers: { origin: new URL(link).origin }, redirect: "manual" });
  expect([200, 303], `accepting the invitation of ${supplierName}`).toContain(answer.status);
}

/** Creates an unused account, whose welcome email is on its way. */
export async function aUser(roles: string[] = ["Read Only"]): Promise<{ id: number; email: string }> {
  const email = `person-${randomUUID()}@test.example`;
  return {
    id: await command<number>("users/RegisterUser", { Email: email, GivenName: "Kim", Surname: "Doe", Roles: roles }),
    email,
  };
}

async function setAddress(id: number, address: Partial<TestAddress>): Promise<void> {
  await command("suppliers/UpdateSupplierAddress", { SupplierId: id, BillingAddressId: await anAddress(address) });
}

/** Creates an address: 12 Wharf Road, Fremantle, except for these fields. @returns its id */
export const anAddress = (address: Partial<TestAddress> = {}): Promise<string> =>
  post("locations/FindOrCreateAddress", { ...somewhere, ...address });

/** Sends any command to the API, as the administrator. */
export const command = <T>(path: string, fields: object): Promise<T> => post(path, { ...fields, Id: randomUUID() });

async function post<T>(path: string, body: object): Promise<T> {
  const { tokens } = await openSession(await signedInState("admin"));
  return answer(
    await fetch(`${process.env.API_URL}/api/v1/${path}`, {
      method: "POST",
      headers: { authorization: `Bearer ${tokens.access}`, "content-type": "application/json" },
      body: JSON.stringify(body),
    }),
  );
}

/** Uploads a file, as the administrator. @returns its id */
export async function uploaded(file: File, location: number): Promise<string> {
  const { tokens } = await openSession(await signedInState("admin"));
  const body = new FormData();
  body.append("fileLocation", String(location));
  body.append("file", file);
  const response = await fetch(`${process.env.API_URL}/api/v1/files/upload`, {
    method: "POST",
    headers: { authorization: `Bearer ${tokens.access}` },
    body,
  });
  const [id = ""] = await answer<string[]>(response);
  return id;
}

/** Returns the supplier as stored by the API. */
export const storedSupplier = (id: number): Promise<Record<string, unknown>> => get(`suppliers/${id}`);

/** Returns the product as stored by the API. */
export const storedProduct = (id: number): Promise<Record<string, unknown>> => get(`products/${id}`);

/**
 * Returns invoices of the demo data that the supplier was notified of, oldest first: notifying one supplier notifies
 * all.
 */
export async function notifiedInvoices(supplierId: number): Promise<TestInvoice[]> {
  const { items } = await get<{ items: { id: number }[] }>(
    `invoices?supplierId=${supplierId}&sortFieldName=id&sortDirection=Ascending`,
  );
  const all = await Promise.all(
    items.map(({ id }) => get<TestInvoice & { notifiedDate: string | null }>(`invoices/${id}`)),
  );
  return all.filter(({ notifiedDate }) => notifiedDate !== null);
}

export interface TestInvoice {
  id: number;
  transactions: { lineItemId: number; productName: string; marketplaceOrderId: string }[];
  charges: { id: number }[];
}

/** Sends any query to the API, as the administrator. */
export async function get<T>(path: string): Promise<T> {
  const { tokens } = await openSession(await signedInState("admin"));
  return answer(
    await fetch(`${process.env.API_URL}/api/v1/${path}`, { headers: { authorization: `Bearer ${tokens.access}` } }),
  );
}

async function answer<T>(response: Response): Promise<T> {
  if (!response.ok) throw new Error(`${response.url} answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as T;
}

export interface TestRate {
  CountryCode: string | null;
  State: string | null;
  QuantityFrom: number;
  QuantityTo: number | null;
  /** Dollars ex GST. */
  ShippingRatePerItem: number;
}

/** Creates a shipping rule for $9.95 inc GST within Australia, of a new supplier unless one is given. */
export async function aShippingRule({
  name = aName("Rule"),
  supplierId,
  rates = [],
}: {
  name?: string;
  supplierId?: number;
  rates?: TestRate[];
} = {}) {
  const SupplierId =
    supplierId ??
    (await command<number>("suppliers/AddSupplier", {
      SupplierName: aName(),
      PrimaryContactEmail: "orders@test.example",
    }));
  const id = await command<number>("shippingRules/AddShippingRule", { Name: name, SupplierId });
  await command("shippingRules/UpdateShippingRuleDetails", {
    ShippingRuleId: id,
    Name: name,
    SellAnywhereDomestically: true,
    DefaultDomesticShippingRate: 9.0455,
    SellAnywhereInternationally: false,
    DefaultInternationalShippingRate: null,
  });
  await command("shippingRules/UpsertShippingRuleRates", { ShippingRuleId: id, ShippingRates: rates });
  return { id, name, path: `/shippingrules/${id}` };
}
