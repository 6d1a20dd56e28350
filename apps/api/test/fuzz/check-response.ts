import type { ValidateFunction } from 'ajv/dist/2020.js';
import type { ApiDocument, Operation } from './api-document.js';
import type { WireResponse } from './http-client.js';
import type { RequestPlan, ResolvedRequest } from './plan.js';

/** Result of checking one response. */
export interface ResponseCheck {
  /** The operation that responded; null when the address belongs to none. */
  operation: Operation | null;
  /** What is wrong with the response; null when nothing is. */
  fault: string | null;
  /** Whether a request with a live session passed all guards and schemas, down to the rules of the call itself. */
  isPastSchema: boolean;
  /** The parsed body if it is JSON. */
  json: unknown;
}

/** Statuses that Node.js sends for requests it cannot parse. */
const TRANSPORT_STATUSES = [400, 408, 413, 417, 431];
/** Matches implementation details that a response must not reveal. */
const INTERNAL_DETAILS =
  /\bat [^\n"]{1,200}\.[cm]?[jt]s:\d+|node_modules|\bMongo\w*(Error|Exception)|E11000|CastError|ValidationError|TypeError|RangeError|SyntaxError|ECONN|\/apps\/api\//;
/** Domain of all e-mail addresses of the generated users. */
const EMAIL_DOMAIN = '@fuzz.example';

function explain(validate: ValidateFunction): string {
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`).join('; ');
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function allowedStatuses(
  document: ApiDocument,
  operation: Operation | null,
  method: string,
  path: string,
): number[] {
  if (operation) return [...operation.responses.keys(), ...TRANSPORT_STATUSES];
  const methods = document.methodsOf(path);
  if (methods === null) return [400, 404, 405, ...TRANSPORT_STATUSES];
  if (methods.length === 0) return [404, ...TRANSPORT_STATUSES];
  const get = method === 'HEAD' ? document.find('GET', path) : null;
  return get ? [...get.responses.keys(), ...TRANSPORT_STATUSES] : [405, ...TRANSPORT_STATUSES];
}

/** Checks that `Allow` lists exactly the methods of the path. */
function findAllowFault(document: ApiDocument, path: string, { headers }: WireResponse): string | null {
  const expected = document.methodsOf(path)?.sort().join(', ');
  const allow = String(headers['allow'] ?? '')
    .split(', ')
    .sort()
    .join(', ');
  return expected === undefined || allow === expected ? null : `Allow is "${allow}", not "${expected}"`;
}

/** Finds an e-mail address that is neither the caller's nor part of the request. */
function findLeakedAddress({ wire, user }: ResolvedRequest, { text }: WireResponse): string | undefined {
  // Searches for the domain first: responses are long and few contain an address.
  for (let at = text.indexOf(EMAIL_DOMAIN); at !== -1; at = text.indexOf(EMAIL_DOMAIN, at + 1)) {
    const address = /[\w.+-]*$/.exec(text.slice(Math.max(0, at - 64), at))?.[0] + EMAIL_DOMAIN;
    const isNamed = wire.body?.includes(address) || decodeURIComponent(wire.path).includes(address);
    if (address !== user?.email && !isNamed) return address;
  }
  return undefined;
}

function findBodyFault(
  { validateError }: ApiDocument,
  operation: Operation | null,
  method: string,
  response: WireResponse,
  json: unknown,
): string | null {
  const { status, headers, text } = response;
  if (status === 304 || method === 'HEAD') return text === '' ? null : 'a body where none is allowed';
  const type = String(headers['content-type'] ?? '').split(';')[0] ?? '';
  const declared = operation?.responses.get(status);
  if (status < 400 && declared && !declared.mediaTypes.includes(type))
    return `the content type ${type} is not declared`;
  if (status < 400 && !declared?.validate) return null;
  if (json === undefined) return 'the response is not JSON';
  const validate = declared?.validate ?? validateError;
  if (!validate(json)) return `the response violates its schema: ${explain(validate)}`;
  if (status < 400) return null;
  // The body has just been validated against the schema of errors.
  const { requestId } = json as { requestId: string };
  if ('x-request-id' in headers && headers['x-request-id'] !== requestId)
    return 'the request ids in header and body differ';
  return null;
}

/** Checks a response against the document, and for leaks and missing authentication. */
export function checkResponse(
  document: ApiDocument,
  plan: RequestPlan,
  request: ResolvedRequest,
  response: WireResponse,
): ResponseCheck {
  const { method, path: fullPath } = request.wire;
  const path = fullPath.split('?')[0] ?? '';
  const operation = document.find(method, path);
  const { status, text } = response;
  const isJson = /^application\/json/.test(String(response.headers['content-type'] ?? ''));
  const json = isJson ? parseJson(text) : undefined;
  const isSuccess = status === 304 || (status >= 200 && status < 300);
  const code = typeof json === 'object' && json !== null ? Reflect.get(json, 'code') : undefined;

  function findFault(): string | null {
    if (status >= 500) return `status ${status}`;
    if (!allowedStatuses(document, operation, method, path).includes(status))
      return `status ${status} is not declared`;
    const allowFault = status === 405 ? findAllowFault(document, path, response) : null;
    if (allowFault !== null) return allowFault;
    const bodyFault = findBodyFault(document, operation, method, response, json);
    if (bodyFault !== null) return bodyFault;
    if (status >= 400 && INTERNAL_DETAILS.test(text)) return 'the error reveals implementation details';
    const leakedAddress = findLeakedAddress(request, response);
    if (leakedAddress !== undefined) return `reveals the e-mail address of another user: ${leakedAddress}`;
    const cookie = request.wire.headers['Cookie'] ?? '';
    const hasSession = plan.caller === 'user' && cookie !== '';
    if (isSuccess && operation?.needsSession && !hasSession) return `succeeded for the caller ${plan.caller}`;
    return null;
  }

  return {
    operation,
    fault: findFault(),
    isPastSchema:
      request.user !== null &&
      operation?.needsSession === true &&
      (isSuccess || ([403, 404, 409].includes(status) && code !== 'foreign_origin')),
    json,
  };
}
