interface Props {
  count: number;
  /** What has to be agreed to. */
  what: string;
}

/** Says before a change that suppliers will be asked to agree again. */
export function AgreedAlready({ count, what }: Props) {
  if (count === 0) return null;
  return (
    <p className="col-span-2 small:col-span-1">
      {count === 1 ? "One supplier has" : `${count.toLocaleString("en-AU")} suppliers have`} agreed, and will be asked
      to agree to {what}. Until then their products stay listed.
    </p>
  );
}
