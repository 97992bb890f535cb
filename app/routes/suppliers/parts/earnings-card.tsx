import { Card } from "#app/components/layout/card.tsx";
import { Detail, Details } from "#app/components/layout/details.tsx";
import { Link } from "#app/components/layout/link.tsx";
import { countOf, dollars } from "#app/lib/format.ts";
import type { ShownEarnings } from "#app/services/invoices/earnings.server.ts";

interface Props {
  title: string;
  earnings: ShownEarnings;
}

/** What a supplier is owed now, what comes next, and what it was paid last. Inc GST. */
export function EarningsCard({ title, earnings }: Props) {
  const { balance, meaning, uninvoiced, inDrafts, held, expected, scheduled, lastPayments } = earnings;
  return (
    <Card
      title={title}
      action={
        <>
          <Link to={earnings.documentsPath} className="link no-print">
            Documents
          </Link>
          <Link to={earnings.statementPath} className="button no-print">
            Statement of account
          </Link>
        </>
      }
    >
      <Details>
        <Detail term="Balance now">
          <strong>{dollars(balance)}</strong>
          {balance !== 0 && <span className="block text-xs text-muted">{meaning}</span>}
        </Detail>
        <Detail term="Not in a document yet">
          {dollars(uninvoiced)}
          {inDrafts !== null && inDrafts !== 0 && `, and ${dollars(inDrafts)} in drafts`}
        </Detail>
        {held && (
          <Detail term="Held" isWide>
            <Held held={held} />
          </Detail>
        )}
        <Detail term="Payment expected">
          {expected.length > 0 && (
            <ul className="grid gap-1">
              {expected.map(({ day, documents, total }) => (
                <li key={day ?? "none"}>
                  {day ?? "No day announced"}: {dollars(total)}, {countOf(documents, "document")}
                </li>
              ))}
            </ul>
          )}
        </Detail>
        <Detail term="Payment scheduled">
          <Payments payments={scheduled} />
        </Detail>
        <Detail term="Last payments" isWide>
          <Payments payments={lastPayments} />
        </Detail>
      </Details>
    </Card>
  );
}

/** What is in no document until its hold ends. */
function Held({ held: { lineItems, total, path } }: { held: NonNullable<ShownEarnings["held"]> }) {
  const words = `${dollars(total)}, ${countOf(lineItems, "row")}`;
  if (!path) return words;
  return (
    <Link to={path} className="link inline-block min-h-6">
      {words}
    </Link>
  );
}

function Payments({ payments }: { payments: ShownEarnings["lastPayments"] }) {
  if (payments.length === 0) return <span className="text-muted">–</span>;
  return (
    <ul className="grid gap-1">
      {payments.map(({ key, day, amount, withheld, reference, to, returnedDay }) => (
        <li key={key}>
          {day}: {dollars(amount)}, reference{" "}
          {to ? (
            <Link to={to} className="link">
              {reference}
            </Link>
          ) : (
            reference
          )}
          {withheld && `, ${withheld}`}
          {returnedDay && <span className="text-warn"> (came back {returnedDay})</span>}
        </li>
      ))}
    </ul>
  );
}
