import type { ClientActionFunctionArgs } from "@remix-run/react";
import { byField, type FormAnswer } from "./form-answer.ts";

/** The `clientAction` of every route with a form: if the server cannot be reached, the form and its input stay. */
export async function keepTyped({ serverAction, request }: ClientActionFunctionArgs) {
  const copy = request.clone();
  try {
    return await serverAction();
  } catch (error) {
    // Our own responses, including redirects, are handled by the router; any other response is not from this site.
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
    // This status prevents the router from reloading the page's data, which would fail as well.
    return new Response(JSON.stringify(answer), { status: 503, headers: { "content-type": "application/json" } });
  }
}

/** The site could not be reached, or the response is not its own. */
export function isNoAnswer(error: unknown): boolean {
  return error instanceof TypeError || (error instanceof Error && /decode|turbo-stream|fetch/i.test(error.message));
}
