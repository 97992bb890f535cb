import { OrderLineItemStatus, orderLineItemStatuses } from "@contract/enumerations.ts";
import { Pill } from "./pill";

const { waitingOnStock, partiallyFilled, complete } = OrderLineItemStatus;
const tones: Record<number, "good" | "warn"> = {
  [waitingOnStock]: "warn",
  [partiallyFilled]: "warn",
  [complete]: "good",
};

/** How far an item of an order is. */
export function LineItemStatus({ status }: { status: number }) {
  const word = orderLineItemStatuses.find(({ value }) => value === status)?.displayName ?? "Unknown";
  return <Pill tone={tones[status] ?? "plain"}>{word}</Pill>;
}
