/** A real WooCommerce, as its staff and its customers use it: the REST API with a key, and the checkout of its own shop. */

export interface RealShop {
  url: string;
  key: string;
  secret: string;
}

type Json = Record<string, unknown>;

/** A customer's purchase, with its options. */
export interface Cart {
  lines: { id: number; quantity: number }[];
  coupons?: string[];
  /** The title of a way of shipping, such as "Flat rate". */
  shipping: string;
  /** The key of a way of payment: orders are paid with "cod", and wait with "bacs". */
  payment?: string;
}

export const customer = {
  first_name: "Zoë",
  last_name: "O’Brien & Søn",
  company: "",
  address_1: "1 High Street",
  address_2: "",
  city: "Fremantle",
  state: "WA",
  postcode: "6160",
  country: "AU",
  phone: "0400 000 000",
};

export function realShop({ url, key, secret }: RealShop) {
  const authorization = `Basic ${Buffer.from(`${key}:${secret}`).toString("base64")}`;

  async function send(method: string, path: string, body: unknown, headers: Record<string, string>) {
    const response = await fetch(`${url}/wp-json/${path}`, {
      method,
      headers: { "content-type": "application/json", ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path} was answered with ${response.status}: ${text.slice(0, 500)}`);
    return { json: JSON.parse(text), headers: response.headers };
  }

  /** Calls the REST API as the shop's staff. */
  async function staff<T = Json>(method: string, path: string, body?: unknown): Promise<T> {
    return (await send(method, `wc/v3${path}`, body, { authorization })).json as T;
  }

  /** Sets options of the shop, by their groups; returns what they were before. */
  async function set(group: string, options: Record<string, string>): Promise<Record<string, string>> {
    const before: Record<string, string> = {};
    for (const [id, value] of Object.entries(options)) {
      before[id] = String((await staff(`GET`, `/settings/${group}/${id}`)).value);
      await staff("PUT", `/settings/${group}/${id}`, { value });
    }
    return before;
  }

  return {
    staff,
    set,

    /** Buys something with the shop's own checkout, as a guest does. Returns the key of the order. */
    async checkOut({ lines, coupons = [], shipping, payment = "cod" }: Cart): Promise<number> {
      const first = await send("GET", "wc/store/v1/cart", undefined, {});
      // Older versions ask for a nonce beside the token of the cart.
      const headers = {
        "cart-token": first.headers.get("cart-token") ?? "",
        nonce: first.headers.get("nonce") ?? "",
      };
      const store = async (path: string, body: unknown) =>
        (await send("POST", `wc/store/v1/${path}`, body, headers)).json;
      for (const line of lines) await store("cart/add-item", line);
      for (const code of coupons) await store("cart/apply-coupon", { code });
      const address = { shipping_address: customer, billing_address: { ...customer, email: "zoe@example.com" } };
      const cart = await store("cart/update-customer", address);
      const rates = (cart.shipping_rates as { package_id: number; shipping_rates: Json[] }[]) ?? [];
      for (const { package_id, shipping_rates } of rates) {
        const rate = shipping_rates.find(({ name }) => name === shipping);
        if (!rate) throw new Error(`The shop does not ship by ${shipping}.`);
        await store("cart/select-shipping-rate", { package_id, rate_id: rate.rate_id });
      }
      const { order_id } = await store("checkout", {
        ...address,
        payment_method: payment,
        customer_note: "Please ring “twice”",
      });
      return order_id as number;
    },
  };
}
