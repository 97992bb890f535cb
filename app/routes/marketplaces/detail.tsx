import { Outlet, useLoaderData, useLocation } from "@remix-run/react";
import { lazy } from "react";
import { CommandButton } from "#app/components/form/command-button.tsx";
import type { BreadcrumbHandle } from "#app/components/layout/breadcrumb.tsx";
import { EditableCard } from "#app/components/layout/card.tsx";
import { Detail, Details } from "#app/components/layout/details.tsx";
import { Heading } from "#app/components/layout/heading.tsx";
import { HistoryLink } from "#app/components/layout/history-link.tsx";
import { Link } from "#app/components/layout/link.tsx";
import { integer, yesOrNo } from "#app/lib/format.ts";
import { image } from "#app/lib/image.ts";
import { keepTyped } from "#app/lib/keep-typed.ts";
import { paths } from "#app/lib/paths.ts";
import { title } from "#app/lib/title.ts";
import { commandForms } from "#app/services/forms/command-form.server.ts";
import {
  loadMarketplace,
  type MarketplacePage,
  marketplaceForms,
} from "#app/services/marketplaces/marketplaces.server.ts";
import { screenFor } from "#app/services/request/route.server.ts";
import { marketplaces } from "#contract/marketplaces/operations.ts";
import { channelNames } from "#contract/marketplaces/schema.ts";
import { formatAbn } from "#contract/rules/abn.ts";

const GeneralForm = lazy(() => import("./parts/general-form.tsx"));
const BasisForm = lazy(() => import("./parts/basis-form.tsx"));
const ClausesForm = lazy(() => import("./parts/clauses-form.tsx"));
const ChannelForm = lazy(() => import("./parts/channel-form.tsx"));
const FeedForm = lazy(() => import("./parts/feed-form.tsx"));
const AddressForm = lazy(() => import("#app/components/form/address-form.tsx"));

const headingOf = ({ marketplace }: MarketplacePage) =>
  `${marketplace.name}${marketplace.isDisabled ? " (Disabled)" : ""}`;

export const meta = ({ data }: { data?: MarketplacePage }) => title(data ? headingOf(data) : "Marketplace");

export const handle: BreadcrumbHandle<MarketplacePage> = {
  breadcrumb: ({ marketplace }) => ({
    list: { label: "Marketplaces", path: paths.marketplaces() },
    label: marketplace.name,
    rowId: marketplace.id,
  }),
};

export const loader = screenFor(marketplaces.get, loadMarketplace);

export const action = commandForms(marketplaceForms);

export const clientAction = keepTyped;

export default function Marketplace() {
  const page = useLoaderData<typeof loader>();
  return (
    <>
      <Heading title={headingOf(page)} sub={`ABN ${formatAbn(page.marketplace.abn)}`}>
        <HistoryLink record="marketplace" id={page.marketplace.id} />
        {page.hasCategories && (
          <Link to={paths.categories(page.marketplace.id)} className="button">
            Categories
          </Link>
        )}
        {page.canEdit && <Actions page={page} />}
      </Heading>
      <GeneralCard page={page} />
      <AddressCard page={page} />
      {page.basis && <BasisCard page={page} basis={page.basis} />}
      <ClausesCard page={page} />
      <ChannelCard page={page} />
      {page.marketplace.feed && <FeedCard page={page} feed={page.marketplace.feed} />}
      <Outlet />
    </>
  );
}

function Actions({ page: { marketplace, commandId } }: { page: MarketplacePage }) {
  const { search } = useLocation();
  if (marketplace.isDisabled)
    return <CommandButton intent="activate" commandId={commandId} label="Activate" busy="Working..." />;
  return (
    <Link
      to={`${paths.deactivateMarketplace(marketplace.id)}${search}`}
      className="button button-danger"
      preventScrollReset
    >
      Deactivate
    </Link>
  );
}

