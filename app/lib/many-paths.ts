/** The addresses of changes of many products, apart from the others, because other lists do without them. */
export const manyPaths = {
  change: () => "/products/many",
  edit: () => "/products/edit",
  progress: (id: string) => `/products/many/${id}`,
};
