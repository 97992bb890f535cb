type Id = number | string;

/** Pages that show the progress of background work, apart from the paths that every page loads. */
export const progressPaths = {
  pictures: (id: Id) => `/products/pictures/${id}`,
  invoices: (id: Id) => `/invoices/generate/${id}`,
  approvals: (id: Id) => `/product-approvals/progress/${id}`,
};

/** Pages of somebody who applies to become a supplier. */
export const applicationPaths = {
  applied: () => "/apply?sent=1",
  ownApplication: (token: Id) => `/apply/${token}`,
};
