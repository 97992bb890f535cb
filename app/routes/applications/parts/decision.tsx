import { useLoaderData, useLocation } from "@remix-run/react";
import type { ComponentProps, ReactNode } from "react";
import { Dialog } from "#app/components/dialog/dialog.tsx";
import { CommandForm } from "#app/components/form/command-form.tsx";
import { TextAreaField } from "#app/components/form/fields.tsx";
import { Link } from "#app/components/layout/link.tsx";
import { paths } from "#app/lib/paths.ts";
import type { loadDecision } from "#app/services/applications/applications.server.ts";

interface Props extends Omit<ComponentProps<typeof CommandForm>, "commandId" | "cancelTo"> {
  title: string;
  sub?: string;
  /** Content above the form. */
  above?: ReactNode;
}

/** A dialog with a form about an application that nobody has decided yet. */
export function Decision({ title, sub, above, ...form }: Props) {
  const { id, companyName, isDecided, commandId } = useLoaderData<typeof loadDecision>();
  const { search } = useLocation();
  const closeTo = `${paths.application(id)}${search}`;
  if (isDecided)
    return (
      <Dialog title={title} closeTo={closeTo}>
        <p className="mb-4">This application has been decided already.</p>
        <Link to={closeTo} className="button" preventScrollReset>
          Close
        </Link>
      </Dialog>
    );
  return (
    <Dialog title={title} sub={sub ?? companyName} closeTo={closeTo}>
      {above}
      <CommandForm {...form} commandId={commandId} cancelTo={closeTo} />
    </Dialog>
  );
}

interface MessageProps extends Omit<Props, "values" | "labels" | "busy" | "children"> {
  field: string;
  label: string;
  hint: string;
}

/** A decision that consists of a message to the applicant. */
export const MessageDecision = ({ field, label, hint, ...decision }: MessageProps) => (
  <Decision {...decision} values={{ [field]: "" }} labels={{ [field]: label }} busy="Sending...">
    <TextAreaField name={field} label={label} hint={hint} isWide />
  </Decision>
);
