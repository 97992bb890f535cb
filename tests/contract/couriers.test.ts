import { expect, test } from "vitest";
import { courierOf, couriers, trackingPage } from "#contract/shipments/couriers.ts";

test("the tracking page's address contains the encoded tracking number", () => {
  expect(trackingPage(courierOf(3), "S/1 &$&")).toBe("https://track.sendle.com/tracking?ref=S%2F1%20%26%24%26");
});

test("every tracking page is a valid address, whatever the number", () => {
  for (const courier of couriers.filter(({ trackingUrl }) => trackingUrl)) {
    const page = new URL(trackingPage(courier, "../A 1?x=y#z") ?? "");
    expect(page.origin, courier.name).toBe(new URL(courier.trackingUrl ?? "").origin);
  }
});

test("there is no tracking page without a number, or for a courier without pages or an unknown one", () => {
  expect([
    trackingPage(courierOf(1), ""),
    trackingPage(courierOf(9), "A-1"),
    trackingPage(courierOf(null), "A-1"),
    trackingPage(courierOf(10), "A-1"),
  ]).toEqual([null, null, null, null]);
});
