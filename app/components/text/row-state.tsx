import { answerKindNames } from "#contract/enumerations.ts";
import type { AnswerKind } from "#contract/invoices/answers.ts";
import { Pill } from "./pill.tsx";

const tones = { confirmed: "good", queried: "warn", answered: "plain" } as const;

/** The status of an invoice row with its supplier. */
export function RowState({ kind }: { kind: AnswerKind | undefined }) {
  return kind ? <Pill tone={tones[kind]}>{answerKindNames[kind]}</Pill> : <Pill tone="plain">Open</Pill>;
}
