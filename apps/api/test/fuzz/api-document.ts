import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';

/** The subset of JSON Schema that the document uses. */
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
  in: 'path' | 'query' | 'header';
  required: boolean;
  schema: JsonSchema;
}

/** The declared response of an operation for one status. */
interface DeclaredResponse {
  mediaTypes: readonly string[];
  /** Null when the response is not JSON. */
  validate: ValidateFunction | null;
  /** Names of the headers that each such response has, in lower case. */
  requiredHeaders: readonly string[];
}

/** One operation of the document. */
export interface Operation {
  /** `METHOD /path/{name}`. */
  key: string;
  method: string;
  path: string;
  parameters: readonly Parameter[];
  /** Null when the operation takes no JSON. */
  body: JsonSchema | null;
  /** Media type of a body that is not JSON; null without one. */
  bodyType: string | null;
  needsSession: boolean;
  responses: ReadonlyMap<number, DeclaredResponse>;
}

interface RawOperation {
  security?: unknown[];
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { schema: JsonSchema }> };
  responses: Record<
    string,
    { content?: Record<string, { schema: JsonSchema }>; headers?: Record<string, RawHeader> }
  >;
}

type RawHeader = { required: boolean } | { $ref: string };

/** The OpenAPI document of a running server. */
export interface ApiDocument {
  operations: readonly Operation[];
  /** Validates the body of every error. */
  validateError: ValidateFunction;
  /** Finds the operation for a method and a path without the query. */
  find(method: string, path: string): Operation | null;
  /** Methods of a path, with HEAD beside GET; empty for an unknown path, null when it cannot be decoded. */
  listMethods(path: string): string[] | null;
}

const ROOT = 'openapi.json';
const escapePointer = (part: string) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'));
const buildPointer = (...parts: string[]) => `${ROOT}#/${parts.map(escapePointer).join('/')}`;

/** Splits a path as the router does: decoded, ignoring a trailing slash. Null for invalid percent-encoding. */
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

/** Fetches the document of a running server and compiles the schemas of all responses. */
export async function readDocument(url: string): Promise<ApiDocument> {
  const response = await fetch(`${url}/api/openapi.json`);
  // The compilation below fails for a document of another shape.
  const document = (await response.json()) as {
    paths: Record<string, Record<string, RawOperation>>;
    components: { headers: Record<string, { required: boolean }> };
  };
  // A date has a pattern that is stricter than its format; `picture` is only a hint for generators.
  const ajv = new Ajv2020({
    strict: false,
    formats: { binary: true, date: true, 'date-time': true, picture: true },
  });
  ajv.addSchema(document, ROOT);
  function compile(...parts: string[]): ValidateFunction {
    const validate = ajv.getSchema(buildPointer(...parts));
    if (!validate) throw new Error(`The document has no schema at ${parts.join(' ')}`);
    return validate;
  }

  function listRequiredHeaders(headers: Record<string, RawHeader>): string[] {
    const isRequired = (header: RawHeader | undefined): boolean =>
      header !== undefined &&
      ('$ref' in header
        ? isRequired(document.components.headers[header.$ref.replace('#/components/headers/', '')])
        : header.required);
    return Object.entries(headers).flatMap(([name, header]) =>
      isRequired(header) ? [name.toLowerCase()] : [],
    );
  }

  function readOperation(path: string, method: string, raw: RawOperation): Operation {
    const responses = Object.entries(raw.responses).map(
      ([status, { content = {}, headers = {} }]): [number, DeclaredResponse] => {
        const isJson = 'application/json' in content;
        const at = ['paths', path, method, 'responses', status, 'content', 'application/json', 'schema'];
        return [
          Number(status),
          {
            mediaTypes: Object.keys(content),
            validate: isJson ? compile(...at) : null,
            requiredHeaders: listRequiredHeaders(headers),
          },
        ];
      },
    );
    return {
      key: `${method.toUpperCase()} ${path}`,
      method: method.toUpperCase(),
      path,
      parameters: raw.parameters ?? [],
      body: raw.requestBody?.content['application/json']?.schema ?? null,
      bodyType:
        Object.keys(raw.requestBody?.content ?? {}).find((type) => type !== 'application/json') ?? null,
      // One of several alternatives is to have no session.
      needsSession: raw.security?.length === 1,
      responses: new Map(responses),
    };
  }

  const operations = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, raw]) => readOperation(path, method, raw)),
  );
  // A fixed path takes precedence over one with a parameter.
  const fixedFirst = [...operations].sort(
    (a, b) => Number(a.path.includes('{')) - Number(b.path.includes('{')),
  );
  /** The first matching path takes the request, whatever its methods. */
  function findOperations(segments: readonly string[]): Operation[] {
    const first = fixedFirst.find(({ path }) => matches(path, segments));
    return operations.filter(({ path }) => path === first?.path);
  }
  return {
    operations,
    validateError: compile('components', 'schemas', 'Error'),
    find(method, path) {
      const segments = splitPath(path);
      if (!segments) return null;
      return findOperations(segments).find((operation) => operation.method === method) ?? null;
    },
    listMethods(path) {
      const segments = splitPath(path);
      return (
        segments &&
        findOperations(segments).flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
      );
    },
  };
}
