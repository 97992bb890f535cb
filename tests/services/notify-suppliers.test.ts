import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { commandForms } from "#app/services/forms/command-form.server.ts";
import { notifyForms } from "#app/services/invoices/notification.server.ts";
import { stateOf } from "#app/services/request/request-state.server.ts";
import { takeToast } from "#app/services/request/toast.server.ts";
import { signedInWith } from "#tests/support/services/session.ts";
import { json } from "#tests/support/services/stub-server.ts";
import { send } from "#tests/support/services/visitor.ts";
import { api, publicUrl } from "#tests/support/services/world.ts";

it("names the documents that were left out, because a registration changed since the page was opened", async () => {
  const jar = await signedInWith();
  const notified = async (notIssuable: number[]) => {
    const answer = { notified: 1, withoutContact: 0, notIssuable };
    api.usually("POST /api/v1/invoices/NotifySuppliers", json(answer));
    const typed = { intent: "notify", Id: randomUUID(), "InvoiceIds[]": "7", ExpectedPaymentDate: "2026-04-15" };
    const { headers } = await send(commandForms(notifyForms), "/invoices/notify", typed, jar);
    const request = new Request(publicUrl, { headers: { cookie: jar.keep(headers.getSetCookie()).header } });
    return (await takeToast(request, stateOf({}, request)))?.message;
  };
  expect(await notified([])).toBe("Request successfully processed.");
  expect(await notified([8, 9])).toBe(
    "Request successfully processed. Left out, because they must not be issued: INV-0000008, INV-0000009.",
  );
  expect(await notified([1, 2, 3, 4, 5, 6, 7])).toMatch(/INV-0000005 and 2 more\.$/);
});
