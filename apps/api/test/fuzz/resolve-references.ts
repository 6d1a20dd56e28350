import { PNG_DATA_URL } from '../factories.js';
import type { Operation } from './api-document.js';
import { type EntityKind, type FuzzState, type FuzzUser, isObject, type KnownEntity } from './fuzz-state.js';
import { findReferenceKind, Reference, type ReferenceKind } from './reference.js';

const MISSING_ID = 'f'.repeat(24);
const MISSING_KEY = '00000000-0000-4000-8000-000000000000';
/** Of references that need not belong to the caller, one in this many names a deleted entity. */
const DELETED_EVERY = 8;
/** Kinds that determine other entities of a request. */
const CHOSEN_FIRST = ['comment', 'message', 'draft', 'upload'] as const;

/** The request whose references are resolved. */
interface ResolveContext {
  state: FuzzState;
  operation: Operation;
  caller: FuzzUser | null;
  /** Whether references prefer entities of the caller. */
  prefersOwn: boolean;
  /** Entities chosen so far. */
  chosen: Partial<Record<EntityKind, KnownEntity>>;
}

/**
 * Creates a function that resolves the references of one request consistently: a chosen comment determines the story, a
 * chosen message the other user.
 */
export function createResolver(
  state: FuzzState,
  operation: Operation,
  caller: FuzzUser | null,
  prefersOwn: boolean,
  firstPick: number,
): (value: unknown) => unknown {
  const context: ResolveContext = { state, operation, caller, prefersOwn, chosen: {} };
  const kinds = listKinds(operation);
  for (const kind of CHOSEN_FIRST) if (kinds.includes(kind)) choose(context, kind, firstPick);

  return function resolve(value: unknown): unknown {
    if (value instanceof Reference) return resolveReference(context, value);
    if (Array.isArray(value)) return value.map(resolve);
    if (!isObject(value)) return value;
    const members = Object.entries(value).map(([name, member]) => [name, resolve(member)] as const);
    // Omits references to kinds without any entity yet.
    return Object.fromEntries(members.filter(([, member]) => member !== undefined));
  };
}

/** Lists the kinds of entities that the parameters and the body of an operation refer to. */
function listKinds({ key, parameters, body }: Operation): ReferenceKind[] {
  const names = [...parameters.map(({ name }) => name), ...Object.keys(body?.properties ?? {})];
  return names.map((name) => findReferenceKind(key, name)).filter((kind) => kind !== null);
}

function choose(context: ResolveContext, kind: EntityKind, pick: number): KnownEntity {
  const { state, operation, caller, prefersOwn, chosen } = context;
  // The client generates the key of a new draft.
  if (kind === 'draft' && operation.method === 'PUT' && pick % 3 === 0) {
    state.newDrafts += 1;
    const key = `00000000-0000-4000-9000-${String(state.newDrafts).padStart(12, '0')}`;
    chosen.draft ??= { id: key, owners: [] };
  }
  const isDeleted = !prefersOwn && pick % DELETED_EVERY === 0 && state.deleted[kind].length > 0;
  const pool = (isDeleted ? state.deleted : state.pools)[kind];
  const owner = prefersOwn && kind !== 'user' ? (caller?.id ?? null) : null;
  chosen[kind] ??= pickEntity(pool, pick, owner) ?? {
    id: kind === 'draft' ? MISSING_KEY : MISSING_ID,
    owners: [],
  };
  return chosen[kind];
}

function pickEntity(
  pool: readonly KnownEntity[],
  pick: number,
  owner: string | null,
): KnownEntity | undefined {
  const own = owner === null ? [] : pool.filter(({ owners }) => owners.includes(owner));
  return pickModulo(own.length > 0 ? own : pool, pick);
}

/** Returns the element at an index modulo the length. */
function pickModulo<T>(list: readonly T[], pick: number): T | undefined {
  return list[pick % Math.max(1, list.length)];
}

function pickOtherUserId({ state, caller, prefersOwn, chosen }: ResolveContext, pick: number): string {
  const partnerId = chosen.message?.owners.find((id) => id !== caller?.id);
  if (partnerId !== undefined && prefersOwn) return partnerId;
  const others = state.pools.user.filter(({ id }) => id !== caller?.id || !prefersOwn);
  return pickModulo(others, pick)?.id ?? MISSING_ID;
}

/** Builds a text with up to 31 pictures, one more than a story may have. */
function buildMarkup(key: string, pick: number): string {
  const figure = `<figure><img src="/media/${key}" alt="घाट ${pick}"><figcaption>${pick % 5 ? 'Boats' : ''}</figcaption></figure>`;
  return `<p>भोर ${pick}</p>${figure.repeat(pick % 9 === 0 ? pick % 32 : 1)}`;
}

function resolveReference(context: ResolveContext, { kind, pick }: Reference): unknown {
  const { state, operation, caller, chosen } = context;
  switch (kind) {
    case 'comment':
    case 'message':
    case 'session':
    case 'draft':
    case 'upload':
    case 'place':
    case 'notification':
      return choose(context, kind, pick).id;
    case 'story':
      return chosen.comment?.related || choose(context, 'story', pick).id;
    case 'slug':
      return choose(context, 'story', pick).related ?? 'nowhere';
    case 'user':
      return pickOtherUserId(context, pick);
    case 'placeId':
      return choose(context, 'place', pick).related ?? null;
    case 'stateSlug':
      return pickModulo(['uttar-pradesh', 'goa', 'kerala', 'nowhere'], pick);
    case 'storyVersion':
      // Few stories have been changed.
      return 1 + (pick % 4 === 0 ? 1 : 0);
    case 'draftVersion':
      return Number(choose(context, 'draft', pick).related ?? 0);
    case 'revisionNumber':
      return 1 + (pick % 3);
    case 'picture':
      return pick % 4 === 0 ? `/media/${choose(context, 'picture', pick).id}` : PNG_DATA_URL;
    case 'pictureKey':
      return choose(context, 'picture', pick).id;
    case 'storyMarkup':
      return buildMarkup(choose(context, 'picture', pick).id, pick);
    case 'uploadOffset':
      return choose(context, 'upload', pick).related ?? '0';
    case 'cursor':
      return pickModulo(state.cursors.get(operation.key) ?? [], pick);
    case 'since':
      return pickModulo(state.changeNumbers, pick) ?? 0;
    case 'clientId':
      return `repeated-${pick % 40}`;
    case 'newEmail':
      return `n${pick}@fuzz.example`;
    case 'ownEmail':
      return (caller ?? state.users[0])?.email;
    case 'ownPassword':
      return (caller ?? state.users[0])?.passwords.at(-1);
  }
}
