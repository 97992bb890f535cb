/** Explains error answers to operators. The messages of WooCommerce are in the shop's own language. */
import { z } from "zod";
import { ShopRefusal } from "../shop.ts";
import type { ShopRequest, ShopResponse } from "../shop-client.ts";
import { problem } from "./schema.ts";
import { sentence } from "./text.ts";

/** A refusal for which the shop gave a reason. */
export class WooRefusal extends ShopRefusal {
  constructor(
    message: string,
    readonly status: number,
    /** Of WordPress or WooCommerce, such as `term_exists`. */
    readonly code: string,
    readonly data: unknown = undefined,
  ) {
    super(message);
  }
}

export const noWooCommerce =
  "There is no WooCommerce at this address. Please check the address, and that the permalinks of the site are not “Plain”.";
const wrongKeys =
  "The shop does not accept the consumer key and secret. Please check both, and that the key has not been revoked.";
const notEncrypted =
  "The shop does not accept the consumer key and secret. Without encryption WooCommerce accepts none: please enter its address that begins with https://.";
const onlyReading =
  "The shop does not let this key change anything. Please give it the permission “Read/Write” under WooCommerce › Settings › Advanced › REST API.";
const tooFewRights =
  "The user whom the key belongs to may not do this in the shop. Please make the key for an administrator or a shop manager.";
const keptOut = "The site refuses our calls. A firewall or a security plugin may be the reason.";

const noRoute = "rest_no_route";
/** WooCommerce also gives this answer when it has not looked at the keys. */
const cannotView = "woocommerce_rest_cannot_view";

export function explained({ method, url }: Pick<ShopRequest, "method" | "url">, response: ShopResponse): ShopRefusal {
  const { status, headers } = response;
  const said = problem.safeParse(response.json).data;
  if (status < 400) return new ShopRefusal(movedTo(headers.location, url));
  if (status === 401 && url.startsWith("http:") && said?.code === cannotView) return new ShopRefusal(notEncrypted);
  if (status === 401) return new ShopRefusal(method === "GET" ? wrongKeys : onlyReading);
  if (status === 403) return new ShopRefusal(said ? tooFewRights : keptOut);
  if (status === 404 && (!said || said.code === noRoute)) return new ShopRefusal(noWooCommerce);
  if (!said) return new ShopRefusal(`The shop refused it with status ${status}.`);
  return new WooRefusal(reasonIn(said) || `The shop refused it (${said.code}).`, status, said.code, said.data);
}

/** With “Plain” permalinks WordPress leads from the address of the interface to a page of the same site. */
function movedTo(location: string | undefined, asked: string): string {
  const target = location && URL.canParse(location) ? new URL(location).origin : undefined;
  if (target === new URL(asked).origin) return noWooCommerce;
  return target
    ? `The shop has moved to ${target}. Please enter that address.`
    : "The site leads to another address. Please enter the address that the shop has now.";
}

const wrongParameters = z.object({ params: z.record(z.string(), z.string()) });

/** The message, and what is wrong with each parameter if the message only names them. */
function reasonIn({ message, data }: z.output<typeof problem>): string {
  const { params = {} } = wrongParameters.safeParse(data).data ?? {};
  return [message, ...Object.values(params)].map(sentence).join(" ").slice(0, 1_000);
}
