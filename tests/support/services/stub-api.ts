/** A stub API that conforms to the contract, with just enough data for the services. */
import { json, StubServer } from "./stub-server.ts";

export const supplierRows = Array.from({ length: 20 }, (_, i) => ({
  id: i + 1,
  name: `Supplier ${i + 1}`,
  city: "Fremantle",
  state: "WA",
}));

/** Grants all permissions. */
export async function startStubApi(authority: string, clientId: string): Promise<StubServer> {
  const api = await new StubServer().start();
  return api
    .usually(
      "GET /api/v1/configuration",
      json({ identity: { authority, clientId, scope: "openid profile offline_access" }, cdnBaseUrl: api.url }),
    )
    .usually("GET /api/v1/users/permissions", json({ suppliers: { view: true, add: true } }))
    .usually("POST /api/v1/users/SignOut", json(null))
    .usually("GET /api/v1/suppliers", json({ items: supplierRows, totalCount: 60 }))
    .usually("GET /api/v1/locations/states", json([{ id: 1, shortName: "WA", name: "Western Australia" }]))
    .usually("POST /api/v1/suppliers/AddSupplier", json(61))
    .usually("POST /api/v1/files/upload", json(["11111111-1111-4111-8111-111111111111"]));
}
