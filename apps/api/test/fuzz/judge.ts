import type { ValidateFunction } from 'ajv/dist/2020.js';
import type { ApiDocument, Operation } from './document.js';
import type { Filled, Plan } from './plan.js';
import type { WireAnswer } from './request.js';

/** What an answer shows. */
export interface Verdict {
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
const TRANSPORT = [400, 408, 413, 417, 431];
/** Pieces of what only the inside knows. */
const INSIDE =
  /\bat [^\n"]{1,200}\.[cm]?[jt]s:\d+|node_modules|\bMongo\w*(Error|Exception)|E11000|CastError|ValidationError|TypeError|RangeError|SyntaxError|ECONN|\/apps\/api\//;
/** Of all addresses of these people. */
const DOMAIN = '@fuzz.example';

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

function statusesOf(
  document: ApiDocument,
  operation: Operation | null,
  method: string,
  path: string,
): number[] {
  if (operation) return [...operation.answers.keys(), ...TRANSPORT];
  const isKnown = document.knows(path);
  if (isKnown === null) return [400, 404, 405, ...TRANSPORT];
  if (!isKnown) return [404, ...TRANSPORT];
  const get = method === 'HEAD' ? document.find('GET', path) : null;
  return get ? [...get.answers.keys(), ...TRANSPORT] : [405, ...TRANSPORT];
}

/** Somebody's address that the caller neither is nor named. */
function foreignAddress({ wire, person }: Filled, { text }: WireAnswer): string | undefined {
  // An answer may be long, and hardly any has an address: what stands before the word is looked at only then.
  for (let at = text.indexOf(DOMAIN); at !== -1; at = text.indexOf(DOMAIN, at + 1)) {
    const address = /[\w.+-]*$/.exec(text.slice(Math.max(0, at - 64), at))?.[0] + DOMAIN;
    const isNamed = wire.body?.includes(address) || decodeURIComponent(wire.path).includes(address);
    if (address !== person?.email && !isNamed) return address;
  }
  return undefined;
}

function bodyFault(
  { validateError }: ApiDocument,
  operation: Operation | null,
  method: string,
  answer: WireAnswer,
  json: unknown,
): string | null {
  const { status, headers, text } = answer;
  if (status === 304 || method === 'HEAD') return text === '' ? null : 'a body where there must be none';
  const type = String(headers['content-type'] ?? '').split(';')[0] ?? '';
  const declared = operation?.answers.get(status);
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
export function judge(document: ApiDocument, plan: Plan, filled: Filled, answer: WireAnswer): Verdict {
  const { method, path: address } = filled.wire;
  const path = address.split('?')[0] ?? '';
  const operation = document.find(method, path);
  const { status, text } = answer;
  const isJson = /^application\/json/.test(String(answer.headers['content-type'] ?? ''));
  const json = isJson ? parseJson(text) : undefined;
  const isDone = status === 304 || (status >= 200 && status < 300);
  const code = typeof json === 'object' && json !== null ? Reflect.get(json, 'code') : undefined;

  function findFault(): string | null {
    if (status >= 500) return `status ${status}`;
    if (!statusesOf(document, operation, method, path).includes(status))
      return `status ${status} is not declared`;
    if (status === 405 && !answer.headers['allow']) return 'a 405 without Allow';
    const ofBody = bodyFault(document, operation, method, answer, json);
    if (ofBody !== null) return ofBody;
    if (status >= 400 && INSIDE.test(text)) return 'an error tells of the inside';
    const foreign = foreignAddress(filled, answer);
    if (foreign !== undefined) return `somebody else's address: ${foreign}`;
    const cookie = filled.wire.headers['Cookie'] ?? '';
    const hasSession = plan.caller === 'person' && cookie !== '';
    if (isDone && operation?.needsSession && !hasSession) return `done for a caller who is ${plan.caller}`;
    return null;
  }

  return {
    operation,
    fault: findFault(),
    isPastSchema:
      filled.person !== null &&
      operation?.needsSession === true &&
      (isDone || ([403, 404, 409].includes(status) && code !== 'foreign_origin')),
    json,
  };
}
