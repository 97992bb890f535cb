import { command, download, query } from "#contract/operation.ts";
import { customerExport, customerOrders, eraseCustomer, erased, findCustomer } from "./schema.ts";

const forAdministrators = { permission: "settings.edit", feature: "personalData" } as const;

/** The rights of customers by law: to get a copy of their data, and to have it erased. Not part of other APIs. */
export const customers = {
  find: query("customers/Find", {
    description:
      "Finds orders of a customer. Not a GET, so that no log and no history of a browser has what was searched for.",
    ...forAdministrators,
    method: "POST",
    input: findCustomer,
    output: customerOrders,
  }),
  export: download("customers/Export", {
    description:
      "Returns what is stored about a customer. `Personal data.zip`, to hand over: the orders as a table, and as JSON with what was bought and sent. For the operator, `Internal records.zip`: everything that is stored about them, also commissions and internal messages.",
    ...forAdministrators,
    effect: "personalData",
    input: customerExport,
  }),
  erase: command("customers/Erase", {
    description:
      "Erases names, addresses and notes of orders that are older than the books need them (`settings/UpdateRetention`). It erases them also from their history and the commands that brought them. Products, amounts and days stay.",
    ...forAdministrators,
    effect: "personalData",
    input: eraseCustomer,
    output: erased,
  }),
};
