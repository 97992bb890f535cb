import { Link } from "#app/components/layout/link.tsx";
import { paths } from "#app/lib/paths.ts";
import { ProcessingMessageType, processingMessageTypes } from "#contract/enumerations.ts";
import type { Processing } from "#contract/processing/schema.ts";

const { warning, validationError, error } = ProcessingMessageType;
const refusals: readonly number[] = [warning, validationError, error];
const isRefusal = (messageType: number) => refusals.includes(messageType);

interface Props {
  messages: Processing["processingMessages"];
  /** The text before the reason why a record was left unchanged. */
  refused?: string | undefined;
}

/** Messages of a background process; failures come last. */
export function Messages({ messages, refused }: Props) {
  const nameOf = (messageType: number) =>
    (messageType === validationError && refused) ||
    processingMessageTypes.find(({ value }) => value === messageType)?.displayName;
  return (
    <ul className="grid gap-1.5 [overflow-wrap:anywhere]">
      {[...messages]
        .sort((a, b) => Number(isRefusal(a.messageType)) - Number(isRefusal(b.messageType)))
        .map(({ id, messageType, friendlyMessage, product }) => (
          <li key={id} className={isRefusal(messageType) ? "text-danger" : undefined}>
            <b>{nameOf(messageType)}: </b>
            {product && friendlyMessage.startsWith(product.name) ? (
              <>
                <Link to={paths.product(product.id)}>{product.name}</Link>
                {friendlyMessage.slice(product.name.length)}
              </>
            ) : (
              friendlyMessage
            )}
          </li>
        ))}
    </ul>
  );
}
