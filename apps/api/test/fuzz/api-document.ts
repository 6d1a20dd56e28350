import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';

/** The part of JSON Schema that the document uses. */
export interface JsonSchema {
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  anyOf?: JsonSchema[];
  not?: JsonSchema;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  pattern?: string;
  format?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
}

interface Parameter {
  name: string;
  in: 'path' | 'query';
  required: boolean;
  schema: JsonSchema;
}

/** What a call may answer with one status. */
interface DeclaredResponse {
  mediaTypes: readonly string[];
  /** Null where the answer is no JSON. */
  validate: ValidateFunction | null;
}

/** One call, as the document tells it. */
export interface Operation {
  /** `METHOD /path/{name}`. */
  key: string;
  method: string;
  path: string;
  parameters: readonly Parameter[];
  /** Null for a call without a body. */
  body: JsonSchema | null;
  needsSession: boolean;
  responses: ReadonlyMap<number, DeclaredResponse>;
}

interface RawOperation {
  security?: unknown[];
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { schema: JsonSchema }> };
  responses: Record<string, { content?: Record<string, { schema: JsonSchema }> }>;
}

/** The OpenAPI document of a running product. */
export interface ApiDocument {
  operations: readonly Operation[];
  /** The body of every error. */
  validateError: ValidateFunction;
  /** The call that an address names, by its path without the query. */
  find(method: string, path: string): Operation | null;
  /** Whether the path is known, with whatever method; null when it cannot be decoded. */
  hasPath(path: string): boolean | null;
}

const ROOT = 'openapi.json';
const escapePointer = (part: string) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'));
const pointer = (...parts: string[]) => `${ROOT}#/${parts.map(escapePointer).join('/')}`;

/** The parts of a path, decoded, without its last slash, as a router compares them. Null for bad percent signs. */
function splitPath(path: string): string[] | null {
  try {
    return path
      .replace(/^\//, '')
      .replace(/\/$/, '')
      .split('/')
      .map((part) => decodeURIComponent(part));
  } catch {
    return null;
  }
}

function matches(template: string, segments: readonly string[]): boolean {
  const parts = template.slice(1).split('/');
  return (
    parts.length === segments.length &&
    parts.every((part, index) =>
      part.startsWith('{') ? segments[index] !== '' : part === segments[index]?.toLowerCase(),
    )
  );
}

/** Asks a running product for its document and compiles the schemas of all answers. */
export async function readDocument(url: string): Promise<ApiDocument> {
  const response = await fetch(`${url}/api/openapi.json`);
  // Whatever is not as it should be shows in the compilation below.
  const document = (await response.json()) as { paths: Record<string, Record<string, RawOperation>> };
  // Dates have a pattern beside their format, which is stricter; `picture` is only a hint.
  const ajv = new Ajv2020({ strict: false, formats: { 'date-time': true, picture: true } });
  ajv.addSchema(document, ROOT);
  function compile(...parts: string[]): ValidateFunction {
    const validate = ajv.getSchema(pointer(...parts));
    if (!validate) throw new Error(`The document has no schema at ${parts.join(' ')}`);
    return validate;
  }

  function readOperation(path: string, method: string, raw: RawOperation): Operation {
    const responses = Object.entries(raw.responses).map(
      ([status, { content = {} }]): [number, DeclaredResponse] => {
        const isJson = 'application/json' in content;
        const at = ['paths', path, method, 'responses', status, 'content', 'application/json', 'schema'];
        return [
          Number(status),
          { mediaTypes: Object.keys(content), validate: isJson ? compile(...at) : null },
        ];
      },
    );
    return {
      key: `${method.toUpperCase()} ${path}`,
      method: method.toUpperCase(),
      path,
      parameters: raw.parameters ?? [],
      body: raw.requestBody?.content['application/json']?.schema ?? null,
      needsSession: (raw.security ?? []).length > 0,
      responses: new Map(responses),
    };
  }

  const operations = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, raw]) => readOperation(path, method, raw)),
  );
  // A fixed path wins over one with a parameter in its place.
  const fixedFirst = [...operations].sort(
    (a, b) => Number(a.path.includes('{')) - Number(b.path.includes('{')),
  );
  return {
    operations,
    validateError: compile('components', 'schemas', 'Error'),
    find(method, path) {
      const segments = splitPath(path);
      if (!segments) return null;
      // The first path that fits takes the request, whatever its methods.
      const first = fixedFirst.find((each) => matches(each.path, segments));
      return fixedFirst.find((each) => each.path === first?.path && each.method === method) ?? null;
    },
    hasPath(path) {
      const segments = splitPath(path);
      return segments && fixedFirst.some((each) => matches(each.path, segments));
    },
  };
}
