/** The parties of an electronic invoice, as they were when the document was made. */
import { type XmlElement, xml } from "#api/core/documents/xml.ts";
import type { Invoice } from "#contract/invoices/schema.ts";
import type { Address } from "#contract/locations/schema.ts";
import { digitsOf } from "#contract/rules/abn.ts";

/** ISO 6523: an Australian Business Number. */
const abnScheme = { schemeID: "0151" };

export const gstScheme: readonly XmlElement[] = xml("cac:TaxScheme", xml("cbc:ID", "GST"));

interface Party {
  name: string;
  abn: string;
  address: Address | null | undefined;
  isRegistered: boolean;
}

/** Returns the supplier as the seller, and the marketplace as the buyer. */
export function parties(invoice: Invoice): XmlElement[] {
  const { marketplace } = invoice;
  return [
    ...xml(
      "cac:AccountingSupplierParty",
      party({
        name: invoice.supplierName,
        abn: invoice.supplierABN ?? "",
        address: invoice.supplierAddress,
        isRegistered: invoice.documentKind === "taxInvoice",
      }),
    ),
    ...xml(
      "cac:AccountingCustomerParty",
      party({
        name: marketplace.legalName,
        abn: marketplace.abn ?? "",
        address: marketplace.businessAddress,
        isRegistered: false,
      }),
    ),
  ];
}

function party({ name, abn: typed, address, isRegistered }: Party): XmlElement[] {
  const abn = digitsOf(typed);
  return xml("cac:Party", [
    ...xml("cbc:EndpointID", abn, abnScheme),
    ...(address ? postalAddress(address) : []),
    ...(isRegistered ? xml("cac:PartyTaxScheme", [...xml("cbc:CompanyID", abn), ...gstScheme]) : []),
    ...xml("cac:PartyLegalEntity", [...xml("cbc:RegistrationName", name), ...xml("cbc:CompanyID", abn, abnScheme)]),
  ]);
}

const postalAddress = ({ unitNumber, streetAddress, streetAddress2, ...address }: Address): XmlElement[] =>
  xml("cac:PostalAddress", [
    ...xml("cbc:StreetName", [unitNumber, streetAddress].filter(Boolean).join(" / ")),
    ...xml("cbc:AdditionalStreetName", streetAddress2 ?? ""),
    ...xml("cbc:CityName", address.city),
    ...xml("cbc:PostalZone", address.postCode),
    ...xml("cbc:CountrySubentity", address.state),
    ...xml("cac:Country", xml("cbc:IdentificationCode", address.countryCode.toUpperCase())),
  ]);
