interface Props {
  /** Name of the chart, which also says the period. */
  title: string;
  /** The figure of the whole period. */
  total: string;
  values: readonly number[];
}

const width = 10;
const height = 60;

/** A bar for each day, drawn by the server. The same figures belong into a table on the same page. */
export function DayBars({ title, total, values }: Props) {
  const largest = Math.max(...values, 0);
  const smallest = Math.min(...values, 0);
  const scale = height / (largest - smallest || 1);
  const zero = largest * scale;
  return (
    <figure className="min-w-0">
      <figcaption className="text-xs text-muted">
        {title}
        <strong className="block text-md text-ink">{total}</strong>
      </figcaption>
      <svg
        role="img"
        aria-label={`${title}: ${total}. The table below has the figures of each day.`}
        viewBox={`0 0 ${values.length * width} ${height + 1}`}
        preserveAspectRatio="none"
        className="mt-1 block h-16 w-full"
      >
        <g className="fill-accent">
          {values.map((value, i) => {
            const size = Math.abs(value) * scale;
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: a day has no other name here
              <rect key={i} x={i * width + 1} y={value < 0 ? zero : zero - size} width={width - 2} height={size} />
            );
          })}
        </g>
        <rect x={0} y={zero} width={values.length * width} height={1} className="fill-field" />
      </svg>
    </figure>
  );
}
