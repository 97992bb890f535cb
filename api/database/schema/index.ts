export * from "./catalogue.ts";
export * from "./categories.ts";
export * from "./house.ts";
export * from "./orders.ts";
export * from "./people.ts";
export * from "./processing.ts";
export * from "./shipping.ts";
export * from "./suppliers.ts";
