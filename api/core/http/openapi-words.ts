/** The texts of the OpenAPI document: on the API, its areas and each operation. */
import { areas } from "#contract/areas.ts";
import { keyScopeNames } from "#contract/keys/scopes.ts";
import type { Operation } from "#contract/operation.ts";
import { operations } from "#contract/operations.ts";
import { isCallerWide, type Permission } from "#contract/permissions.ts";
import { keysOf } from "#contract/rules/keys-of.ts";

export const aboutApi = `The API of a multi-supplier marketplace's back office.

Queries read. Commands change something once per \`Id\`, a UUID that the caller makes: sent again with the same values, a command is not carried out again and gets the stored answer, with the header \`X-Carried-Out\`.

Amounts are Australian dollars, and times are in UTC. Requests are limited per caller; see the answer 429.`;

export const tags = keysOf(operations).map((name) => ({ name, description: areas[name].about }));

/** Returns the name of an operation and what it does, for its entry in the document. */
export function aboutOperation(name: string, operation: Operation) {
  const [area = ""] = name.split(".");
  return {
    operationId: name,
    tags: [area],
    summary: firstSentence(operation.description).replace(/\.$/, ""),
    description: [
      operation.description,
      factsAbout(operation)
        .map((fact) => `- ${fact}`)
        .join("\n"),
    ].join("\n\n"),
  };
}

/** Dots within file names end no sentence. */
const firstSentence = (text: string): string => /^[\s\S]*?\.(?=\s|$)/.exec(text)?.[0] ?? text;

function factsAbout(operation: Operation): string[] {
  return [
    whoMayCall(operation.permission),
    ...(operation.permission === "anyone" ? [] : [whichKeys(operation)]),
    ...(operation.stepUp ? ["The caller must have signed in within the last minutes."] : []),
    ...(operation.feature ? [`Part of the feature \`${operation.feature}\`, if the configuration names it.`] : []),
    ...(operation.kind === "command" && operation.canBeUndone ? ["It can be undone with `history/Undo`."] : []),
    ...(operation.kind === "upload" ? [sizeOf(operation)] : []),
  ];
}

function whoMayCall(permission: Permission): string {
  if (permission === "anyone") return "Needs no token.";
  if (permission === "signedIn") return "For every signed-in caller.";
  if (permission === "mayWrite") return "For callers with a role that changes anything.";
  return isCallerWide(permission)
    ? `Needs the permission \`${permission}\`, as \`users/permissions\` answers it.`
    : `For callers for whom the record says \`${permission}\`.`;
}

function whichKeys({ scope }: Operation): string {
  if (scope === undefined) return "Keys may not call it.";
  if (scope === "any") return "Every key may call it.";
  const scopes = typeof scope === "string" ? [scope] : scope;
  return `Keys need the scope ${scopes.map((one) => `\`${one}\` (${keyScopeNames[one]})`).join(" or ")}.`;
}

const megabyte = 1024 * 1024;

function sizeOf({ maxFileBytes, maxFiles, fileField }: Extract<Operation, { kind: "upload" }>): string {
  const size = `${Math.round((maxFileBytes / megabyte) * 10) / 10} MB`;
  return maxFiles === 1
    ? `The file is in the field \`${fileField}\` and has at most ${size}.`
    : `At most ${maxFiles} files in the field \`${fileField}\`, each of at most ${size}.`;
}
