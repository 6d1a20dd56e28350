import type { ValidateFunction } from 'ajv/dist/2020.js';
import type { ApiDocument, Operation } from './api-document.js';
import type { WireResponse } from './http-client.js';
import type { RequestPlan, ResolvedRequest } from './plan.js';

/** What an answer shows. */
export interface ResponseCheck {
  /** The call that answered; null where none did. */
  operation: Operation | null;
  /** Why the answer is wrong; null when it is right. */
  fault: string | null;
  /** A living session, and nothing but the call's own rules left to pass. */
  isPastSchema: boolean;
  /** The parsed body, where it is JSON. */
  json: unknown;
}

/** What Node.js answers by itself to what it cannot read as HTTP. */
const TRANSPORT_STATUSES = [400, 408, 413, 417, 431];
/** Pieces of what only the inside knows. */
const INTERNAL_DETAILS =
  /\bat [^\n"]{1,200}\.[cm]?[jt]s:\d+|node_modules|\bMongo\w*(Error|Exception)|E11000|CastError|ValidationError|TypeError|RangeError|SyntaxError|ECONN|\/apps\/api\//;
/** Of all addresses of these people. */
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
  const isKnown = document.hasPath(path);
  if (isKnown === null) return [400, 404, 405, ...TRANSPORT_STATUSES];
  if (!isKnown) return [404, ...TRANSPORT_STATUSES];
  const get = method === 'HEAD' ? document.find('GET', path) : null;
  return get ? [...get.responses.keys(), ...TRANSPORT_STATUSES] : [405, ...TRANSPORT_STATUSES];
}

/** Somebody's address that the caller neither is nor named. */
function findLeakedAddress({ wire, user }: ResolvedRequest, { text }: WireResponse): string | undefined {
  // An answer may be long, and hardly any has an address: what stands before the word is looked at only then.
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
  if (status === 304 || method === 'HEAD') return text === '' ? null : 'a body where there must be none';
  const type = String(headers['content-type'] ?? '').split(';')[0] ?? '';
  const declared = operation?.responses.get(status);
  if (status < 400 && declared && !declared.mediaTypes.includes(type))
    return `the type of the answer is ${type}`;
  if (status < 400 && !declared?.validate) return null;
  if (json === undefined) return 'the answer is not JSON';
  const validate = declared?.validate ?? validateError;
  if (!validate(json)) return `the answer is not as declared: ${explain(validate)}`;
  if (status < 400) return null;
  // The schema of errors has just been held against it.
  const { requestId } = json as { requestId: string };
  if ('x-request-id' in headers && headers['x-request-id'] !== requestId)
    return 'the ids of the request differ';
  return null;
}

/** Holds an answer against the document, and against what must never be. */
export function checkResponse(
  document: ApiDocument,
  plan: RequestPlan,
  filled: ResolvedRequest,
  response: WireResponse,
): ResponseCheck {
  const { method, path: address } = filled.wire;
  const path = address.split('?')[0] ?? '';
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
    if (status === 405 && !response.headers['allow']) return 'a 405 without Allow';
    const faultOfBody = findBodyFault(document, operation, method, response, json);
    if (faultOfBody !== null) return faultOfBody;
    if (status >= 400 && INTERNAL_DETAILS.test(text)) return 'an error tells of the inside';
    const leakedAddress = findLeakedAddress(filled, response);
    if (leakedAddress !== undefined) return `somebody else's address: ${leakedAddress}`;
    const cookie = filled.wire.headers['Cookie'] ?? '';
    const hasSession = plan.caller === 'person' && cookie !== '';
    if (isSuccess && operation?.needsSession && !hasSession) return `done for a caller who is ${plan.caller}`;
    return null;
  }

  return {
    operation,
    fault: findFault(),
    isPastSchema:
      filled.user !== null &&
      operation?.needsSession === true &&
      (isSuccess || ([403, 404, 409].includes(status) && code !== 'foreign_origin')),
    json,
  };
}
