/** The addresses of changes of many records, apart from the others, because most lists do without them. */
export const manyPaths = {
  products: () => "/products/many",
  editProducts: () => "/products/edit",
  productProgress: (id: string) => `/products/many/${id}`,
  users: () => "/users/many",
  userProgress: (id: string) => `/users/many/${id}`,
  suppliers: () => "/suppliers/many",
  supplierProgress: (id: string) => `/suppliers/many/${id}`,
  orders: () => "/orders/many",
  orderProgress: (id: string) => `/orders/many/${id}`,
  shipments: () => "/shipments/many",
  shipmentProgress: (id: string) => `/shipments/many/${id}`,
  /** Leads to the packaging slips of the shipments of the chosen orders. */
  orderSlips: () => "/orders/slips",
};
