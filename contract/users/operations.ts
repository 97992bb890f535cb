import { z } from "zod";
import { open, query } from "../operation.ts";
import { permissionsSchema } from "../permissions.ts";

export const users = {
  permissions: query("users/permissions", { permission: "signedIn", input: z.object({}), output: permissionsSchema }),
  list: open("GET", "Users", "users.view"),
  availableRoles: open("GET", "users/availableRoles", "users.view"),
  get: open("GET", "users/{id}", "users.view"),
  register: open("POST", "users/RegisterUser", "users.add"),
  update: open("POST", "users/UpdateUser", "users.edit"),
  deactivate: open("POST", "users/DeactivateUser", "users.edit"),
  activate: open("POST", "users/ActivateUser", "users.edit"),
  resendRegistrationEmail: open("POST", "users/ResendUserRegistrationEmail", "users.edit"),
};
