import { paths } from "./paths.ts";

type Id = number | string;

const monthly = () => `${paths.charges()}/monthly`;

/** Paths of single charges and of monthly ones, apart from those that every page loads. */
export const chargePaths = {
  new: () => `${paths.charges()}/new`,
  withdraw: (id: Id) => `${paths.charges()}/${id}/withdraw`,
  monthly,
  endMonthly: (id: Id) => `${monthly()}/${id}/end`,
  export: () => `${paths.charges()}/export`,
  import: () => `${paths.charges()}/import`,
  imports: () => `${paths.charges()}/imports`,
  imported: (id: Id) => `${paths.charges()}/import/${id}`,
};
