import { useLoaderData, useLocation } from "@remix-run/react";
import { ExportButton } from "#app/components/export/export-button.tsx";
import { Link } from "#app/components/layout/link.tsx";
import { Menu, menuItem } from "#app/components/layout/menu.tsx";
import { ChosenMany, chosenMany } from "#app/components/list/chosen-many.tsx";
import type { Filter, List } from "#app/components/list/list.ts";
import { ListScreen } from "#app/components/list/list-screen.tsx";
import { RowLink } from "#app/components/list/row-link.tsx";
import { productsFile } from "#app/lib/export.ts";
import { dollars, integer, yesOrNo } from "#app/lib/format.ts";
import { image } from "#app/lib/image.ts";
import { paths } from "#app/lib/paths.ts";
import { title } from "#app/lib/title.ts";
import { VariantRows } from "#app/routes/products/parts/variant-rows.tsx";
import { type ListedProduct, loadProducts } from "#app/services/products/list.server.ts";
import { screenFor } from "#app/services/request/route.server.ts";
import { products } from "#contract/products/operations.ts";

export const meta = () => title("Products");

export const loader = screenFor(products.list, loadProducts);

type Data = ReturnType<typeof useLoaderData<typeof loader>>;

/** Set by a link from the rule's page, so the filter is shown only while it is active. */
const shippingRule: Filter = {
  kind: "record",
  name: "shippingRuleId",
  needs: "shippingRuleId",
  label: "Shipping rule",
  path: paths.shippingRules(),
  choose: "Choose a shipping rule",
};

/** Other APIs have neither. */
const brandAndGtin: Filter[] = [
  { kind: "text", name: "brand", label: "Brand" },
  { kind: "text", name: "gtin", label: "GTIN" },
];

const failedSync: Filter = { kind: "checkbox", name: "failedSyncOnly", label: "Failed synchronisations only" };

const stock: Filter = { kind: "select", name: "stock", label: "Stock", any: "(Any)" };

const filtersOf = ({ filters, hasGtin, hasStockFilter }: Data): Filter[] => [
  { kind: "text", name: "name", label: "Name or SKU" },
  { kind: "select", name: "productTypeId", label: "Product type", any: "(None)" },
  { kind: "select", name: "supplierId", label: "Supplier", any: "(Any)" },
  { kind: "select", name: "marketplaceId", label: "Marketplace", any: "(Any)" },
  { kind: "select", name: "marketplaceStatus", label: "Marketplace status", any: "(Any)", needs: "marketplaceId" },
  ...(hasStockFilter ? [stock] : []),
  ...(hasGtin ? brandAndGtin : []),
  shippingRule,
  { kind: "checkbox", name: "hideVariants", label: "Hide variants" },
  { kind: "checkbox", name: "showActiveOnly", label: "Active only" },
  { kind: "checkbox", name: "showProblemProductsOnly", label: "Problem products only" },
  // Set by a link from the home page, so the filter is shown only while it is active.
  ...(filters.failedSyncOnly === "true" ? [failedSync] : []),
];

