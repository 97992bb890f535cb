/** The forms with which a listing is approved, reviewed or disabled. */

import { useEffect, useMemo, useRef } from "react";
import { CommandForm } from "#app/components/form/command-form.tsx";
import { ChoicesField, TextAreaField, TextField } from "#app/components/form/fields.tsx";
import { useFormState, useText } from "#app/components/form/form-state.ts";
import { MomentField, momentLabels } from "#app/components/form/moment-field.tsx";
import type { FormValues } from "#app/lib/form-answer.ts";
import type { ApprovalDetails } from "#app/services/approvals/list.server.ts";
import { approveForm, countField, disableForm, findField, foundField, reviewForm } from "#contract/approvals/forms.ts";

export const reasonHint = "Optional. The supplier will read it.";

export type WithForm = ApprovalDetails & { form: NonNullable<ApprovalDetails["form"]> };

/** When a form is remounted, moves the focus to the same field of the new form. */
function useFocusKept(content: string) {
  const ref = useRef<HTMLDivElement>(null);
  const before = useRef(content);
  useEffect(() => {
    if (before.current !== content && document.activeElement === document.body)
      ref.current?.focus({ preventScroll: true });
    before.current = content;
  }, [content]);
  return ref;
}

export function Decisions({ details }: { details: WithForm }) {
  const { place, next, canReview, form } = details;
  const ref = useFocusKept(JSON.stringify([details.status, form.times, form.groups]));
  const common = { busy: "Working...", labels: { Reason: "Reason" }, values: { Place: String(place) } };
  return (
    <div ref={ref} tabIndex={-1} className="outline-none">
      <ApproveForm details={details} />
      <div className="mt-4 flex flex-wrap items-start gap-x-8 gap-y-4 border-t border-line pt-3">
        {canReview && (
          <CommandForm
            intent="review"
            commandId={form.commandIds.review}
            schema={reviewForm}
            submit="Internally Reviewed"
            {...common}
          >
            <Where place={place} next={next} />
          </CommandForm>
        )}
        <div className="min-w-60 max-w-lg flex-1">
          <DisabledBecause details={details} />
          <CommandForm
            intent="disable"
            commandId={form.commandIds.disable}
            schema={disableForm}
            submit="Disable"
            look="danger"
            {...common}
            values={{ ...common.values, Reason: "" }}
          >
            <Where place={place} next={next} />
            <TextAreaField name="Reason" label="Reason" hint={reasonHint} rows={2} isWide />
          </CommandForm>
        </div>
      </div>
    </div>
  );
}

/** The fields that say what is shown after the decision. */
function Where({ place, next }: { place: number; next: string }) {
  return (
    <>
      <input type="hidden" name="Place" value={place} />
      <input type="hidden" name="Next" value={next} />
    </>
  );
}

function ApproveForm({ details: { place, next, timeZone, status, isApproved, form } }: { details: WithForm }) {
  const { commandIds, times, groups, shown } = form;
  const labels = {
    ...momentLabels("AvailableFrom", "Available From"),
    ...momentLabels("AvailableTo", "Available To"),
    ...Object.fromEntries(groups.map(({ field, name }) => [field, name])),
  };
  const values: FormValues = {
    ...Object.fromEntries(groups.filter(({ isSearched }) => isSearched).map(({ field }) => [findField(field), ""])),
    Place: String(place),
    ...times,
    TimeZone: timeZone,
    ...Object.fromEntries(groups.map(({ field, chosen }) => [field, chosen])),
  };
  return (
    <>
      <p className="mb-3">
        {isApproved
          ? "Change the dates and categories of this product on the marketplace and click the Update button when done."
          : "Select the categories applicable for this product on the marketplace and click the Approve button when done."}
      </p>
      <CommandForm
        // Remounts the form with the saved values.
        key={JSON.stringify(values)}
        intent={isApproved ? "update" : "approve"}
        commandId={commandIds.approve}
        schema={approveForm}
        values={values}
        shown={shown}
        submit={isApproved ? "Update" : "Approve"}
        busy="Working..."
        labels={labels}
      >
        <Where place={place} next={next} />
        <input type="hidden" name="SeenStatus" value={status} />
        <input type="hidden" name="TimeZone" value={timeZone} />
        <MomentField
          name="AvailableFrom"
          label={labels.AvailableFrom}
          timeZone={timeZone}
          hint={`In ${timeZone}. Leave empty to start immediately.`}
        />
        <MomentField
          name="AvailableTo"
          label={labels.AvailableTo}
          timeZone={timeZone}
          hint={`In ${timeZone}. Leave empty for no end date.`}
        />
        {groups.length > 0 && (
          <div className="group col-span-2 grid min-w-0 gap-2.5 small:col-span-1 [&_label]:basis-full">
            {groups.map((group) => (
              <div key={group.field} className="min-w-0">
                {/* Shows that the group was in the form even if none of its boxes is ticked. */}
                <input type="hidden" name={`${group.field}[]`} value="" />
                {group.isSearched ? (
                  <SearchedGroup group={group} />
                ) : (
                  <ChoicesField name={group.field} label={group.name} options={group.options} />
                )}
              </div>
            ))}
            {/* Hidden while a box is ticked, also without scripts. */}
            <p className="text-warn group-has-[:checked]:hidden">
              No category is chosen: the product will be {isApproved ? "on the marketplace" : "approved"} without one.
            </p>
          </div>
        )}
      </CommandForm>
    </>
  );
}

/** Categories to choose from, of a group with too many to send: the chosen ones, and those that a search finds. */
function SearchedGroup({ group: { field, name, options } }: { group: WithForm["form"]["groups"][number] }) {
  const { values } = useFormState();
  const count = useText(countField(field));
  const texts = useMemo(() => [values[foundField(field)] ?? []].flat(), [values, field]);
  const offered = useMemo(() => {
    const found = texts.map((text) => {
      const end = text.indexOf(" ");
      return { value: text.slice(0, end), label: text.slice(end + 1) };
    });
    return [...options, ...found.filter(({ value }) => options.every((option) => option.value !== value))];
  }, [options, texts]);
  return (
    <>
      {texts.map((text) => (
        <input key={text} type="hidden" name={`${foundField(field)}[]`} value={text} />
      ))}
      <div className="mb-2 flex flex-wrap items-end gap-2">
        <TextField name={findField(field)} label={`Search ${name}`} autoComplete="off" />
        <button type="submit" name="refresh" value={field} className="button" formNoValidate>
          Find
        </button>
        <p role="status" className="basis-full text-muted empty:hidden">
          {count}
        </p>
      </div>
      <ChoicesField name={field} label={name} options={offered} />
    </>
  );
}

function DisabledBecause({ details: { isDisabled, disableReason } }: { details: WithForm }) {
  if (!disableReason) return null;
  return (
    <p className="mb-2 whitespace-pre-line [overflow-wrap:anywhere]">
      {isDisabled ? "Disabled" : "Was disabled"} because: {disableReason}
    </p>
  );
}
