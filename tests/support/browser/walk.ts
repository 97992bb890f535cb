/** Every screen and state of the product that can be opened by its address, for what must hold on all of them. */
export const screens = [
  "/suppliers",
  "/suppliers?name=acacia&city=fremantle&sort=city&direction=desc",
  "/suppliers?name=there+is+no+such+supplier",
  "/suppliers?page=99",
  "/suppliers/new",
  "/suppliers/1",
  "/suppliers/1?edit=general",
  "/suppliers/1?edit=address",
  "/suppliers/1?edit=financial",
  "/suppliers/999999999",
  "/dashboard",
  "/orders",
  "/nowhere",
  "/auth-callback",
  "/logged-out",
] as const;
