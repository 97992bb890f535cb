import { useLoaderData } from "@remix-run/react";
import type { List } from "#app/components/list/list.ts";
import { ListScreen } from "#app/components/list/list-screen.tsx";
import { RowLink } from "#app/components/list/row-link.tsx";
import { Pill } from "#app/components/text/pill.tsx";
import { dollars, yesOrNo } from "#app/lib/format.ts";
import { paths } from "#app/lib/paths.ts";
import { title } from "#app/lib/title.ts";
import { screenFor } from "#app/services/request/route.server.ts";
import { loadRules } from "#app/services/shipping-rules/shipping-rules.server.ts";
import { shippingRules } from "#contract/shipping-rules/operations.ts";
import type { ShippingRuleRow } from "#contract/shipping-rules/schema.ts";

export const meta = () => title("Shipping Rules");

export const loader = screenFor(shippingRules.list, loadRules);

/** Rates are inc GST. */
const list: List<ShippingRuleRow> = {
  title: "Shipping Rules",
  path: paths.shippingRules(),
  add: { label: "Add Shipping Rule", path: paths.newShippingRule() },
  noun: "shipping rules",
  filters: [
    { kind: "text", name: "name", label: "Name" },
    { kind: "select", name: "supplierId", label: "Supplier", any: "(Any)" },
  ],
  columns: [
    { heading: "Id", sort: "id", cell: (row) => row.id, isHiddenWhenSmall: true },
    {
      heading: "Name",
      isFixed: true,
      sort: "name",
      cell: (row, link) => (
        <>
          <RowLink to={link(paths.shippingRule(row.id))}>{row.name}</RowLink>{" "}
          {row.isDisabled && <Pill tone="plain">Disabled</Pill>}
        </>
      ),
    },
    { heading: "Supplier", sort: "supplierName", cell: (row) => row.supplierName },
    {
      heading: "Ship within Australia",
      sort: "sellAnywhereDomestically",
      cell: (row) => yesOrNo(row.sellAnywhereDomestically),
      isHiddenWhenSmall: true,
    },
    {
      heading: "Ship anywhere Internationally",
      sort: "sellAnywhereInternationally",
      cell: (row) => yesOrNo(row.sellAnywhereInternationally),
      isHiddenWhenSmall: true,
    },
    {
      heading: "Default domestic rate",
      sort: "defaultDomesticShippingRate",
      cell: (row) => dollars(row.defaultDomesticShippingRate) ?? "–",
      isNumeric: true,
    },
    {
      heading: "Default international rate",
      sort: "defaultInternationalShippingRate",
      cell: (row) => dollars(row.defaultInternationalShippingRate) ?? "–",
      isNumeric: true,
    },
  ],
  rowId: (row) => row.id,
};

export default function ShippingRules() {
  return <ListScreen list={list} data={useLoaderData<typeof loader>()} />;
}
