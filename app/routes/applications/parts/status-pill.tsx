import { Pill } from "#app/components/text/pill.tsx";

const tones: Record<string, "good" | "warn" | "danger" | "plain"> = {
  received: "warn",
  accepted: "good",
  declined: "danger",
};

export function StatusPill({ status, statusName }: { status: string; statusName: string }) {
  return <Pill tone={tones[status] ?? "plain"}>{statusName}</Pill>;
}
