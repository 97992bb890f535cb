import { shipments } from "@contract/shipments/operations.ts";
import { Link, useLoaderData } from "@remix-run/react";
import { CommandButton } from "~/components/form/command-button";
import type { BreadcrumbHandle } from "~/components/layout/breadcrumb";
import { Card } from "~/components/layout/card";
import { CardTable } from "~/components/layout/card-table";
import { Heading } from "~/components/layout/heading";
import { Pill } from "~/components/text/pill";
import { countOf } from "~/lib/format";
import { keepTyped } from "~/lib/keep-typed";
import { paths } from "~/lib/paths";
import { title } from "~/lib/title";
import { commandForms } from "~/services/command-form.server";
import { loadSlips, type SlipsPage, slipsForms } from "~/services/packaging-slips.server";
import { screenFor } from "~/services/route.server";
import { useLookWhenBack } from "./look-when-back";
import { ShipmentsLeftOut } from "./shipments-left-out";

export const meta = () => title("Packaging Slips");

export const handle: BreadcrumbHandle<SlipsPage> = {
  breadcrumb: ({ parent }) => ({ list: { label: "Shipments", path: parent }, label: "Packaging Slips" }),
};

export const loader = screenFor(shipments.packagingSlips, loadSlips);

export const action = commandForms(slipsForms);

export const clientAction = keepTyped;

export default function PackagingSlips() {
  const { toPrint, without, parent, canMark, commandId } = useLoaderData<typeof loader>();
  useLookWhenBack();
  return (
    <>
      <Heading title="Packaging Slips">
        <Link to={parent} className="button">
          Back to the shipments
        </Link>
        {toPrint.length > 0 && !canMark && (
          <a
            href={paths.packagingSlipsFile(toPrint.map(({ id }) => id))}
            className="button button-primary"
            target="_blank"
            rel="noreferrer"
          >
            Print {countOf(toPrint.length, "Packaging Slip")}
          </a>
        )}
        {toPrint.length > 0 && canMark && (
          <CommandButton
            intent="file"
            commandId={commandId}
            label={`Print ${countOf(toPrint.length, "Packaging Slip")}`}
            busy="Printing..."
            look="primary"
            opensNewTab
          >
            <input type="hidden" name="ShipmentIds" value={toPrint.map(({ id }) => id).join()} />
          </CommandButton>
        )}
      </Heading>
      <ShipmentsLeftOut title="Without a packaging slip" shipments={without} />
      {toPrint.length > 0 && (
        <Card title="To print">
          <CardTable columns={columns} label="To print">
            {toPrint.map(({ id, name, customer, isPrinted }) => (
              <tr key={id}>
                <td className="[overflow-wrap:anywhere]">
                  <Link to={paths.shipment(id)} className="link">
                    {name}
                  </Link>
                </td>
                <td className="[overflow-wrap:anywhere]">{customer}</td>
                <td>{isPrinted && <Pill tone="good">Slip printed</Pill>}</td>
              </tr>
            ))}
          </CardTable>
          {toPrint.length > 1 && <p className="mt-3 text-muted">The PDF starts with a combined pick list.</p>}
        </Card>
      )}
    </>
  );
}

const columns = [{ heading: "Shipment" }, { heading: "Customer" }, { heading: "Printed" }];
