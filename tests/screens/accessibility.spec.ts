import type { Page } from "@playwright/test";
import { aSupplier } from "#tests/support/browser/api.ts";
import { hasNoAxeViolations } from "#tests/support/browser/axe.ts";
import {
  button,
  card,
  edit,
  field,
  heading,
  link,
  menuEntry,
  openAccountMenu,
  seesToast,
  visit,
} from "#tests/support/browser/page.ts";
import { writes } from "#tests/support/browser/rich-text.ts";
import { letSessionExpire } from "#tests/support/browser/session.ts";
import { expect, test } from "#tests/support/browser/test.ts";

// axe itself needs scripts. Plain HTML is tested in Low data.
test.describe("axe finds no violations, in the light and the dark theme,", { tag: "@javascript" }, () => {
  for (const path of [
    "/suppliers",
    "/suppliers/new",
    "/suppliers/1",
    "/suppliers/1?edit=general",
    "/suppliers/1?edit=address",
    "/suppliers/1?edit=financial",
  ]) {
    test(`on ${path} in Low data`, async ({ page, context }) => {
      await context.addCookies([{ name: "low-data", value: "on", url: process.env.PUBLIC_URL ?? "" }]);
      await visit(page, path);
      await hasNoAxeViolations(page);
    });
  }

  const states: [string, (page: Page) => Promise<void>][] = [
    [
      "on the Add Supplier dialog with its messages",
      async (page) => {
        await visit(page, "/suppliers/new");
        await button(page, "Add").click();
        await expect(page.getByText("Please enter the supplier's name")).toBeVisible();
      },
    ],
    [
      "on a form with its messages",
      async (page) => {
        await visit(page, (await aSupplier()).path);
        const form = await edit(page, "General");
        for (const input of await form.locator('input[type="tel"], input:not([type])').all()) await input.fill("");
        await writes(page, "");
        await button(form, "Save").click();
        await expect(form.getByText("This is a required field")).toHaveCount(5);
      },
    ],
    [
      "on a saved page with its toast",
      async (page) => {
        await visit(page, `${(await aSupplier()).path}?edit=financial`);
        await button(card(page, "Financial Details"), "Save").click();
        await seesToast(page, "Supplier financial details updated successfully.");
      },
    ],
    [
      "on an ABN's warning",
      async (page) => {
        await visit(page, (await aSupplier({ abn: "53004085617" })).path);
        await expect(page.getByText("This ABN's check digits are not valid.")).toBeVisible();
      },
    ],
    [
      "on the open account menu",
      async (page) => {
        // Not a list page: axe reports a column heading half covered by the menu as too small a target.
        await visit(page, "/dashboard");
        await openAccountMenu(page);
        await page.keyboard.press("ArrowDown");
        await expect(menuEntry(page, "Logout")).toBeVisible();
      },
    ],
    [
      "on the open account menu without its keys",
      async (page) => {
        await page.route(/account-menu-items/, (route) => route.abort());
        await visit(page, "/dashboard");
        await page.getByText("Mia Kerr", { exact: true }).click();
        await expect(button(page, "Logout")).toBeVisible();
      },
    ],
    [
      "on a filter that is searched, with and without matches",
      async (page) => {
        // A dialog, which the options may cover: see above.
        await visit(page, "/products/referrals");
        const filter = field(page.getByRole("dialog"), "Supplier");
        await filter.hover();
        await expect(filter).toHaveAttribute("aria-autocomplete", "list");
        await filter.fill("no such supplier");
        await expect(page.getByText("Nothing matches.")).toBeVisible();
        await hasNoAxeViolations(page);
        await filter.fill("a");
        await expect(page.getByRole("listbox").getByRole("option").first()).toBeVisible();
      },
    ],
    [
      "on the logged-out alert",
      async (page) => {
        await letSessionExpire(page.context());
        await visit(page, "/suppliers");
        await expect(page.getByRole("dialog", { name: "You have been logged out" })).toBeVisible();
      },
    ],
    [
      "on the confirmation of a sign-out requested by another site",
      async (page) => {
        await page.route("http://elsewhere.example/", (route) =>
          route.fulfill({ contentType: "text/html", body: `<a href="${process.env.PUBLIC_URL}/logout">Out</a>` }),
        );
        await page.goto("http://elsewhere.example/");
        await link(page, "Out").click();
        await expect(heading(page)).toHaveText("Logout");
      },
    ],
    [
      "on the profile page",
      async (page) => {
        await page.goto(`${process.env.API_URL}/identity/profile`);
        await expect(heading(page)).toHaveText("Your profile");
      },
    ],
  ];
  for (const [state, reach] of states) {
    test(state, async ({ page }) => {
      await reach(page);
      await hasNoAxeViolations(page);
    });
  }

  test.describe("for a user without permission", () => {
    test.use({ account: "readonly" });

    test("on the refusal of the Add Supplier dialog", async ({ page }) => {
      await visit(page, "/suppliers/new");
      await hasNoAxeViolations(page);
    });
  });

  test.describe("for a visitor who is not signed in", () => {
    test.use({ account: "signed out" });

    test("on the sign-in page, with and without messages", async ({ page }) => {
      await page.goto("/suppliers");
      await hasNoAxeViolations(page);
      await button(page, "Sign in").click();
      await expect(page.getByRole("alert")).toBeVisible();
      await hasNoAxeViolations(page);
    });
  });
});
