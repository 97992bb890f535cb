import { useLoaderData } from "@remix-run/react";
import { CommandButton } from "#app/components/form/command-button.tsx";
import { Heading } from "#app/components/layout/heading.tsx";
import { Link } from "#app/components/layout/link.tsx";
import { Pill } from "#app/components/text/pill.tsx";
import { keepTyped } from "#app/lib/keep-typed.ts";
import { title } from "#app/lib/title.ts";
import { commandForms } from "#app/services/forms/command-form.server.ts";
import { screenFor } from "#app/services/request/route.server.ts";
import { loadSetup, setupForms } from "#app/services/setup/setup.server.ts";
import { setup } from "#contract/setup/operations.ts";

export const meta = () => title("Set-up");

export const loader = screenFor(setup.get, loadSetup);

export const action = commandForms(setupForms);

export const clientAction = keepTyped;

export default function Setup() {
  const { steps, isDismissed, commandId } = useLoaderData<typeof loader>();
  const left = steps.filter(({ isDone }) => !isDone).length;
  return (
    <>
      <Heading title="Set-up">
        {left > 0 &&
          (isDismissed ? (
            <CommandButton intent="remind" commandId={commandId} label="Remind Administrators" busy="Working..." />
          ) : (
            <CommandButton intent="dismiss" commandId={commandId} label="Stop Reminding" busy="Working..." />
          ))}
      </Heading>
      <p className="mb-4">{left === 0 ? "Everything for a first sale is there." : "What a first sale needs:"}</p>
      <ul className="card divide-y divide-line">
        {steps.map(({ key, label, why, isDone, to }) => (
          <li key={key} className="flex flex-wrap items-start gap-x-4 gap-y-1 px-4 py-3">
            <span className="w-24 shrink-0">
              {isDone ? <Pill tone="good">Done</Pill> : <Pill tone="plain">To do</Pill>}
            </span>
            <span className="min-w-0 grow basis-60">
              <Link to={to}>{label}</Link>
              <span className="block text-sm text-muted">{why}</span>
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}
