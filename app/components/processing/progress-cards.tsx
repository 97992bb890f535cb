import { Card } from "#app/components/layout/card.tsx";
import { Heading } from "#app/components/layout/heading.tsx";
import { Link } from "#app/components/layout/link.tsx";
import { Poll } from "#app/components/layout/poll.tsx";
import type { Processing } from "#contract/processing/schema.ts";
import { Messages } from "./messages.tsx";
import { isOver, useKnown } from "./progress.ts";

interface Props {
  heading: string;
  /** Undefined while the progress is unknown. */
  progress: Processing | undefined;
  /** The state as a sentence. */
  stateOf(progress: Processing): string;
  back: { to: string; label: string };
  /** The text before the reason why a record was left unchanged. */
  refused: string;
}

/** The page of a background process: its progress and its messages. */
export function ProgressCards({ heading, progress, stateOf, back, refused }: Props) {
  const known = useKnown(progress);
  return (
    <>
      <Heading title={heading} />
      {!isOver(progress) && <Poll />}
      <Card title="Progress">
        <p role="status" className="mb-2">
          {progress ? stateOf(progress) : "Progress is not available right now. Trying again…"}
        </p>
        <progress
          className="block w-full max-w-lg"
          max={100}
          value={known?.percentageComplete ?? 0}
          aria-label="Progress"
        />
        <Link to={back.to} className="button mt-4">
          {back.label}
        </Link>
      </Card>
      {known && known.processingMessages.length > 0 && (
        <Card title="Result">
          <Messages messages={known.processingMessages} refused={refused} />
        </Card>
      )}
    </>
  );
}
