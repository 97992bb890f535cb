/** The columns of the rates, to be read and to be edited. */
export const rateColumns = [
  { heading: "Country" },
  { heading: "State" },
  { heading: "Quantity From", isNumber: true },
  { heading: "Quantity To", isNumber: true },
  { heading: "Shipping Rate Per Item (ex GST)", isNumber: true },
];

export const rateTableLabel = "Rates by country, state and quantity";
