/** Judges answers of the API by its OpenAPI document alone, with a validator that is not ours. */
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import formats from "ajv-formats";

/** The part of the document that is read here. */
export interface OpenApi {
  paths: Record<string, Record<string, Described>>;
  components: { responses: Record<string, DescribedAnswer> };
}

export interface Described {
  operationId: string;
  parameters?: { name: string; in: "path" | "query"; required?: boolean; schema: Schema }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, DescribedAnswer>;
}

type Content = Record<string, { schema?: Schema }>;
type DescribedAnswer = { $ref: string } | { content?: Content };
export type Schema = Record<string, unknown>;

export interface Answer {
  status: number;
  /** As in the header; empty if there is none. */
  contentType: string;
  body: string;
}

/** Returns a function that says how an answer differs from what the document says of the operation; empty if not at all. */
export function judgeOf(document: OpenApi) {
  const ajv = new Ajv2020({ strict: false, allErrors: false });
  formats.default(ajv);
  ajv.addSchema(document, "document");
  const compiled = new Map<string, ValidateFunction>();
  const validatorAt = (pointer: string) => {
    const validate = compiled.get(pointer) ?? ajv.compile({ $ref: `document#${pointer}` });
    compiled.set(pointer, validate);
    return validate;
  };
  return (path: string, method: string, { status, contentType, body }: Answer): string => {
    const at = `/paths/${escaped(path)}/${method}/responses`;
    const responses = document.paths[path]?.[method]?.responses ?? {};
    // Expected refusals are named; `default` stands for what nobody expects.
    const described = responses[status] ?? (status > 500 ? responses.default : undefined);
    if (!described) return `the status ${status} is not named: ${body.slice(0, 300)}`;
    const { content, pointer } = contentOf(document, described, `${at}/${status in responses ? status : "default"}`);
    if (!content) return body === "" ? "" : `has content, which the document does not say: ${body.slice(0, 100)}`;
    const type = contentType.split(";")[0] ?? "";
    const named = [type, "*/*"].find((one) => one in content);
    if (named === undefined) return `the type ${type} is not one of ${Object.keys(content).join(", ")}`;
    if (!type.endsWith("json") || named === "*/*") return "";
    const validate = validatorAt(`${pointer}/content/${escaped(named)}/schema`);
    return validate(JSON.parse(body)) ? "" : `${ajv.errorsText(validate.errors)} in ${body.slice(0, 500)}`;
  };
}

function contentOf({ components }: OpenApi, described: DescribedAnswer, pointer: string) {
  if (!("$ref" in described)) return { content: described.content, pointer };
  const name = described.$ref.split("/").at(-1) ?? "";
  const shared = components.responses[name] as { content?: Content };
  return { content: shared.content, pointer: `/components/responses/${name}` };
}

/** In a JSON pointer that is the fragment of an address. */
const escaped = (name: string) => encodeURIComponent(name.replaceAll("~", "~0").replaceAll("/", "~1"));
