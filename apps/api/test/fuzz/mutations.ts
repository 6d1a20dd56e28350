import fc, { type Arbitrary } from 'fast-check';
import {
  BODIES,
  CONTENT_TYPES,
  CURSORS,
  EXTRA_MEMBERS,
  HEADERS,
  LIMITS,
  LONG_VALUES,
  METHODS,
  PATH_SEGMENTS,
  WRONG_VALUES,
} from './mutation-values.js';

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
export interface Mutation {
  name: keyof typeof MUTATIONS;
  pick: number;
}

const pickFrom = <T>(list: readonly T[], pick: number): T => {
  const picked = list[pick % list.length];
  if (picked === undefined) throw new Error('The list is empty');
  return picked;
};

function replaceMember(draft: RequestDraft, pick: number, value: unknown): void {
  if (typeof draft.body !== 'object' || draft.body === null) {
    draft.body = { text: value };
    return;
  }
  const names = Object.keys(draft.body);
  const name = names.length > 0 ? pickFrom(names, pick) : 'text';
  draft.body = { ...draft.body, [name]: value };
}

/**
 * Mutations by name. Each one changes the draft in place. `pick` is divided so that the value is chosen independently
 * of the member, parameter or segment that it replaces.
 */
const MUTATIONS = {
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
  wrongContentType(draft: RequestDraft, pick: number) {
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
    const segments = draft.path.split('/');
    const index = segments.length - 1 - (pick % Math.min(2, segments.length - 1));
    segments[index] = pickFrom(PATH_SEGMENTS, Math.floor(pick / 3));
    draft.path = segments.join('/');
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
export const mutationArbitrary: Arbitrary<Mutation> = fc.record({
  // Object.keys loses the type of the keys.
  name: fc.constantFrom(...(Object.keys(MUTATIONS) as (keyof typeof MUTATIONS)[])),
  pick: fc.nat(100_000),
});

export function applyMutation(draft: RequestDraft, { name, pick }: Mutation): void {
  MUTATIONS[name](draft, pick);
}