function listOf(data: Data): List<ListedProduct> {
  const { cdnBaseUrl, filters, manyPath } = data;
  const showsVariants = filters.hideVariants === "false";
  return {
    title: "Products",
    path: paths.products(),
    add: { label: "Add Product", path: paths.newProduct() },
    noun: "products",
    filters: filtersOf(data),
    columns: [
      {
        heading: "Image",
        isHiddenWhenSmall: true,
        cell: (row) => (
          <img
            src={image(cdnBaseUrl, row.defaultImageFileId, 50)}
            alt=""
            width={32}
            height={32}
            loading="lazy"
            className="-my-0.5 rounded object-contain"
          />
        ),
      },
      {
        heading: "Name",
        isFixed: true,
        sort: "name",
        cell: (row, link) => <ProductName row={row} to={link(paths.product(row.id))} />,
      },
      { heading: "Supplier", sort: "supplierName", cell: (row) => row.supplierName, isHiddenWhenSmall: true },
      { heading: "Product type", sort: "productTypeName", cell: (row) => row.productTypeName, isHiddenWhenSmall: true },
      { heading: "Active", sort: "isDisabled", cell: (row) => yesOrNo(!row.isDisabled) },
      {
        heading: "RRP",
        sort: "recommendedRetailPrice",
        cell: (row) => dollars(row.recommendedRetailPrice),
        isNumeric: true,
      },
      { heading: "Sale price", sort: "salePrice", cell: (row) => dollars(row.salePrice) ?? "–", isNumeric: true },
    ],
    rowId: (row) => row.id,
    ...(manyPath && { choice: { ...chosenMany, name: ({ name }) => name } }),
    expansion: {
      heading: "Variants",
      isThere: (row) => row.hasVariants,
      isOpen: (row) => showsVariants || row.isOpen,
      isFixed: showsVariants,
      label: (_, isOpen) => (isOpen ? "Hide" : "Show"),
      name: (row, isOpen) => `${isOpen ? "Hide" : "Show"} the variants of ${row.name}`,
      content: (row) => <VariantRows product={row} />,
    },
  };
}

/** The name with the SKU and, depending on the filters, the stock and the problems. */
function ProductName({ row: { name, externalSku, problems, stock }, to }: { row: ListedProduct; to: string }) {
  return (
    <>
      <RowLink to={to}>{name}</RowLink>
      {externalSku && <p className="text-xs text-muted [overflow-wrap:anywhere]">{externalSku}</p>}
      {stock != null && <p className="text-xs text-muted">{integer(stock)} in stock</p>}
      {problems?.map(({ text, to: solvedAt }) => (
        <p key={text} className="text-xs text-danger">
          {solvedAt ? (
            <RowLink to={solvedAt} className="inline-block min-h-6 underline underline-offset-2">
              {text}
            </RowLink>
          ) : (
            text
          )}
        </p>
      ))}
    </>
  );
}

export default function Products() {
  const data = useLoaderData<typeof loader>();
  const { search } = useLocation();
  const actions = (
    <>
      {data.may.canExport && (
        <Menu label="Export">
          <ExportButton
            path={paths.exportAllProducts()}
            fileName={productsFile}
            label="All Product Data"
            className={menuItem}
            isTable
          />
          <ExportButton
            path={paths.exportStockAndPrices()}
            fileName={productsFile}
            label="Stock Levels & Prices"
            className={menuItem}
            isTable
          />
          {data.may.canExportReferrals && (
            <Link to={`${paths.referrals()}${search}`} className={menuItem} preventScrollReset>
              Export Referrals
            </Link>
          )}
        </Menu>
      )}
      {data.may.canImport && <ImportMenu canSendPictures={data.canSendPictures} />}
    </>
  );
  return (
    <ListScreen
      list={listOf}
      data={data}
      actions={actions}
      above={
        data.manyPath && (
          <ChosenMany path={data.manyPath} totalCount={data.totalCount} noun="products">
            <button type="submit" formAction={data.editPath} className="button">
              Edit Many
            </button>
          </ChosenMany>
        )
      }
    />
  );
}

function ImportMenu({ canSendPictures }: Pick<Data, "canSendPictures">) {
  const { search } = useLocation();
  return (
    <Menu label="Import">
      <Link to={`${paths.importProducts()}${search}`} className={menuItem} preventScrollReset>
        All Product Data
      </Link>
      <Link to={`${paths.importStockAndPrices()}${search}`} className={menuItem} preventScrollReset>
        Stock Levels & Prices
      </Link>
      {canSendPictures && (
        <Link to={`${paths.sendPictures()}${search}`} className={menuItem} preventScrollReset>
          Pictures (.zip)
        </Link>
      )}
    </Menu>
  );
}
