import type { ClientActionFunctionArgs } from "@remix-run/react";
import { byField, type FormAnswer } from "./form-answer";

/** The `clientAction` of every route with a form: when the site itself does not answer, the form stays as it is. */
export async function keepTyped({ serverAction, request }: ClientActionFunctionArgs) {
  const copy = request.clone();
  try {
    return await serverAction();
  } catch (error) {
    // Answers of our own, redirects among them, are for the router; anything else never arrived.
    if (error instanceof Response || !isNoAnswer(error)) throw error;
    const entries = [...(await copy.formData())].filter(
      (entry): entry is [string, string] => typeof entry[1] === "string",
    );
    const defaultValues = byField(entries);
    const answer: FormAnswer = {
      intent: String(defaultValues.intent ?? ""),
      defaultValues,
      failure: "The server did not answer, so nothing was saved. Please try again in a moment.",
    };
    // A response of this status keeps the router from loading the page again, which would fail as well.
    return new Response(JSON.stringify(answer), { status: 503, headers: { "content-type": "application/json" } });
  }
}

/** The site itself could not be asked, or what came is no answer of its. */
export function isNoAnswer(error: unknown): boolean {
  return error instanceof TypeError || (error instanceof Error && /decode|turbo-stream|fetch/i.test(error.message));
}
