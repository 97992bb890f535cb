export * from "./house.ts";
export * from "./people.ts";
export * from "./suppliers.ts";
