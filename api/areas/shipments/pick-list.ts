import { optionsText } from "#contract/rules/options-text.ts";
import type { Shipment } from "#contract/shipments/schema.ts";

interface ToPick {
  productName: string;
  productSku: string;
  options: string;
  /** The supplier, if the shipments belong to several suppliers. */
  supplierName: string;
  quantity: number;
}

const inOrder = new Intl.Collator("en-AU", { numeric: true });

/**
 * The total quantity of each product in these shipments, sorted by name. Products of different suppliers are never
 * combined, even with the same name.
 */
export function pickList(shipments: readonly Pick<Shipment, "supplierId" | "supplierName" | "lineItems">[]): ToPick[] {
  const isOfSeveral = new Set(shipments.map(({ supplierId }) => supplierId)).size > 1;
  const goods = new Map<string, ToPick>();
  for (const { supplierId, supplierName, lineItems } of shipments) {
    for (const { productName, productSku, options, quantity } of lineItems) {
      const item = {
        productName,
        productSku: productSku ?? "",
        options: optionsText(options),
        supplierName: (isOfSeveral && supplierName) || "",
      };
      const key = JSON.stringify([supplierId, item.productName, item.productSku, item.options]);
      goods.set(key, { ...item, quantity: quantity + (goods.get(key)?.quantity ?? 0) });
    }
  }
  return [...goods.values()].sort(
    (a, b) =>
      inOrder.compare(a.productName, b.productName) ||
      inOrder.compare(a.productSku, b.productSku) ||
      inOrder.compare(a.options, b.options) ||
      inOrder.compare(a.supplierName, b.supplierName),
  );
}
