import { ProcessingMessageType, processingMessageTypes } from "@contract/enumerations.ts";
import type { Processing } from "@contract/processing/schema.ts";

const { warning, validationError, error } = ProcessingMessageType;
const isRefusal = (messageType: number) => ([warning, validationError, error] as number[]).includes(messageType);

/** Messages of a background process; failures come last. */
export function Messages({ messages }: { messages: Processing["processingMessages"] }) {
  return (
    <ul className="grid gap-1.5 [overflow-wrap:anywhere]">
      {[...messages]
        .sort((a, b) => Number(isRefusal(a.messageType)) - Number(isRefusal(b.messageType)))
        .map(({ id, messageType, friendlyMessage }) => (
          <li key={id} className={isRefusal(messageType) ? "text-danger" : undefined}>
            <b>{processingMessageTypes.find(({ value }) => value === messageType)?.displayName}: </b>
            {friendlyMessage}
          </li>
        ))}
    </ul>
  );
}
