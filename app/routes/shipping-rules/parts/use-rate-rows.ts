import { type FormEvent, type MouseEvent, type RefObject, useEffect, useRef, useState } from "react";
import { useDraft, useFormAnswer, useIsPending } from "#app/components/form/form-state.ts";
import { byField, type FormAnswer, type FormValues } from "#app/lib/form-answer.ts";
import { afterPress, newTier, type Press, rateField, rowsIn, rowsOf } from "#app/lib/rates/rate-rows.ts";
import { followEnds, type RateRow, rowProblems } from "#contract/rules/shipping-rows.ts";
import type { ShippingRate } from "#contract/shipping-rules/schema.ts";

type Messages = Record<string, string | undefined>;

/** State of the rates editor: its rows, their errors, and the effect of its buttons. */
export function useRateRows(intent: string, rates: readonly ShippingRate[]) {
  const answer = useFormAnswer(intent);
  const draft = useDraft(intent);
  const isPending = useIsPending(intent);
  const ref = useRef<HTMLDivElement>(null);
  const isTouched = useRef(false);
  const typed = answer?.defaultValues ?? draft;
  const valuesNow = () => valuesIn(ref.current?.closest("form"));
  const initial = () => (typed ? followEnds(rowsIn(typed)).rows : rowsOf(rates));
  const { start, rows, setRows, setTried, messages } = useJudgedRows(answer, initial, valuesNow);
  const [superseded, setSuperseded] = useState<typeof answer>();

  useFocusKept(ref, isTouched, rows.length);

  return {
    ref,
    rows,
    messages,
    isSuperseded: answer !== undefined && answer === superseded,
    isDirty: JSON.stringify(rows) !== JSON.stringify(start),
    /** Initial values of the row for a new tier, after the form was rendered again. */
    chosen: newTierIn(typed),
    type: (index: number, change: Partial<RateRow>) =>
      setRows(rows.map((row, at) => (at === index ? { ...row, ...change } : row))),
    /** Applies an end on blur, not while typing: the 1 of a 10 must not move other rows. */
    settle: () => {
      const { rows: followed } = followEnds(rows);
      if (JSON.stringify(followed) !== JSON.stringify(rows)) setRows(followed);
    },
    /** Props of a button that submits the form without scripts. */
    press: (what: Press) => ({
      type: "submit" as const,
      name: "refresh",
      value: what,
      formNoValidate: true,
      onClick: (event: MouseEvent) => {
        event.preventDefault();
        isTouched.current = true;
        setRows(rowsIn(afterPress(valuesNow(), what)));
      },
    }),
    onSubmit(event: FormEvent<HTMLFormElement>) {
      setTried(true);
      const { rows: followed } = followEnds(rows);
      const [first] = rowProblems(followed);
      if (first || isPending) event.preventDefault();
      if (!first || isPending) return;
      setRows(followed);
      setSuperseded(answer);
      document.getElementById(rateField(first.index, fieldNames[first.field]))?.focus();
    },
  };
}
export type RateEditor = ReturnType<typeof useRateRows>;

/** The rows and their messages: those of the server while its answer is about these rows, otherwise our own. */
function useJudgedRows(answer: FormAnswer | undefined, initial: () => RateRow[], valuesNow: () => FormValues) {
  const [start] = useState(initial);
  const [rows, setRows] = useState(start);
  /** The rows that the server validated. */
  const [judged, setJudged] = useState<readonly RateRow[]>(start);
  const [isTried, setTried] = useState(false);
  const messages = rows === judged && answer ? messagesOf(answer.errors) : isTried ? problemsOf(rows) : {};

  // The fields contain the input from before the scripts were loaded.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    const early = rowsIn(valuesNow());
    if (JSON.stringify(early) !== JSON.stringify(rows)) setRows(early);
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the rows of the moment in which the answer came
  useEffect(() => {
    if (!answer) return;
    setTried(true);
    const { rows: followed } = followEnds(rows);
    setRows(followed);
    setJudged(followed);
  }, [answer]);

  return { start, rows, setRows, setTried, messages };
}

/** The button that was pressed may be gone with its row: the focus then moves to the rows. */
function useFocusKept(rows: RefObject<HTMLElement>, isTouched: RefObject<boolean>, count: number): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever rows come or go
  useEffect(() => {
    if (document.activeElement === document.body && isTouched.current) rows.current?.focus();
  }, [count]);
}

function valuesIn(form: HTMLFormElement | null | undefined): FormValues {
  const texts = form
    ? [...new FormData(form)].filter((entry): entry is [string, string] => typeof entry[1] === "string")
    : [];
  return byField(texts);
}

const fieldNames = { quantityTo: "QuantityTo", ratePerItem: "ShippingRatePerItem" } as const;

function textIn(values: FormValues | undefined, name: string): string | undefined {
  const value = values?.[name];
  return typeof value === "string" ? value : undefined;
}

const newTierIn = (values: FormValues | undefined) => ({
  country: textIn(values, newTier.country),
  state: textIn(values, newTier.state),
  statesOf: textIn(values, newTier.statesOf),
});

function messagesOf(errors: Record<string, { message: string }> | undefined): Messages {
  return Object.fromEntries(Object.entries(errors ?? {}).map(([name, { message }]) => [name, message]));
}

function problemsOf(rows: readonly RateRow[]): Messages {
  return Object.fromEntries(
    rowProblems(rows).map(({ index, field, message }) => [rateField(index, fieldNames[field]), message]),
  );
}
