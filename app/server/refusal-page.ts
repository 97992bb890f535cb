/** The page for requests that never reach a route: plain HTML without styles that contains nothing from the request. */
interface Explanation {
  heading: string;
  text: string;
}

const explanations: Record<number, Explanation> = {
  400: {
    heading: "This request could not be read",
    text: "Nothing was changed. Please open the page again from its address.",
  },
  403: {
    heading: "Nothing was done",
    text: "This request did not come from a page of this site, so nothing was done. Please open the page and try again.",
  },
  404: { heading: "Not found", text: "This file does not exist." },
  405: {
    heading: "This request could not be read",
    text: "This address does not take requests of this kind. Nothing was changed.",
  },
  408: {
    heading: "This took too long",
    text: "The request did not arrive whole. Nothing was changed. Please try again.",
  },
  431: {
    heading: "This request has too many headers",
    text: "Nothing was changed. Please delete the cookies of this site in your browser, then sign in again.",
  },
};
const unexpected: Explanation = { heading: "Something went wrong", text: "Please try again in a moment." };

export function refusalPage(status: number): { body: string; headers: Record<string, string> } {
  const { heading, text } = explanations[status] ?? unexpected;
  return {
    headers: { "content-type": "text/html; charset=utf-8" },
    body: `<!doctype html>
<html lang="en-AU">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${heading} - Countinghouse</title>
<main>
<h1>${heading}</h1>
<p>${text}</p>
<p><a href="/">Countinghouse</a></p>
</main>
</html>
`,
  };
}