function GeneralCard({ page }: { page: MarketplacePage }) {
  const { marketplace, canEdit, editing, cdnBaseUrl } = page;
  return (
    <EditableCard
      title="General"
      name="general"
      canEdit={canEdit}
      editing={editing}
      form={(cancelTo) => <GeneralForm page={page} cancelTo={cancelTo} />}
    >
      <Details>
        <Detail term="Name">{marketplace.name}</Detail>
        <Detail term="Legal name">{marketplace.legalName}</Detail>
        <Detail term="ABN">{formatAbn(marketplace.abn)}</Detail>
        <Detail term="Order number prefix">{marketplace.orderNumberPrefix}</Detail>
        <Detail term="Is Active">{yesOrNo(!marketplace.isDisabled)}</Detail>
        <Detail term="Suppliers">{marketplace.supplierCount}</Detail>
        {typeof marketplace.takesApplications === "boolean" && (
          <Detail term="Takes applications">{yesOrNo(marketplace.takesApplications)}</Detail>
        )}
        <Detail term="Logo" isWide>
          {marketplace.logoId && (
            <img
              src={image(cdnBaseUrl, marketplace.logoId, 400)}
              alt={`Logo of ${marketplace.name}`}
              className="aspect-auto max-h-[200px] max-w-full rounded border border-line object-contain"
              width={200}
              height={200}
            />
          )}
        </Detail>
      </Details>
    </EditableCard>
  );
}

function BasisCard({ page, basis }: { page: MarketplacePage; basis: string }) {
  const { canEdit, editing } = page;
  return (
    <EditableCard
      title="Basis"
      name="basis"
      canEdit={canEdit}
      editing={editing}
      form={(cancelTo) => <BasisForm page={page} cancelTo={cancelTo} />}
    >
      <p>{basis}</p>
    </EditableCard>
  );
}

function AddressCard({ page }: { page: MarketplacePage }) {
  const { marketplace, canEdit, editing, places, commandId, shown } = page;
  const address = marketplace.businessAddress;
  const form = (cancelTo: string) =>
    places && (
      <AddressForm
        intent="address"
        commandId={commandId}
        shown={shown}
        address={address}
        places={places}
        cancelTo={cancelTo}
      />
    );
  return (
    <EditableCard title="Business Address" name="address" canEdit={canEdit} editing={editing} form={form}>
      <Details>
        <Detail term="Street address">
          {[address?.unitNumber, address?.streetAddress].filter(Boolean).join(" / ")}
        </Detail>
        <Detail term="Street address 2">{address?.streetAddress2}</Detail>
        <Detail term="City">{address?.city}</Detail>
        <Detail term="State">{address?.state}</Detail>
        <Detail term="Post code">
          {address?.postCode}
          {page.postCodeWarning && <span className="block text-warn">{page.postCodeWarning}</span>}
        </Detail>
        <Detail term="Country">{address?.countryName ?? address?.countryCode}</Detail>
      </Details>
    </EditableCard>
  );
}

function ClausesCard({ page }: { page: MarketplacePage }) {
  const { marketplace, clauses, canEdit, editing } = page;
  const preview = (
    <a href={paths.agreementPreview(marketplace.id)} className="button no-print" target="_blank" rel="noreferrer">
      Preview agreement
    </a>
  );
  return (
    <EditableCard
      title="Clauses of the Agreement"
      name="clauses"
      canEdit={canEdit}
      editing={editing}
      action={preview}
      form={(cancelTo) => <ClausesForm page={page} cancelTo={cancelTo} />}
    >
      {clauses.length === 0 ? (
        <p className="text-muted">This marketplace has no clauses beyond the common ones.</p>
      ) : (
        <ol className="list-decimal space-y-1 pl-6 [overflow-wrap:anywhere]">
          {clauses.map((clause, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two clauses may be the same
            <li key={i}>{clause}</li>
          ))}
        </ol>
      )}
    </EditableCard>
  );
}

