import type { ValidateFunction } from 'ajv/dist/2020.js';
import type { ApiDocument, Operation } from './api-document.js';
import type { WireResponse } from './http-client.js';
import type { RequestPlan, ResolvedRequest } from './plan.js';

/** Result of checking one response. */
export interface ResponseCheck {
  /** The operation that handled the request; null if none matches the method and path. */
  operation: Operation | null;
  /** Description of the fault; null for a correct response. */
  fault: string | null;
  /** Whether an authenticated request passed all guards and schemas and reached the handler of the operation. */
  isPastSchema: boolean;
  /** The parsed body if it is JSON. */
  json: unknown;
}

/** Statuses that Node.js sends for requests it cannot parse. */
const TRANSPORT_STATUSES = [400, 408, 413, 417, 431];
/** Matches implementation details that a response must not reveal. */
const INTERNAL_DETAILS =
  /\bat [^\n"]{1,200}\.[cm]?[jt]s:\d+|node_modules|\bMongo\w*(Error|Exception)|E11000|CastError|ValidationError|TypeError|RangeError|SyntaxError|ECONN|\/apps\/api\//;
/** Domain of the email addresses of all generated users. */
const EMAIL_DOMAIN = '@fuzz.example';

function formatErrors(validate: ValidateFunction): string {
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`).join('; ');
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function listAllowedStatuses(
  document: ApiDocument,
  operation: Operation | null,
  method: string,
  path: string,
): number[] {
  if (operation) return [...operation.responses.keys(), ...TRANSPORT_STATUSES];
  const methods = document.listMethods(path);
  if (methods === null) return [400, 404, 405, ...TRANSPORT_STATUSES];
  if (methods.length === 0) return [404, ...TRANSPORT_STATUSES];
  const getOperation = method === 'HEAD' ? document.find('GET', path) : null;
  return getOperation
    ? [...getOperation.responses.keys(), ...TRANSPORT_STATUSES]
    : [405, ...TRANSPORT_STATUSES];
}

/** Checks that `Allow` lists exactly the methods of the path. */
function findAllowFault(document: ApiDocument, path: string, { headers }: WireResponse): string | null {
  const expected = document.listMethods(path)?.sort().join(', ');
  const allow = String(headers['allow'] ?? '')
    .split(', ')
    .sort()
    .join(', ');
  return expected === undefined || allow === expected ? null : `Allow is "${allow}", not "${expected}"`;
}

/** Finds an email address that is neither the caller's nor part of the request. */
function findLeakedEmail({ wire, user }: ResolvedRequest, { text }: WireResponse): string | undefined {
  // Searches for the domain first: responses are long and few contain an address.
  for (let at = text.indexOf(EMAIL_DOMAIN); at !== -1; at = text.indexOf(EMAIL_DOMAIN, at + 1)) {
    const email = /[\w.+-]*$/.exec(text.slice(Math.max(0, at - 64), at))?.[0] + EMAIL_DOMAIN;
    const isInRequest = wire.body?.includes(email) || decodeURIComponent(wire.path).includes(email);
    if (email !== user?.email && !isInRequest) return email;
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
  const declared = operation?.responses.get(status);
  const isEmpty = status === 304 || method === 'HEAD' || declared?.mediaTypes.length === 0;
  if (isEmpty) return text === '' ? null : 'the response has a body where none is allowed';
  const type = String(headers['content-type'] ?? '').split(';')[0] ?? '';
  if (status < 400 && declared && !declared.mediaTypes.includes(type))
    return `the content type ${type} is not declared`;
  if (status < 400 && !declared?.validate) return null;
  if (json === undefined) return 'the response is not JSON';
  const validate = declared?.validate ?? validateError;
  if (!validate(json)) return `the response violates its schema: ${formatErrors(validate)}`;
  if (status < 400) return null;
  // The body has just been validated against the error schema.
  const { requestId } = json as { requestId: string };
  if ('x-request-id' in headers && headers['x-request-id'] !== requestId)
    return 'the request ids in header and body differ';
  return null;
}

/** Checks a response against the OpenAPI document, and for leaked details and missing authentication. */
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
    if (!listAllowedStatuses(document, operation, method, path).includes(status))
      return `status ${status} is not declared`;
    const allowFault = status === 405 ? findAllowFault(document, path, response) : null;
    if (allowFault !== null) return allowFault;
    const missing = operation?.responses
      .get(status)
      ?.requiredHeaders.filter((name) => !response.headers[name]);
    if (missing && missing.length > 0) return `the response has no ${missing.join(', ')}`;
    const bodyFault = findBodyFault(document, operation, method, response, json);
    if (bodyFault !== null) return bodyFault;
    if (status >= 400 && INTERNAL_DETAILS.test(text)) return 'the error reveals implementation details';
    const leakedEmail = findLeakedEmail(request, response);
    if (leakedEmail !== undefined) return `reveals the email address of another user: ${leakedEmail}`;
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
