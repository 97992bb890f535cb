import { MarketplaceProductStatus, marketplaceStatuses } from "#contract/enumerations.ts";
import { Pill } from "./pill.tsx";

const { approved, pendingApproval, pendingReApproval } = MarketplaceProductStatus;
const tones: Record<number, "good" | "warn"> = {
  [approved]: "good",
  [pendingApproval]: "warn",
  [pendingReApproval]: "warn",
};

/** The status of a product on a marketplace. */
export function ListingStatus({ status }: { status: number | null }) {
  const word = marketplaceStatuses.find(({ value }) => value === status)?.displayName ?? "Unknown";
  return <Pill tone={tones[status ?? 0] ?? "plain"}>{word}</Pill>;
}
