/** The addresses of the personal data of customers, apart from the others, because lists do without them. */
export const customerPaths = {
  find: () => "/customers",
  erase: () => "/customers/erase",
  export: () => "/customers/export",
  exportInternal: () => "/customers/internal",
};
