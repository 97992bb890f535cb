import { useEffect, useRef, useState } from "react";
import type { ListOption } from "#app/lib/list-state.ts";
import {
  matchesAt,
  type RecordKind,
  type RecordMatch,
  type RecordMatches,
  recordKinds,
} from "#app/lib/record-choice.ts";
import { matchCount, SearchCombobox } from "./combobox.tsx";

export interface Props {
  /** Id for the label. */
  id: string;
  label: string;
  kind: RecordKind;
  /** The chosen record, or `none`. */
  chosen: ListOption;
  /** The option for no record. */
  none: ListOption;
  isInvalid: boolean;
  /** Ids of the elements that describe the field. */
  describedBy: string;
  takesFocus: boolean;
  opens: boolean;
  onChoose(record: ListOption): void;
}

/** Milliseconds without typing before the server is asked. */
const pause = 200;

type Answer = RecordMatches | "failed";

async function ask(kind: RecordKind, query: string, signal: AbortSignal): Promise<Answer> {
  // After the session has ended the answer is a redirect. The form says so when it is submitted.
  const response = await fetch(matchesAt(kind, query), { signal, redirect: "manual" });
  return response.ok ? ((await response.json()) as RecordMatches) : "failed";
}

/** Returns the answer for what is typed, undefined while it is awaited. */
function useAnswer(kind: RecordKind, query: string): Answer | undefined {
  const [answers, setAnswers] = useState<ReadonlyMap<string, Answer>>(new Map());
  const answer = answers.get(query);
  const isKnown = answer !== undefined && answer !== "failed";
  useEffect(() => {
    if (isKnown) return;
    const controller = new AbortController();
    const keep = (given: Answer) => setAnswers((before) => new Map(before).set(query, given));
    const timer = setTimeout(
      () =>
        ask(kind, query, controller.signal).then(keep, () => {
          if (!controller.signal.aborted) keep("failed");
        }),
      query === "" ? 0 : pause,
    );
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [kind, query, isKnown]);
  return answer;
}

/** Searches records at the server while the user types. */
export default function RecordCombobox({ kind, none, ...field }: Props) {
  const [typed, setTyped] = useState("");
  const query = typed.trim();
  const answer = useAnswer(kind, query);
  const latest = useRef<RecordMatch[]>([]);
  const hasFailed = answer === "failed";
  if (answer && !hasFailed) latest.current = answer.options;
  // Until the answer arrives, only what matches: Enter must not choose a record of an earlier search.
  const found = answer ? latest.current : latest.current.filter(({ label }) => contains(label, query));
  return (
    <SearchCombobox
      {...field}
      options={hasFailed ? [] : query === "" ? unsearched(none, field.chosen, found) : found}
      others={answer && !hasFailed ? answer.totalCount - answer.options.length : 0}
      status={statusOf(answer, query, recordKinds[kind].many)}
      className="relative"
      inputClass=""
      onQuery={setTyped}
    />
  );
}

const contains = (label: string, query: string) => label.toLowerCase().includes(query.toLowerCase());

/** The options before anything is typed: also none, and the chosen one. */
function unsearched(none: ListOption, chosen: ListOption, found: RecordMatch[]): ListOption[] {
  const others = [none, ...found];
  return others.some(({ value }) => value === chosen.value) ? others : [none, chosen, ...found];
}

function statusOf(answer: Answer | undefined, query: string, many: string): string {
  if (!answer) return "Searching…";
  if (answer === "failed") return `The ${many} could not be searched. Please type again.`;
  return query === "" ? "" : matchCount(answer.totalCount);
}
