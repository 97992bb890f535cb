import { Pill } from "./pill.tsx";

/** Marks bank details that were changed recently, so that a fraudulent change is noticed. */
export function BankDetailsChanged({ at }: { at: string | undefined }) {
  return at ? <Pill tone="warn">{`Bank details changed ${at}`}</Pill> : null;
}
