import { Pill } from "#app/components/text/pill.tsx";

const tones: Record<string, "good" | "warn" | "danger" | "plain"> = {
  sent: "good",
  failing: "warn",
  givenUp: "danger",
};

export function StatePill({ delivery: { state, stateName } }: { delivery: { state: string; stateName: string } }) {
  return <Pill tone={tones[state] ?? "plain"}>{stateName}</Pill>;
}
