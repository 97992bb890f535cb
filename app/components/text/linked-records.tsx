import { Link } from "#app/components/layout/link.tsx";

interface Props {
  records: readonly { id: number; name: string }[];
  to(id: number): string;
  /** Message if there are none. */
  none: string;
}

/** A list of records by name, each with a link to its page. */
export function LinkedRecords({ records, to, none }: Props) {
  if (records.length === 0) return <p className="text-muted">{none}</p>;
  return (
    <ul className="grid gap-1">
      {records.map(({ id, name }) => (
        <li key={id}>
          <Link to={to(id)} className="link [overflow-wrap:anywhere]">
            {name}
          </Link>
        </li>
      ))}
    </ul>
  );
}
