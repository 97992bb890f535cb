/** Completes the OpenAPI document with what the framework does not derive from the schemas of the operations. */
import { jsonSchemaTransformObject } from "fastify-type-provider-zod";
import { z } from "zod";
import type { Operation } from "#contract/operation.ts";
import { allOperations } from "#contract/operations.ts";
import { problemSchema } from "#contract/problem.ts";
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

const problem = {
  description: "The request was refused, or failed",
  headers: {
    "Retry-After": { description: "Seconds to wait, with the status 429", schema: { type: "integer" } },
  },
  content: { "application/problem+json": { schema: { $ref: "#/components/schemas/Problem" } } },
};

const anyFile = {
  description: "The file",
  content: { "application/octet-stream": { schema: { type: "string", format: "binary" } } },
};

/** Adds the body of uploads, the files of downloads, the errors, and which operations need no token. */
export function completeDocument(given: Given) {
  const document = jsonSchemaTransformObject(given) as Document;
  const { schemas, ...components } = document.components ?? {};
  document.components = {
    ...components,
    schemas: { ...schemas, Problem: schemaOf(problemSchema, "output") },
    responses: { ...components.responses, Problem: problem },
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
  return document as ReturnType<typeof jsonSchemaTransformObject>;
}

function complete(described: Described, operation: Operation): void {
  described.responses = { ...described.responses, default: { $ref: "#/components/responses/Problem" } };
  if (operation.kind === "download") described.responses["200"] = anyFile;
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
