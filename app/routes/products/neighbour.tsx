import { leadToNeighbour } from "#app/services/products/neighbour.server.ts";
import { screenFor } from "#app/services/request/route.server.ts";
import { products } from "#contract/products/operations.ts";

export const loader = screenFor(products.neighbour, leadToNeighbour);

/** The loader leads elsewhere. With a component, its errors have a page. */
export default function Neighbour() {
  return null;
}
