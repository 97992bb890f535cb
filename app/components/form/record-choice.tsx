import { useLocation } from "@remix-run/react";
import { type ComponentType, type MouseEvent, useRef, useState } from "react";
import type { Props as ComboboxProps } from "#app/components/popup/record-combobox.tsx";
import { paths, withParams } from "#app/lib/paths.ts";
import { type RecordKind, recordFor, shownName } from "#app/lib/record-choice.ts";
import { EnterSaves } from "./enter-saves.tsx";
import { FieldFrame, type SelectOption } from "./fields.tsx";
import { useField, useFieldId, useFormState } from "./form-state.ts";
import { useTyped } from "./typed.ts";

interface Props {
  name: string;
  label: string;
  hint?: string;
  isWide?: boolean;
  kind: RecordKind;
  /** The option for no record. */
  none: SelectOption;
  isOptional: boolean;
}

/**
 * Chooses a record among too many for a select. The plain control is a button that shows the chosen one and submits the
 * form to the page that searches. With scripts, a combobox takes its place when the mouse, the focus or a press reaches
 * it.
 */
export function RecordChoice({ name, label, hint, isWide, kind, none, isOptional }: Props) {
  const { register, setValue } = useFormState();
  const { input, message } = useField(name);
  const id = useFieldId(name);
  const value = useTyped(name);
  const nameOfChosen = useTyped(shownName(name));
  const { pathname, search } = useLocation();
  const { part, reach, press, click } = useCombobox();
  const chosen = value === "" ? none : { value, label: nameOfChosen || `No. ${value}` };
  const { ref } = register(name);
  const describedBy = input["aria-describedby"];
  return (
    <FieldFrame {...{ name, label, hint, isWide, message }}>
      <input
        type="hidden"
        name={name}
        value={value}
        ref={(element) => ref(element && { focus: () => document.getElementById(id)?.focus() })}
      />
      <input type="hidden" name={shownName(name)} value={value && nameOfChosen} />
      {part ? (
        <part.Combobox
          {...{ id, label, kind, chosen, none, describedBy }}
          isInvalid={message !== undefined}
          takesFocus={part.takesFocus}
          opens={part.opens}
          onChoose={(record) => {
            setValue(name, record.value);
            setValue(shownName(name), record.value && record.label);
          }}
        />
      ) : (
        <>
          <EnterSaves />
          <button
            type="submit"
            id={id}
            formNoValidate
            formAction={withParams(paths.records(kind), {
              [recordFor.form]: `${pathname}${search}`,
              [recordFor.field]: name,
              [recordFor.isOptional]: isOptional ? "1" : null,
            })}
            className="input flex items-center justify-between gap-2 text-left"
            aria-label={`${label}: ${chosen.label}`}
            aria-invalid={input["aria-invalid"]}
            aria-describedby={describedBy}
            onPointerEnter={({ pointerType, currentTarget }) => pointerType === "mouse" && reach(currentTarget)}
            onFocus={({ currentTarget }) => reach(currentTarget)}
            onPointerDown={press}
            onClick={click}
          >
            <span className="truncate">{chosen.label}</span>
            <span aria-hidden="true">▾</span>
          </button>
        </>
      )}
    </FieldFrame>
  );
}

interface Part {
  Combobox: ComponentType<ComboboxProps>;
  takesFocus: boolean;
  opens: boolean;
}

/** Loads the combobox. If it cannot be loaded, the button is pressed as without scripts. */
function useCombobox() {
  const [part, setPart] = useState<Part>();
  const isPressed = useRef(false);
  const hasFailed = useRef(false);
  const reach = (button: HTMLButtonElement) =>
    void import("#app/components/popup/record-combobox.tsx").then(
      ({ default: Combobox }) =>
        setPart((now) => now ?? { Combobox, takesFocus: document.activeElement === button, opens: isPressed.current }),
      () => {
        hasFailed.current = true;
        if (isPressed.current) button.form?.requestSubmit(button);
      },
    );
  // The combobox can replace the button before the press ends, which then makes no click.
  const press = () => {
    isPressed.current = true;
  };
  const click = (event: MouseEvent<HTMLButtonElement>) => {
    if (hasFailed.current) return;
    event.preventDefault();
    isPressed.current = true;
    reach(event.currentTarget);
  };
  return { part, reach, press, click };
}
