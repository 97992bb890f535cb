import { Link } from "#app/components/layout/link.tsx";
import { paths } from "#app/lib/paths.ts";
import { ProcessingMessageType, processingMessageTypes } from "#contract/enumerations.ts";
import type { Processing } from "#contract/processing/schema.ts";

const { warning, validationError, error } = ProcessingMessageType;
const isRefusal = (messageType: number) => ([warning, validationError, error] as number[]).includes(messageType);

/** Messages of a background process; failures come last. */
export function Messages({ messages }: { messages: Processing["processingMessages"] }) {
  return (
    <ul className="grid gap-1.5 [overflow-wrap:anywhere]">
      {[...messages]
        .sort((a, b) => Number(isRefusal(a.messageType)) - Number(isRefusal(b.messageType)))
        .map(({ id, messageType, friendlyMessage, product }) => (
          <li key={id} className={isRefusal(messageType) ? "text-danger" : undefined}>
            <b>{processingMessageTypes.find(({ value }) => value === messageType)?.displayName}: </b>
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
