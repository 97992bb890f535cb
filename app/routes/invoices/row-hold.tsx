import { useLoaderData } from "@remix-run/react";
import { keepTyped } from "#app/lib/keep-typed.ts";
import { afterRefusals } from "#app/lib/revalidate.ts";
import { title } from "#app/lib/title.ts";
import { HoldRow, holdHeading } from "#app/routes/invoices/parts/hold-row.tsx";
import { commandForms } from "#app/services/forms/command-form.server.ts";
import { holdRowForms, loadRowToHold } from "#app/services/invoices/row-hold.server.ts";
import { screenFor } from "#app/services/request/route.server.ts";
import { invoices } from "#contract/invoices/operations.ts";

export const meta = () => title(holdHeading);

export const loader = screenFor(invoices.holdLineItem, loadRowToHold);

export const action = commandForms(holdRowForms);

export const clientAction = keepTyped;

export const shouldRevalidate = afterRefusals;

export default function HoldRowOfDraft() {
  return <HoldRow item={useLoaderData<typeof loader>()} />;
}
