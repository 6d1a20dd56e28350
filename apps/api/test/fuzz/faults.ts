import fc, { type Arbitrary } from 'fast-check';

/** A request before serialization. */
export interface RequestDraft {
  method: string;
  /** Encoded, without the query. */
  path: string;
  query: [name: string, value: string][];
  headers: Record<string, string>;
  /** Undefined without a body. */
  body: unknown;
  /** Sent verbatim instead of `body`. */
  rawBody?: string;
}

/** A mutation that makes a request unlike any that our client sends. `pick` selects the variant. */
export interface Fault {
  name: keyof typeof FAULTS;
  pick: number;
}

const ID = 'a'.repeat(24);
const encodeCursor = (...parts: unknown[]) => Buffer.from(JSON.stringify(parts)).toString('base64url');
const pickFrom = <T>(list: readonly T[], pick: number): T => {
  const picked = list[pick % list.length];
  if (picked === undefined) throw new Error('nothing to choose from');
  return picked;
};

/** Values of the wrong type, operators, control characters, broken pictures and dates. */
const WRONG_VALUES: readonly unknown[] = [
  null,
  0,
  -1,
  1e308,
  true,
  [],
  {},
  [[]],
  { $gt: '' },
  { $ne: null },
  { $regex: '.*' },
  { $where: 'sleep(1000)' },
  { toString: 'x', valueOf: 1 },
  ['a', 'b'],
  'Infinity',
  '\u0000',
  'a\u0000b',
  '\u001b[31m\u0007\b',
  '\ud800',
  'x\udc00y',
  '\u200b\u2060',
  '\u202e',
  '-1',
  '9'.repeat(400),
  '[object Object]',
  '../../etc/passwd',
  'data:image/png;base64,',
  'data:image/svg+xml;base64,PHN2Zy8+',
  'data:image/png;base64,iVBORw0KGgo=',
  'data:image/gif;base64,R0lGODlhAQABAAAAACw=',
  'data:image/png;base64,****',
  'https://example.com/picture.png',
  '/media/aaaaaaaaaaaaaaaaaaaaaaaa',
  '0001-01-01T00:00:00Z',
  '275761-01-01T00:00:00Z',
];
const LONG_VALUES = [
  'x'.repeat(120_000),
  'क'.repeat(34_000),
  '😀'.repeat(4_001),
  ' '.repeat(99_000),
  'é'.repeat(257),
];
/** Malformed, foreign and out-of-range list cursors. */
const CURSORS: readonly string[] = [
  '',
  '!',
  'null',
  'W10',
  encodeCursor(),
  encodeCursor(0, ID),
  encodeCursor(-1, ID),
  encodeCursor(8.64e15, ID),
  encodeCursor(8.64e15 + 1, ID),
  encodeCursor(-8.64e15, ID),
  encodeCursor(1e308, ID),
  encodeCursor(1.5, ID),
  encodeCursor('0', ID),
  encodeCursor(0, 'A'.repeat(24)),
  encodeCursor(0, { $gt: '' }),
  encodeCursor({ $gt: '' }, ID),
  encodeCursor(null, null),
  encodeCursor([[0]], ID),
  encodeCursor(0, ID, 'x', {}),
  encodeCursor(0, 'मीरा', ID),
  encodeCursor(1, 0, ID),
  encodeCursor(1, 'मीरा', 'x'.repeat(30)),
  encodeCursor('\ud800', ID),
  'x'.repeat(5_000),
];
const LIMITS = [
  '-1',
  '0',
  '101',
  '1e2',
  'NaN',
  '',
  ' 5',
  '５',
  '0x10',
  '99999999999999999999',
  '1.5',
  'null',
  '०१',
];
const PATH_PARTS = [
  '%00',
  'a%00b',
  '%E0%A4',
  '%ZZ',
  '%',
  '..%2f..%2fetc',
  '%2e%2e',
  '.',
  '%20',
  '%7B%22%24gt%22%3A%22%22%7D',
  '%F0%9F%98%80',
  '%0d%0aX-Injected:1',
  `${ID}0`,
  ID.toUpperCase(),
  ID,
  'undefined',
  '[object%20Object]',
  '-1',
  'constructor',
  '__proto__',
  'x'.repeat(3_000),
  '%C3%A9'.repeat(200),
  'a;b=c',
  'a,b',
  "'",
  '',
];
const CONTENT_TYPES = [
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/json; charset=utf-16',
  'application/json; charset=latin1',
  'application/json; charset=x-none',
  'application/vnd.api+json',
  'application/json,text/plain',
  'application/',
  '',
  'a'.repeat(2_000),
];
const HEADERS: readonly (readonly [name: string, value: string])[] = [
  ['Origin', 'https://evil.example'],
  ['Origin', 'null'],
  ['Origin', 'http://['],
  ['Sec-Fetch-Site', 'cross-site'],
  ['Sec-Fetch-Site', 'none'],
  ['If-None-Match', '*'],
  ['If-None-Match', 'W/"'],
  ['If-None-Match', '"x", W/"y", '.repeat(50)],
  ['If-Modified-Since', 'Fri, 31 Feb 2099 25:61:61 GMT'],
  ['Range', 'bytes=5-1,,-'],
  ['Accept', 'text/html;q=9, ;;,*/*'],
  ['Accept-Encoding', 'br;q=0, gzip;q=x, identity;q=0'],
  ['Accept-Encoding', 'br'],
  ['X-Forwarded-For', '::ffff:1.2.3.4, x, ,'],
  ['X-Forwarded-Proto', 'https'],
  ['X-Forwarded-Host', 'evil.example'],
  ['X-Request-Id', '../../x'],
  ['X-Request-Id', 'an-id-of-a-proxy-1'],
  ['X-Socket-Id', 'x'.repeat(500)],
  ['X-Socket-Id', 'AAAAAAAAAAAAAAAAAAAA'],
  ['X-HTTP-Method-Override', 'DELETE'],
  ['Authorization', 'Bearer x'],
  ['Authorization', 'Basic %%%'],
  ['User-Agent', 'ü'.repeat(3_000)],
  ['User-Agent', ''],
  ['Host', 'evil.example'],
  ['Host', ''],
  ['Cookie', '=;;=;a==b; safarnama_session'],
  ['Cookie', 'safarnama_session=j:{"$gt":""}'],
  ['Cookie', 'safarnama_session=%E0%A4; safarnama_session=s:x.y'],
  ['Cookie', `safarnama_session=${'x'.repeat(8_000)}`],
  ['Content-Encoding', 'gzip'],
  ['Content-Encoding', 'br'],
  ['Content-Encoding', 'x-none'],
  ['Expect', '200-maybe'],
  ['TE', 'trailers, x'],
  ['Prefer', 'x'.repeat(1_000)],
];
const BODIES = [
  '',
  '{',
  '{"a":',
  '{"a":1}}',
  '[]',
  '"text"',
  '12',
  'null',
  'true',
  '{"a":1,}',
  "{'a':1}",
  '\ufeff{}',
  '{"a":"\u0001"}',
  '{"\\u0000":1}',
  '{"a":1e999}',
  '{"__proto__":{"admin":true},"constructor":{"prototype":{"admin":true}}}',
  '{"length":-1,"toString":null,"hasOwnProperty":1}',
  `${'['.repeat(20_000)}${']'.repeat(20_000)}`,
  `${'{"a":'.repeat(8_000)}1${'}'.repeat(8_000)}`,
  `[${'0,'.repeat(45_000)}0]`,
  `{${Array.from({ length: 4_000 }, (_, n) => `"k${n}":1`).join(',')}}`,
  '\ud83d{}',
  '%7B%7D',
  '<xml/>',
];
const EXTRA_MEMBERS: Readonly<Record<string, unknown>> = {
  _id: ID,
  authorId: ID,
  slug: 'mine',
  likeCount: 1e9,
  createdAt: '2000-01-01T00:00:00.000Z',
  passwordHash: 'x',
  senderId: ID,
  place: -1,
  $set: { email: 'x' },
  'a.b': 1,
  '': 0,
};
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND'];

