import { OrderLineItemStatus, orderLineItemStatuses } from "#contract/enumerations.ts";
import { Pill } from "./pill.tsx";

const { waitingOnStock, partiallyFilled, complete } = OrderLineItemStatus;
const tones: Record<number, "good" | "warn"> = {
  [waitingOnStock]: "warn",
  [partiallyFilled]: "warn",
  [complete]: "good",
};

/** The status of a line item. */
export function LineItemStatus({ status }: { status: number }) {
  const word = orderLineItemStatuses.find(({ value }) => value === status)?.displayName ?? "Unknown";
  return <Pill tone={tones[status] ?? "plain"}>{word}</Pill>;
}
