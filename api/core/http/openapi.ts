/** Completes the OpenAPI document with what the framework does not derive from the schemas of the operations. */
import { jsonSchemaTransformObject } from "fastify-type-provider-zod";
import { z } from "zod";
import type { Operation } from "#contract/operation.ts";
import { allOperations } from "#contract/operations.ts";
import { problemSchema, usersSchema } from "#contract/problem.ts";
import { describe } from "./openapi-schema.ts";

interface Described {
  requestBody?: unknown;
  responses?: Record<string, unknown>;
  security?: unknown[];
}

/** The part of the document that is completed. */
interface Document {
  paths?: Record<string, Record<string, Described | undefined> | undefined>;
  components?: { schemas?: Record<string, unknown>; responses?: Record<string, unknown> };
}

type Given = Parameters<typeof jsonSchemaTransformObject>[0];

const schemaOf = (schema: z.ZodType, io: "input" | "output") => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: "any", override: describe });
  return rest;
};

const problemOf = (description: string) => ({
  description,
  content: { "application/problem+json": { schema: { $ref: "#/components/schemas/Problem" } } },
});

/** The refusals that an operation may answer, by status, and the name of each in the document. */
const refusals = {
  400: ["BadRequest", "The request could not be read"],
  401: ["NotSignedIn", "There is no valid token, or the authentication is too old (`code`, RFC 9470)"],
  403: ["NotAllowed", "The caller may not do this"],
  404: ["NotFound", "The record does not exist, or the caller may not see it"],
  409: [
    "Conflict",
    "The state of the record does not allow this, or somebody else has changed the same fields (`theirs`)",
  ],
  413: ["TooLarge", "This is more than can be sent at once"],
  415: ["WrongContent", "The body has another content type than the one described"],
  422: ["NotValid", "Fields are not valid; `errors` has messages by field"],
  429: ["TooMany", "Too many requests; wait as long as `Retry-After` says"],
} as const;

function refusalResponses() {
  const retryAfter = { "Retry-After": { description: "Seconds to wait", schema: { type: "integer" } } };
  return Object.fromEntries(
    Object.entries(refusals).map(([status, [name, words]]) => [
      name,
      { ...problemOf(words), ...(status === "429" && { headers: retryAfter }) },
    ]),
  );
}

function refusalsOf({ kind, method, path, permission, input }: Operation) {
  const names = Object.keys(input.shape);
  const isAbout = (field: string) => field !== "Id" && /ids?$|token|secret|number$/i.test(field);
  const sends = method === "POST";
  const possible: Record<keyof typeof refusals, boolean> = {
    400: true,
    401: permission !== "anyone",
    403: permission !== "anyone",
    404: sends || path.includes("{") || names.some(isAbout),
    // One export or import of a user at a time.
    409: sends || kind === "download",
    413: sends,
    415: sends,
    422: names.length > 0 || kind === "upload",
    429: true,
  };
  return Object.entries(refusals).flatMap(([status, [name]]) =>
    possible[Number(status) as keyof typeof refusals]
      ? [[status, { $ref: `#/components/responses/${name}` }] as const]
      : [],
  );
}

const usersOf = (users: string) => ({
  description: `These ${users} use the record, so that it stays`,
  content: { "application/json": { schema: schemaOf(usersSchema, "output") } },
});

/** Of the type of the file: an image, a document, a workbook. */
const files = {
  200: { description: "The file", content: { "*/*": { schema: { type: "string", format: "binary" } } } },
  304: { description: "The caller has this version of the file (`If-None-Match`)" },
};

/** The generator describes null as no content, although it is sent as JSON. */
const nothing = { content: { "application/json": { schema: { type: "null" } } } };

/** Adds the body of uploads, the files of downloads, the errors, and which operations need no token. */
export function completeDocument(given: Given) {
  const document = jsonSchemaTransformObject(given) as Document;
  const { schemas, ...components } = document.components ?? {};
  document.components = {
    ...components,
    schemas: { ...schemas, Problem: schemaOf(problemSchema, "output") },
    responses: {
      ...components.responses,
      ...refusalResponses(),
      Problem: problemOf("An unexpected error, or the API is not available"),
    },
  };
  const paths: NonNullable<Document["paths"]> = {};
  for (const [, operation] of allOperations()) {
    const path = `/api/v1/${operation.path}`;
    const described = document.paths?.[path]?.[operation.method.toLowerCase()];
    if (!described) continue;
    complete(described, operation);
    paths[path] = { ...paths[path], [operation.method.toLowerCase()]: described };
  }
  // Pages of the sign-in, addresses for shops and the like are no operations.
  document.paths = paths;
  dropUnused(document);
  return document as ReturnType<typeof jsonSchemaTransformObject>;
}

/** The generator names a schema twice, for requests and for answers, even if only one of them refers to it. */
function dropUnused({ paths, components: { schemas = {}, responses } = {} }: Document): void {
  for (const name of Object.keys(schemas)) {
    const others = Object.entries(schemas).filter(([other]) => other !== name);
    if (!JSON.stringify([paths, responses, others]).includes(`"#/components/schemas/${name}"`)) delete schemas[name];
  }
}

function complete(described: Described, operation: Operation): void {
  described.responses = {
    200: { ...nothing, ...(described.responses?.[200] as object), description: "The answer" },
    ...(operation.kind === "download" && files),
    ...Object.fromEntries(refusalsOf(operation)),
    ...(operation.kind === "command" && operation.usedBy && { 500: usersOf(operation.usedBy) }),
    default: { $ref: "#/components/responses/Problem" },
  };
  if (operation.kind === "upload")
    described.requestBody = { required: true, content: { "multipart/form-data": { schema: formOf(operation) } } };
  if (operation.permission === "anyone") described.security = [];
}

function formOf({ input, fileField, maxFiles }: Extract<Operation, { kind: "upload" }>) {
  const fields = schemaOf(input, "input");
  const file = { type: "string", format: "binary" } as const;
  return {
    ...fields,
    properties: {
      ...fields.properties,
      [fileField]: maxFiles === 1 ? file : { type: "array", items: file, maxItems: maxFiles },
    },
    required: [...(fields.required ?? []), fileField],
  };
}
