import type { StoredAmounts } from "#api/areas/shared/stored-amounts.ts";
import type { Column } from "#api/core/excel/sheet.ts";

/** The pairs of amounts ex GST and GST that an invoice consists of. */
export const amountColumns = <Row>(amounts: (row: Row) => StoredAmounts | undefined): Column<Row>[] => [
  { title: "Purchase ex GST", width: 15, kind: "money", value: (row) => amounts(row)?.purchaseExTax },
  { title: "Purchase GST", width: 14, kind: "money", value: (row) => amounts(row)?.purchaseTax },
  { title: "Shipping ex GST", width: 15, kind: "money", value: (row) => amounts(row)?.shippingExTax },
  { title: "Shipping GST", width: 14, kind: "money", value: (row) => amounts(row)?.shippingTax },
  { title: "Commission ex GST", width: 17, kind: "money", value: (row) => amounts(row)?.commissionExTax },
  { title: "Commission GST", width: 15, kind: "money", value: (row) => amounts(row)?.commissionTax },
];
