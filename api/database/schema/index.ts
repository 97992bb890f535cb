export * from "./catalogue.ts";
export * from "./house.ts";
export * from "./people.ts";
export * from "./shipping.ts";
export * from "./suppliers.ts";
