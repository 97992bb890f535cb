const tones = {
  good: "bg-good-soft text-good",
  warn: "bg-warn-soft text-warn",
  danger: "bg-danger-soft text-danger",
  plain: "bg-sunken text-muted",
};

/** A status, shown as a dot with a label, never by colour alone. */
export function Pill({ tone, children }: { tone: keyof typeof tones; children: string }) {
  return (
    <span
      className={`inline-flex items-center gap-1.5 whitespace-nowrap rounded-full px-2 small:whitespace-normal small:rounded text-xs font-semibold ${tones[tone]}`}
    >
      <span className="size-[7px] shrink-0 rounded-full bg-current" aria-hidden="true" />
      {children}
    </span>
  );
}
