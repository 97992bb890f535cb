import { productFeed } from "#app/services/marketplaces/feed.server.ts";
import { publicRoute, resource } from "#app/services/request/route.server.ts";

/** The product feed of a marketplace, for services that know its address. */
export const loader = resource(publicRoute(productFeed));
