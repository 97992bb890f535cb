import { aSupplier } from "#tests/support/browser/api.ts";
import { aProduct } from "#tests/support/browser/catalogue.ts";
import { card, heading, isAt, link, seesToast, visit } from "#tests/support/browser/page.ts";
import { expect, test } from "#tests/support/browser/test.ts";

test("the products of a list are gone through in its order, on the same tab", { tag: "@core" }, async ({ page }) => {
  const supplierId = (await aSupplier()).id;
  const dear = await aProduct({ supplierId, price: 30 });
  const cheap = await aProduct({ supplierId, price: 10 });
  const middle = await aProduct({ supplierId, price: 20 });
  const list = `/products?supplierId=${supplierId}&sort=recommendedRetailPrice&direction=desc`;
  await visit(page, list);
  await link(page, dear.name).click();
  await link(page, "Image Gallery").click();
  await expect(card(page, "Image Gallery")).toBeVisible();
  await link(page, "Next product").click();
  await expect(heading(page)).toHaveText(middle.name);
  await expect(page).toHaveURL((url) => url.pathname === `${middle.path}/images`);
  await link(page, "Next product").click();
  await expect(heading(page)).toHaveText(cheap.name);
  await link(page, "Next product").click();
  await seesToast(page, "This is the last product of the list.");
  await expect(heading(page)).toHaveText(cheap.name);
  await link(page, "Previous product").click();
  await expect(heading(page)).toHaveText(middle.name);
  await link(page, "Previous product").click();
  await expect(heading(page)).toHaveText(dear.name);
  await link(page, "Previous product").click();
  await seesToast(page, "This is the first product of the list.");
  await link(page.getByRole("navigation", { name: "Breadcrumb" }), "Products").click();
  await isAt(page, list);
});

test("the way back leads to the page of the list that has the product", async ({ page }) => {
  const supplierId = (await aSupplier()).id;
  const made = [];
  for (let price = 1; price <= 21; price++) made.push(await aProduct({ supplierId, price }));
  const list = `/products?supplierId=${supplierId}&sort=recommendedRetailPrice`;
  const back = link(page.getByRole("navigation", { name: "Breadcrumb" }), "Products");
  const [last, next] = made.slice(-2);
  await visit(page, list);
  await link(page, last?.name ?? "").click();
  await link(page, "Next product").click();
  await expect(heading(page)).toHaveText(next?.name ?? "");
  await back.click();
  await isAt(page, `${list}&page=2`);
  await link(page, next?.name ?? "").click();
  await link(page, "Previous product").click();
  await expect(heading(page)).toHaveText(last?.name ?? "");
  await back.click();
  await isAt(page, list);
});

test("a product without the tab is opened on its general tab", async ({ page }) => {
  const supplierId = (await aSupplier()).id;
  const [first, second] = [
    await aProduct({ supplierId, hasVariants: true, price: 10 }),
    await aProduct({ supplierId, price: 20 }),
  ];
  await visit(page, `/products?supplierId=${supplierId}&sort=salePrice`);
  await link(page, first.name).click();
  await link(page, "Variations").click();
  await expect(card(page, "Variations")).toBeVisible();
  await link(page, "Next product").click();
  await expect(heading(page)).toHaveText(second.name);
  await expect(page).toHaveURL((url) => url.pathname === second.path);
});

for (const path of ["/products/1/neighbour/after", "/products/999999999/neighbour/next", "/products/x/neighbour/next"])
  test(`${path} is not found`, async ({ page }) => {
    await visit(page, path);
    await expect(heading(page)).toHaveText("Not found");
  });
