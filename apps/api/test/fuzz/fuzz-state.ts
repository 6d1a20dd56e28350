/** An entity that a response contained. */
export interface KnownEntity {
  id: string;
  /** Users who may change it. */
  owners: readonly string[];
  /**
   * A related value: the story of a comment, the version of a draft, the slug of a story, the id of a place, the bytes
   * of an upload.
   */
  related?: string;
}

/** A registered user and the last known state of their session. */
export interface FuzzUser {
  id: string;
  email: string;
  /** Every password ever sent as theirs, latest last. Which one is valid may be unknown. */
  passwords: string[];
  cookie: string;
  /** Number of calls so far that may have ended a session of theirs. */
  endingCalls: number;
  /** Value of `endingCalls` when the current session started. */
  endingCallsAtStart: number;
}

const KINDS = [
  'story',
  'comment',
  'message',
  'user',
  'session',
  'draft',
  'picture',
  'upload',
  'place',
  'notification',
] as const;
export type EntityKind = (typeof KINDS)[number];
type Pools = Record<EntityKind, KnownEntity[]>;

/** The call whose response is collected. */
interface CollectedCall {
  /** `METHOD /path`. */
  key: string;
  storyId: string;
  callerId: string;
}

/** The users and entities of the server, tracked while requests run. */
export interface FuzzState {
  users: FuzzUser[];
  /** Cookies of sessions known to have ended. */
  endedCookies: string[];
  pools: Pools;
  deleted: Pools;
  /** List cursors by operation. */
  cursors: Map<string, string[]>;
  changeNumbers: number[];
  /** Number of draft keys generated so far. */
  newDrafts: number;
}

/** Maximum number of remembered entities of a kind; the oldest are dropped first. */
const POOL_SIZE = 400;
/** Maximum number of remembered cursors of an operation. */
const MAX_CURSORS = 21;

const createPools = (): Pools => ({
  story: [],
  comment: [],
  message: [],
  user: [],
  session: [],
  draft: [],
  picture: [],
  upload: [],
  place: [],
  notification: [],
});

type Json = Readonly<Record<string, unknown>>;
export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
/**
 * Empty for a missing member and for an object: the OpenAPI document is a response too, and its members are schemas.
 */
const readText = (value: Json, name: string) =>
  typeof value[name] === 'object' ? '' : String(value[name] ?? '');

export function createFuzzState(): FuzzState {
  return {
    users: [],
    endedCookies: [],
    pools: createPools(),
    deleted: createPools(),
    cursors: new Map(),
    changeNumbers: [],
    newDrafts: 0,
  };
}

/** Remembers all entities, cursors and change numbers of a successful response. */
export function collectEntities(state: FuzzState, value: unknown, call: CollectedCall): void {
  if (typeof value === 'string') {
    const key = /^\/media\/([\w-]{24})$/.exec(value)?.[1];
    if (key !== undefined) remember(state, 'picture', { id: key, owners: [call.callerId] });
  }
  if (isObject(value)) rememberObject(state, value, call);
  if (typeof value === 'object' && value !== null) {
    for (const member of Object.values(value)) collectEntities(state, member, call);
  }
}

/** Remembers an upload by the headers of a successful response: a new one, or one that has received bytes. */
export function collectUpload(
  state: FuzzState,
  headers: NodeJS.Dict<string | string[]>,
  uploadId: string,
  callerId: string,
): void {
  const offset = headers['upload-offset'];
  const id = /\/uploads\/(\w+)$/.exec(String(headers['location'] ?? ''))?.[1] ?? (offset && uploadId);
  if (id) remember(state, 'upload', { id, owners: [callerId], related: String(offset ?? 0) });
}

/** Moves a deleted entity out of the pools, so that later requests seldom refer to it. */
export function markDeleted({ pools, deleted }: FuzzState, id: string): void {
  for (const kind of KINDS) {
    const index = pools[kind].findIndex((entity) => entity.id === id);
    if (index >= 0) deleted[kind].push(...pools[kind].splice(index, 1));
  }
}

function remember({ pools }: FuzzState, kind: EntityKind, entity: KnownEntity): void {
  const pool = pools[kind];
  const index = pool.findIndex(({ id }) => id === entity.id);
  if (index >= 0) pool[index] = entity;
  else pool.push(entity);
  if (pool.length > POOL_SIZE) pool.shift();
}

function rememberObject(state: FuzzState, value: Json, call: CollectedCall): void {
  const entity = identifyEntity(value, call);
  if (entity && entity.id !== '') remember(state, entity.kind, entity);
  if (typeof value['nextCursor'] === 'string') {
    const known = state.cursors.get(call.key) ?? [];
    state.cursors.set(call.key, [...known, value['nextCursor']].slice(-MAX_CURSORS));
  }
  if (typeof value['changeNumber'] === 'number') state.changeNumbers.push(value['changeNumber']);
}

/** Recognizes an entity of a response by its fields. */
function identifyEntity(value: Json, call: CollectedCall): (KnownEntity & { kind: EntityKind }) | null {
  const id = readText(value, '_id');
  const authorId = isObject(value['authorId']) ? readText(value['authorId'], '_id') : '';
  if ('blogTitle' in value && 'slug' in value)
    return { kind: 'story', id, owners: [authorId], related: readText(value, 'slug') };
  if ('blogHtml' in value && 'version' in value) {
    const key = readText(value, 'key');
    return { kind: 'draft', id: key, owners: [call.callerId], related: readText(value, 'version') };
  }
  if ('senderId' in value && 'receiverId' in value)
    return { kind: 'message', id, owners: [readText(value, 'senderId'), readText(value, 'receiverId')] };
  if ('text' in value && authorId !== '')
    return { kind: 'comment', id, owners: [authorId], related: call.storyId };
  if ('peopleCount' in value) return { kind: 'notification', id, owners: [call.callerId] };
  // Only the place of a story: other places of the gazetteer may have no stories.
  if ('state' in value && 'slug' in value && !('storyCount' in value))
    return { kind: 'place', id: readText(value, 'slug'), owners: [], related: id };
  if ('lastSeenAt' in value) return { kind: 'session', id, owners: [call.callerId] };
  if ('fullName' in value && id !== '') return { kind: 'user', id, owners: [id] };
  return null;
}