function replaceMember(draft: RequestDraft, pick: number, value: unknown): void {
  if (typeof draft.body !== 'object' || draft.body === null) {
    draft.body = { text: value };
    return;
  }
  const names = Object.keys(draft.body);
  const name = names.length > 0 ? pickFrom(names, pick) : 'text';
  draft.body = { ...draft.body, [name]: value };
}

/** Mutations by name. Each one changes the draft in place. */
const FAULTS = {
  wrongValue(draft: RequestDraft, pick: number) {
    replaceMember(draft, pick, pickFrom(WRONG_VALUES, Math.floor(pick / 13)));
  },
  longValue(draft: RequestDraft, pick: number) {
    replaceMember(draft, pick, pickFrom(LONG_VALUES, Math.floor(pick / 13)));
  },
  missingMember(draft: RequestDraft, pick: number) {
    if (typeof draft.body !== 'object' || draft.body === null) return;
    const members = Object.entries(draft.body);
    members.splice(pick % Math.max(1, members.length), 1);
    draft.body = Object.fromEntries(members);
  },
  extraMembers(draft: RequestDraft) {
    if (typeof draft.body === 'object') draft.body = { ...EXTRA_MEMBERS, ...draft.body };
  },
  wrongBody(draft: RequestDraft, pick: number) {
    draft.rawBody = pickFrom(BODIES, pick);
  },
  wrongType(draft: RequestDraft, pick: number) {
    draft.headers['Content-Type'] = pickFrom(CONTENT_TYPES, pick);
  },
  wrongHeader(draft: RequestDraft, pick: number) {
    const [name, value] = pickFrom(HEADERS, pick);
    draft.headers[name] = value;
  },
  wrongLimit(draft: RequestDraft, pick: number) {
    draft.query.push(['limit', pickFrom(LIMITS, pick)]);
  },
  wrongCursor(draft: RequestDraft, pick: number) {
    draft.query = draft.query.filter(([name]) => name !== 'cursor');
    draft.query.push(['cursor', pickFrom(CURSORS, pick)]);
  },
  wrongQuery(draft: RequestDraft, pick: number) {
    const [name] = draft.query[pick % Math.max(1, draft.query.length)] ?? ['q'];
    const wrong = pickFrom(WRONG_VALUES, Math.floor(pick / 7));
    const value = typeof wrong === 'string' ? wrong : JSON.stringify(wrong);
    draft.query.push([pickFrom([name, `${name}[$gt]`, `${name}[]`, '__proto__[x]', '$where'], pick), value]);
  },
  wrongPath(draft: RequestDraft, pick: number) {
    const parts = draft.path.split('/');
    const at = parts.length - 1 - (pick % Math.min(2, parts.length - 1));
    parts[at] = pickFrom(PATH_PARTS, Math.floor(pick / 3));
    draft.path = parts.join('/');
  },
  unknownPath(draft: RequestDraft, pick: number) {
    draft.path = pickFrom(
      [`${draft.path}/more/of/it`, `/api${draft.path}`, '/api/nothing', '/media', '/api'],
      pick,
    );
  },
  wrongMethod(draft: RequestDraft, pick: number) {
    draft.method = pickFrom(METHODS, pick);
  },
};

/** Generates one mutation. */
export const fault: Arbitrary<Fault> = fc.record({
  // Object.keys loses the type of the keys.
  name: fc.constantFrom(...(Object.keys(FAULTS) as (keyof typeof FAULTS)[])),
  pick: fc.nat(100_000),
});

export function applyFault(draft: RequestDraft, { name, pick }: Fault): void {
  FAULTS[name](draft, pick);
}
