/**
 * Maps roles to permissions. These apply to the whole product; the flags of single records follow in each area's
 * policy.
 */
import { factsOf } from "#contract/areas.ts";
import { type Role, SupplierPermission } from "#contract/enumerations.ts";
import { type Permissions, permissionsSchema } from "#contract/permissions.ts";
import { mapped } from "#contract/rules/keys-of.ts";

export interface SupplierLink {
  supplierId: number;
  /** A sum of the bits of `SupplierPermission`. */
  permissions: number;
}

const grants = factsOf("grants");

const all = { view: true, add: true, edit: true, mark: true, confirm: true };
const see = { view: true };
const catalogue = {
  products: all,
  approvals: all,
  productTypes: all,
  attributes: all,
  shippingRules: all,
  marketplaces: see,
  categories: all,
};
const seeCatalogue = { products: see, approvals: see, productTypes: see, attributes: see, shippingRules: see };

type Grants = { [K in keyof Permissions]?: Partial<Permissions[K] & typeof all> | boolean };

const byRole: Record<Exclude<Role, "Supplier">, Grants> = {
  Administrator: mapped(grants, () => all),
  Operator: {
    ...catalogue,
    suppliers: all,
    commissionRules: all,
    orders: all,
    shipments: all,
    invoices: see,
    charges: see,
    deliveries: all,
  },
  "Catalogue Manager": { ...catalogue, suppliers: see },
  Finance: {
    suppliers: see,
    commissionRules: see,
    orders: see,
    shipments: { view: true, mark: true },
    invoices: all,
    charges: all,
    books: all,
    marketplaces: see,
    settings: { view: true, confirm: true },
  },
  "Read Only": {
    ...seeCatalogue,
    suppliers: see,
    commissionRules: see,
    orders: see,
    shipments: see,
    invoices: see,
    charges: see,
    books: see,
    marketplaces: see,
    categories: see,
  },
};

/**
 * Permissions of supplier staff: they may view everything, and the bits of any of their suppliers allow the commands.
 */
function supplierGrants(links: readonly SupplierLink[]): Grants {
  const has = (bit: number) => links.some((link) => (link.permissions & bit) !== 0);
  const products = has(SupplierPermission.products);
  const orders = has(SupplierPermission.orders);
  const keys = has(SupplierPermission.users);
  return {
    ...seeCatalogue,
    suppliers: see,
    products: { view: true, add: products, edit: products },
    shippingRules: { view: true, add: products, edit: products },
    orders: { view: true, edit: orders },
    shipments: { view: true, edit: orders, mark: true },
    invoices: { view: has(SupplierPermission.invoices) },
    charges: { view: has(SupplierPermission.invoices) },
    keys: { view: keys, edit: keys },
  };
}

/** Returns the permissions of a user with these roles and links: the union of what each grants. */
export function permissionsOf(
  roles: readonly string[],
  links: readonly SupplierLink[],
  enabledForReferrals: boolean,
): Permissions {
  const granted = permissionsSchema.parse(mapped(grants, (area) => mapped(grants[area], () => false)));
  for (const role of roles) {
    const grants = role === "Supplier" ? supplierGrants(links) : byRole[role as keyof typeof byRole];
    for (const [area, flags] of Object.entries(grants ?? {})) {
      const target = granted[area as keyof Permissions] as Record<string, boolean>;
      for (const flag of Object.keys(target)) target[flag] ||= (flags as Record<string, boolean>)[flag] === true;
    }
  }
  granted.enabledForReferrals = enabledForReferrals && granted.products.view;
  return granted;
}

/** True if a role of the user may change anything. */
export function mayWrite(roles: readonly string[]): boolean {
  return roles.some((role) => role !== "Read Only");
}

const seesEverySupplier: readonly string[] = ["Administrator", "Operator", "Catalogue Manager", "Finance", "Read Only"];

/** True for the operator's staff, who see every supplier. */
export function seesAllSuppliers(roles: readonly string[]): boolean {
  return roles.some((role) => seesEverySupplier.includes(role));
}
