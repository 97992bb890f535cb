import { storeImage } from "#app/services/products/add-images.server.ts";
import { publicRoute, resource } from "#app/services/request/route.server.ts";

/** Stores one image for the form that adds several, as soon as it is chosen. */
export const action = resource(publicRoute(storeImage));
