import { lazy, Suspense } from "react";
import { useHydrated } from "#app/components/layout/toast.tsx";
import { FieldFrame } from "./fields.tsx";
import { useField, useFormState, useText } from "./form-state.ts";

const RichTextEditor = lazy(() => import("./rich-text-editor.tsx"));

interface Props {
  name: string;
  label: string;
}

/**
 * A field for rich text. Without scripts it is a plain textarea with HTML. With scripts the textarea is hidden but
 * still submitted. It passes the focus on to the editor when it receives it, as the first invalid field or from a link
 * in the error summary.
 */
export function RichTextField({ name, label }: Props) {
  const { setValue } = useFormState();
  const start = useText(name);
  const { input, message } = useField(name);
  const isHydrated = useHydrated();
  const hidden = {
    className: "sr-only",
    tabIndex: -1,
    "aria-hidden": true,
    onFocus: () => document.getElementById(`${name}-editor`)?.focus(),
  };
  const textarea = <textarea rows={8} {...(isHydrated ? hidden : { className: "input font-mono" })} {...input} />;
  return (
    <FieldFrame
      name={isHydrated ? `${name}-editor` : name}
      label={label}
      hint={isHydrated ? undefined : "Plain text, or simple HTML: p, strong, em, u, s, ul, ol, li, sub, sup."}
      message={message}
      isWide
    >
      {textarea}
      {isHydrated && (
        <Suspense fallback={<p className="input text-muted">The editor is loading…</p>}>
          <RichTextEditor
            id={`${name}-editor`}
            label={label}
            html={writtenSoFar(name) ?? start}
            isInvalid={message !== undefined}
            onChange={(html) => setValue(name, html)}
            takesFocus={() => document.activeElement?.id === name}
          />
        </Suspense>
      )}
    </FieldFrame>
  );
}

/** Returns the current text of the plain field: the user may have typed there before hydration. */
function writtenSoFar(name: string): string | undefined {
  const plain = document.getElementById(name);
  return plain instanceof HTMLTextAreaElement ? plain.value : undefined;
}