function ChannelCard({ page }: { page: MarketplacePage }) {
  const { marketplace, canEdit, canEditChannel, editing } = page;
  const { search } = useLocation();
  const test = canEdit && marketplace.channel !== "builtIn" && (
    <Link to={`${paths.testWebhook(marketplace.id)}${search}`} className="button no-print" preventScrollReset>
      Send a test
    </Link>
  );
  return (
    <EditableCard
      title="Channel"
      name="channel"
      canEdit={canEditChannel}
      editing={editing}
      action={test}
      form={(cancelTo) => <ChannelForm page={page} cancelTo={cancelTo} />}
    >
      {marketplace.isChannelConfigured && (
        <p className="mb-3">
          This is set by MARKETPLACE_WEBHOOKS, a variable of the environment, and cannot be changed here.
        </p>
      )}
      <Details>
        <Detail term="Channel">{channelNames[marketplace.channel]}</Detail>
        {marketplace.channel === "webhook" && (
          <>
            <Detail term="Webhook address">{marketplace.webhookUrl}</Detail>
            <Detail term="Webhook secret">{secretText(page)}</Detail>
          </>
        )}
        {marketplace.shop && <ShopDetails page={page} shop={marketplace.shop} />}
      </Details>
    </EditableCard>
  );
}

function ShopDetails({
  page,
  shop,
}: {
  page: MarketplacePage;
  shop: NonNullable<MarketplacePage["marketplace"]["shop"]>;
}) {
  const { marketplace, shopTexts, canSeeShopOrders } = page;
  return (
    <>
      <Detail term="Shop address">{shop.url}</Detail>
      {shop.key && <Detail term="Consumer key">{shop.key}</Detail>}
      <Detail term="Secrets">{shopTexts?.secrets}</Detail>
      <Detail term="Orders read">{shopTexts?.read}</Detail>
      {shop.problem && (
        <Detail term="Problem" isWide>
          <span className="text-danger">{shop.problem}</span>
        </Detail>
      )}
      <Detail term="Orders to look at">
        {canSeeShopOrders ? (
          <Link to={paths.shopOrders(marketplace.id)}>{integer(shop.problemOrders)}</Link>
        ) : (
          integer(shop.problemOrders)
        )}
      </Detail>
      <Detail term="The shop calls" isWide>
        {shop.webhookAddress}
        {shopTexts?.resumed && (
          <span className="block text-warn">
            On {shopTexts.resumed} the shop had stopped calling, as shops do after several calls in a row have failed.
            It was told to call again, and the orders of the meantime were read. If this happens often, please check
            that the shop can reach this address.
          </span>
        )}
      </Detail>
      {shopTexts?.proof && <Detail term="Proven with">{shopTexts.proof}</Detail>}
    </>
  );
}

function FeedCard({
  page,
  feed,
}: {
  page: MarketplacePage;
  feed: NonNullable<MarketplacePage["marketplace"]["feed"]>;
}) {
  const { marketplace, canEdit, editing } = page;
  const { search } = useLocation();
  const renew = canEdit && feed.isOn && (
    <Link to={`${paths.newFeedAddress(marketplace.id)}${search}`} className="button no-print" preventScrollReset>
      New address
    </Link>
  );
  return (
    <EditableCard
      title="Product Feed"
      name="feed"
      canEdit={canEdit}
      editing={editing}
      action={renew}
      form={(cancelTo) => <FeedForm page={page} cancelTo={cancelTo} />}
    >
      <p className="mb-3">
        The products that are listed here, in the format of Google Merchant Center, for services that fetch them by a
        secret address.
      </p>
      <Details>
        <Detail term="Product feed">{feed.isOn ? "On" : "Off"}</Detail>
        {feed.url && (
          <Detail term="Address" isWide>
            <a href={feed.url} className="[overflow-wrap:anywhere]">
              {feed.url}
            </a>
          </Detail>
        )}
        <Detail term="Address of a product in the shop" isWide>
          {feed.productLink}
        </Detail>
      </Details>
    </EditableCard>
  );
}

function secretText({ marketplace, secretSetAt }: MarketplacePage): string {
  if (!marketplace.hasWebhookSecret) return "Not set";
  if (!secretSetAt) return "Set";
  const { webhookSecretSetByUserFullName: name } = marketplace;
  return `Set on ${secretSetAt}${name ? ` by ${name}` : ""}`;
}
