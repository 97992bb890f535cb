/** The part of Shopify's published schema, version 2026-07, that is used: names and types, without descriptions. */
import { parseSchema } from "./graphql-parser.ts";

export const schema = parseSchema(`
type QueryRoot {
  currentAppInstallation: AppInstallation! fulfillment(id: ID!): Fulfillment
  fulfillmentOrder(id: ID!): FulfillmentOrder location: Location order(id: ID!): Order
  orders(after: String, first: Int, query: String, sortKey: OrderSortKeys): OrderConnection!
  productByIdentifier(identifier: ProductIdentifierInput!): Product
  productVariants(first: Int, query: String): ProductVariantConnection!
  publications(first: Int): PublicationConnection! refund(id: ID!): Refund shop: Shop!
  webhookSubscriptions(first: Int, topics: [WebhookSubscriptionTopic!]): WebhookSubscriptionConnection!
}
type Order {
  billingAddress: MailingAddress cancelledAt: DateTime createdAt: DateTime! currencyCode: CurrencyCode!
  displayFinancialStatus: OrderDisplayFinancialStatus email: String
  fulfillmentOrders(first: Int): FulfillmentOrderConnection! fulfillments(first: Int): [Fulfillment!]! id: ID!
  lineItems(after: String, first: Int): LineItemConnection! name: String! note: String phone: String
  refunds(first: Int): [Refund!]! shippingAddress: MailingAddress
  shippingLines(first: Int): ShippingLineConnection! taxesIncluded: Boolean! totalTipReceivedSet: MoneyBag!
  updatedAt: DateTime!
}
type Fulfillment {
  fulfillmentLineItems(after: String, first: Int): FulfillmentLineItemConnection! id: ID!
  status: FulfillmentStatus! trackingInfo(first: Int): [FulfillmentTrackingInfo!]!
}
type FulfillmentTrackingInfo { company: String number: String url: URL }
type FulfillmentOrderConnection { nodes: [FulfillmentOrder!]! }
type FulfillmentOrder {
  assignedLocation: FulfillmentOrderAssignedLocation! id: ID!
  lineItems(after: String, first: Int): FulfillmentOrderLineItemConnection! status: FulfillmentOrderStatus!
}
type FulfillmentOrderAssignedLocation { location: Location }
type Location { id: ID! }
type FulfillmentLineItemConnection { nodes: [FulfillmentLineItem!]! pageInfo: PageInfo! }
type FulfillmentLineItem { lineItem: LineItem! quantity: Int }
type LineItem {
  customAttributes: [Attribute!]! discountAllocations: [DiscountAllocation!]! id: ID! isGiftCard: Boolean!
  originalTotalSet: MoneyBag! quantity: Int! requiresShipping: Boolean! sku: String taxLines: [TaxLine!]!
  title: String! variant: ProductVariant variantTitle: String
}
type PageInfo { endCursor: String hasNextPage: Boolean! }
type FulfillmentOrderLineItemConnection { nodes: [FulfillmentOrderLineItem!]! pageInfo: PageInfo! }
type FulfillmentOrderLineItem { id: ID! lineItem: LineItem! remainingQuantity: Int! }
type Mutation {
  fulfillmentCancel(id: ID!): FulfillmentCancelPayload
  fulfillmentCreate(fulfillment: FulfillmentInput!): FulfillmentCreatePayload
  fulfillmentTrackingInfoUpdate(fulfillmentId: ID!, notifyCustomer: Boolean, trackingInfoInput: FulfillmentTrackingInput!): FulfillmentTrackingInfoUpdatePayload
  inventoryActivate(inventoryItemId: ID!, locationId: ID!): InventoryActivatePayload
  productSet(identifier: ProductSetIdentifiers, input: ProductSetInput!, synchronous: Boolean): ProductSetPayload
  productUpdate(product: ProductUpdateInput): ProductUpdatePayload
  publishablePublish(id: ID!, input: [PublicationInput!]!): PublishablePublishPayload
  webhookSubscriptionCreate(topic: WebhookSubscriptionTopic!, webhookSubscription: WebhookSubscriptionInput!): WebhookSubscriptionCreatePayload
  webhookSubscriptionUpdate(id: ID!, webhookSubscription: WebhookSubscriptionInput!): WebhookSubscriptionUpdatePayload
}
type FulfillmentCreatePayload { fulfillment: Fulfillment userErrors: [UserError!]! }
type UserError { message: String! }
type FulfillmentTrackingInfoUpdatePayload { userErrors: [UserError!]! }
type FulfillmentCancelPayload { userErrors: [UserError!]! }
type MoneyBag { shopMoney: MoneyV2! }
type MoneyV2 { amount: Decimal! }
type MailingAddress {
  address1: String address2: String city: String company: String countryCodeV2: CountryCode firstName: String
  lastName: String phone: String province: String provinceCode: String zip: String
}
type ShippingLineConnection { nodes: [ShippingLine!]! }
type ShippingLine { discountedPriceSet: MoneyBag! taxLines: [TaxLine!]! }
type TaxLine { priceSet: MoneyBag! }
type Refund {
  createdAt: DateTime id: ID! note: String orderAdjustments(first: Int): OrderAdjustmentConnection!
  refundLineItems(after: String, first: Int): RefundLineItemConnection!
  refundShippingLines(first: Int): RefundShippingLineConnection!
}
type LineItemConnection { nodes: [LineItem!]! pageInfo: PageInfo! }
type DiscountAllocation { allocatedAmountSet: MoneyBag! }
type Attribute { key: String! value: String }
type ProductVariant {
  id: ID! inventoryItem: InventoryItem! product: Product! selectedOptions: [SelectedOption!]! sku: String
}
type SelectedOption { name: String! value: String! }
type RefundLineItemConnection { nodes: [RefundLineItem!]! pageInfo: PageInfo! }
type RefundLineItem { lineItem: LineItem! quantity: Int! subtotalSet: MoneyBag! totalTaxSet: MoneyBag! }
type RefundShippingLineConnection { nodes: [RefundShippingLine!]! }
type RefundShippingLine { subtotalAmountSet: MoneyBag! taxAmountSet: MoneyBag! }
type OrderAdjustmentConnection { nodes: [OrderAdjustment!]! }
type OrderAdjustment { amountSet: MoneyBag! taxAmountSet: MoneyBag! }
type OrderConnection { nodes: [Order!]! pageInfo: PageInfo! }
type Product {
  id: ID! media(first: Int): MediaConnection! variants(after: String, first: Int): ProductVariantConnection!
}
type MediaConnection { nodes: [Media!]! }
type Media { id: ID! status: MediaStatus! }
type ProductVariantConnection { nodes: [ProductVariant!]! pageInfo: PageInfo! }
type InventoryItem { id: ID! inventoryLevel(locationId: ID!): InventoryLevel }
type InventoryLevel { id: ID! }
type ProductSetPayload { product: Product userErrors: [ProductSetUserError!]! }
type ProductSetUserError { code: ProductSetUserErrorCode message: String! }
type InventoryActivatePayload { userErrors: [UserError!]! }
type PublishablePublishPayload { userErrors: [UserError!]! }
type ProductUpdatePayload { userErrors: [UserError!]! }
type Shop { currencyCode: CurrencyCode! name: String! taxesIncluded: Boolean! weightUnit: WeightUnit! }
type AppInstallation { accessScopes: [AccessScope!]! }
type AccessScope { handle: String! }
type PublicationConnection { nodes: [Publication!]! }
type Publication { id: ID! name: String! supportsFuturePublishing: Boolean! }
type WebhookSubscriptionConnection { nodes: [WebhookSubscription!]! }
type WebhookSubscription {
  filter: String format: WebhookSubscriptionFormat! id: ID! includeFields: [String!]!
  topic: WebhookSubscriptionTopic! uri: String!
}
type WebhookSubscriptionCreatePayload { userErrors: [UserError!]! webhookSubscription: WebhookSubscription }
type WebhookSubscriptionUpdatePayload { userErrors: [UserError!]! }
input FulfillmentInput {
  lineItemsByFulfillmentOrder: [FulfillmentOrderLineItemsInput!]! notifyCustomer: Boolean
  trackingInfo: FulfillmentTrackingInput
}
input FulfillmentOrderLineItemsInput {
  fulfillmentOrderId: ID! fulfillmentOrderLineItems: [FulfillmentOrderLineItemInput!]
}
input FulfillmentOrderLineItemInput { id: ID! quantity: Int! }
input FulfillmentTrackingInput { company: String number: String numbers: [String!] url: URL urls: [URL!] }
input ProductIdentifierInput { handle: String id: ID }
input ProductSetIdentifiers { handle: String id: ID }
input ProductSetInput {
  category: ID collections: [ID!] combinedListingRole: CombinedListingsRole descriptionHtml: String
  files: [FileSetInput!] giftCard: Boolean giftCardTemplateSuffix: String handle: String
  productOptions: [OptionSetInput!] productType: String redirectNewHandle: Boolean requiresSellingPlan: Boolean
  status: ProductStatus tags: [String!] templateSuffix: String title: String variants: [ProductVariantSetInput!]
  vendor: String
}
input FileSetInput {
  alt: String contentType: FileContentType duplicateResolutionMode: FileCreateInputDuplicateResolutionMode
  filename: String id: ID originalSource: String
}
input OptionSetInput { id: ID name: String position: Int values: [OptionValueSetInput!] }
input OptionValueSetInput { id: ID name: String }
input ProductVariantSetInput {
  barcode: String compareAtPrice: Money file: FileSetInput id: ID inventoryItem: InventoryItemInput
  inventoryPolicy: ProductVariantInventoryPolicy inventoryQuantities: [ProductSetInventoryInput!]
  optionValues: [VariantOptionValueInput!]! position: Int price: Money published: Boolean
  requiresComponents: Boolean showUnitPrice: Boolean sku: String taxCode: String taxable: Boolean
}
input InventoryItemInput {
  cost: Decimal countryCodeOfOrigin: CountryCode harmonizedSystemCode: String
  measurement: InventoryItemMeasurementInput provinceCodeOfOrigin: String requiresShipping: Boolean sku: String
  tracked: Boolean
}
input InventoryItemMeasurementInput { shippingPackageId: ID weight: WeightInput }
input WeightInput { unit: WeightUnit! value: Float! }
input ProductSetInventoryInput { locationId: ID! name: String! quantity: Int! }
input VariantOptionValueInput { id: ID linkedMetafieldValue: String name: String optionId: ID optionName: String }
input PublicationInput { publicationId: ID publishDate: DateTime }
input ProductUpdateInput {
  category: ID collectionsToJoin: [ID!] collectionsToLeave: [ID!] deleteConflictingConstrainedMetafields: Boolean
  descriptionHtml: String giftCardTemplateSuffix: String handle: String id: ID productType: String
  redirectNewHandle: Boolean requiresSellingPlan: Boolean status: ProductStatus tags: [String!]
  templateSuffix: String title: String vendor: String
}
input WebhookSubscriptionInput {
  filter: String format: WebhookSubscriptionFormat includeFields: [String!] metafieldNamespaces: [String!]
  name: String uri: String
}
enum OrderSortKeys {
  CREATED_AT CURRENT_TOTAL_PRICE CUSTOMER_NAME DESTINATION FINANCIAL_STATUS FULFILLMENT_STATUS ID ORDER_NUMBER
  PO_NUMBER PROCESSED_AT RELEVANCE TOTAL_ITEMS_QUANTITY TOTAL_PRICE UPDATED_AT
}
enum FileContentType { EXTERNAL_VIDEO FILE IMAGE MODEL_3D VIDEO }
enum ProductStatus { ACTIVE ARCHIVED DRAFT UNLISTED }
enum WeightUnit { GRAMS KILOGRAMS OUNCES POUNDS }
enum ProductVariantInventoryPolicy { CONTINUE DENY }
enum WebhookSubscriptionTopic {
  ORDERS_CANCELLED ORDERS_CREATE ORDERS_DELETE ORDERS_EDITED ORDERS_FULFILLED ORDERS_LINK_REQUESTED ORDERS_PAID
  ORDERS_PARTIALLY_FULFILLED ORDERS_RISK_ASSESSMENT_CHANGED ORDERS_SHOPIFY_PROTECT_ELIGIBILITY_CHANGED
  ORDERS_UPDATED
}
enum WebhookSubscriptionFormat { JSON XML }
`);
