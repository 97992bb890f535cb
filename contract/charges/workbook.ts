/** The worksheet of charges. */
export const chargesSheet = "Charges";
export const chargesFile = "Charges.xlsx";

export const chargeColumns = [
  "Supplier",
  "Marketplace",
  "Kind",
  "Description",
  "Day",
  "Amount inc GST",
  "Tax class",
  "Reference",
] as const;
export type ChargeColumn = (typeof chargeColumns)[number];
