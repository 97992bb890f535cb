import { CommandForm } from "#app/components/form/command-form.tsx";
import { YesNoField } from "#app/components/form/fields.tsx";
import { ImageField } from "#app/components/form/image-field.tsx";
import { image } from "#app/lib/image.ts";
import type { MarketplacePage } from "#app/services/marketplaces/marketplaces.server.ts";
import { marketplaceDetailsForm } from "#contract/marketplaces/schema.ts";
import { formatAbn } from "#contract/rules/abn.ts";
import { IdentityFields, identityLabels } from "./identity-fields.tsx";

const labels = { ...identityLabels, TakesApplications: "Takes applications", LogoFile: "Logo" };

export default function GeneralForm({ page, cancelTo }: { page: MarketplacePage; cancelTo: string }) {
  const { marketplace, cdnBaseUrl } = page;
  const takesApplications = marketplace.takesApplications ?? undefined;
  const values = {
    Name: marketplace.name,
    LegalName: marketplace.legalName,
    Abn: formatAbn(marketplace.abn),
    OrderNumberPrefix: marketplace.orderNumberPrefix,
    LogoId: marketplace.logoId ?? "",
    AskedAbn: "",
    ...(takesApplications !== undefined && { TakesApplications: String(takesApplications) }),
  };
  return (
    <CommandForm
      intent="general"
      commandId={page.commandId}
      shown={page.shown}
      schema={marketplaceDetailsForm}
      values={values}
      submit="Save"
      busy="Saving..."
      cancelTo={cancelTo}
      labels={labels}
    >
      <IdentityFields />
      {takesApplications !== undefined && (
        <YesNoField
          name="TakesApplications"
          label={labels.TakesApplications}
          hint="Whether businesses can apply on the public form to sell here."
          isWide
        />
      )}
      <ImageField
        name="LogoFile"
        idName="LogoId"
        label={labels.LogoFile}
        source={(id) => image(cdnBaseUrl, id, 400)}
        isRemovable
      />
    </CommandForm>
  );
}
