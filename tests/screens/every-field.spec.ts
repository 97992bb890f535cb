/** A field that a command accepts is on the form of that command: nobody can forget to put it there. */
import type { Command } from "#contract/operation.ts";
import { operations } from "#contract/operations.ts";
import { aLineItem, anOrder, aShipment } from "#tests/support/browser/orders.ts";
import { visit } from "#tests/support/browser/page.ts";
import { expect, test } from "#tests/support/browser/test.ts";

const { attributes, marketplaces, orders, products, productTypes, settings, shipments, shippingRules } = operations;
const { suppliers, users } = operations;

interface EditForm {
  page: string | (() => Promise<string>);
  command: Command;
  /** Fields that the form does not show, by the reason. */
  except: Readonly<Record<string, readonly string[]>>;
}

/** Which says how a command is sent, and what its form showed. */
const ofEveryCommand = ["Id", "Shown", "After"];
const isInAddress = "the address of the page says it";

async function aShipmentOnItsWay(): Promise<string> {
  const order = await anOrder();
  return `/shipments/${await aShipment(order, [[await aLineItem(order), 1]])}?edit=tracking`;
}

const forms: readonly EditForm[] = [
  { page: "/suppliers/1?edit=general", command: suppliers.updateDetails, except: { [isInAddress]: ["SupplierId"] } },
  {
    page: "/suppliers/1?edit=financial",
    command: suppliers.updateFinancialDetails,
    except: { [isInAddress]: ["SupplierId"] },
  },
  { page: "/suppliers/7/gst", command: suppliers.checkGst, except: { [isInAddress]: ["SupplierId"] } },
  {
    page: "/suppliers/1/marketplaces/1",
    command: suppliers.upsertMarketplace,
    except: { [isInAddress]: ["SupplierId", "MarketplaceId"] },
  },
  {
    page: "/products/1?edit=general",
    command: products.updateDetails,
    except: { [isInAddress]: ["ProductId"], "a question asks it": ["SkuIsShared"] },
  },
  {
    page: "/products/1/shipping?edit=shipping",
    command: products.updateShippingMethod,
    except: { [isInAddress]: ["ProductId"] },
  },
  {
    page: "/producttypes/3?edit=details",
    command: productTypes.updateDetails,
    except: { [isInAddress]: ["ProductTypeId"] },
  },
  { page: "/attributes/1?edit=details", command: attributes.updateDetails, except: { [isInAddress]: ["AttributeId"] } },
  {
    page: "/marketplaces/1?edit=general",
    command: marketplaces.updateDetails,
    except: { [isInAddress]: ["MarketplaceId"] },
  },
  {
    page: "/marketplaces/1?edit=basis",
    command: marketplaces.updateBasis,
    except: { [isInAddress]: ["MarketplaceId"] },
  },
  {
    page: "/marketplaces/1?edit=clauses",
    command: marketplaces.updateClauses,
    except: { [isInAddress]: ["MarketplaceId"] },
  },
  { page: "/users/2?edit=details", command: users.update, except: { [isInAddress]: ["UserId"] } },
  {
    page: "/shippingrules/1?edit=details",
    command: shippingRules.updateDetails,
    except: { [isInAddress]: ["ShippingRuleId"] },
  },
  {
    page: "/orders/1?edit=details",
    command: orders.updateDetails,
    except: {
      [isInAddress]: ["OrderId"],
      "it has a page of its own": ["SupplierId"],
      "it is entered in parts": ["ShippingAddressId"],
    },
  },
  { page: aShipmentOnItsWay, command: shipments.update, except: { [isInAddress]: ["ShipmentId"] } },
  { page: "/settings?edit=organisation", command: settings.updateOrganisation, except: {} },
];

for (const { page: where, command, except } of forms) {
  test(`the form of ${command.path} has each of its fields`, { tag: "@plain-html" }, async ({ page }) => {
    await visit(page, typeof where === "string" ? where : await where());
    const names = await page
      .locator("main [name]")
      .evaluateAll((all) => all.map((each) => each.getAttribute("name") ?? ""));
    const isThere = (field: string) =>
      names.some((name) => name === field || name.startsWith(`${field}.`) || name.startsWith(`${field}[`));
    const left = [...ofEveryCommand, ...Object.values(except).flat()];
    const fields = Object.keys(command.input.shape).filter((field) => !left.includes(field));
    expect(fields.filter((field) => !isThere(field))).toEqual([]);
  });
}
