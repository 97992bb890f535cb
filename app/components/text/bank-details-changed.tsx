import { Pill } from "./pill";

/** Marks an account that was changed a short time ago: somebody may notice yet that it was not the supplier. */
export function BankDetailsChanged({ at }: { at: string | undefined }) {
  return at ? <Pill tone="warn">{`Bank details changed ${at}`}</Pill> : null;
}
