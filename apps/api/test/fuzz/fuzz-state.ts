import { PNG_DATA_URL } from '../factories.js';
import type { Operation } from './api-document.js';
import { Reference, type ReferenceKind, referenceKindOf } from './reference.js';

/** An entity that a response contained. */
interface KnownEntity {
  id: string;
  /** Users who may change it. */
  owners: readonly string[];
  /** A related value: the story of a comment, the version of a draft, the slug of a story. */
  of?: string;
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

const KINDS = ['story', 'comment', 'message', 'user', 'session', 'draft', 'picture'] as const;
type Pools = Record<(typeof KINDS)[number], KnownEntity[]>;

const createPools = (): Pools => ({
  story: [],
  comment: [],
  message: [],
  user: [],
  session: [],
  draft: [],
  picture: [],
});

/** Maximum number of remembered entities of a kind; the oldest are dropped first. */
const POOL_SIZE = 400;
/** Of references that need not belong to the caller, one in this many names a deleted entity. */
const DELETED_EVERY = 8;
const MISSING_ID = 'f'.repeat(24);
const MISSING_KEY = '00000000-0000-4000-8000-000000000000';

type Json = Readonly<Record<string, unknown>>;
const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const readText = (value: Json, name: string) => String(value[name] ?? '');

/** Tracks the users and entities of the server while requests run. */
export function createFuzzState() {
  const users: FuzzUser[] = [];
  /** Cookies of sessions known to have ended. */
  const endedCookies: string[] = [];
  const pools = createPools();
  const deleted = createPools();
  /** List cursors by operation. */
  const cursors = new Map<string, string[]>();
  const changeNumbers: number[] = [];
  let newDrafts = 0;

  function remember(kind: keyof Pools, entity: KnownEntity): void {
    const pool = pools[kind];
    const known = pool.findIndex(({ id }) => id === entity.id);
    if (known >= 0) pool[known] = entity;
    else pool.push(entity);
    if (pool.length > POOL_SIZE) pool.shift();
  }

  function rememberObject(value: Json, call: { key: string; storyId: string; callerId: string }): void {
    const id = readText(value, '_id');
    const authorId = isObject(value['authorId']) ? readText(value['authorId'], '_id') : '';
    if ('blogTitle' in value && 'slug' in value) {
      remember('story', { id, owners: [authorId], of: readText(value, 'slug') });
    } else if ('blogHtml' in value && 'version' in value) {
      remember('draft', {
        id: readText(value, 'key'),
        owners: [call.callerId],
        of: readText(value, 'version'),
      });
    } else if ('senderId' in value && 'receiverId' in value) {
      remember('message', { id, owners: [readText(value, 'senderId'), readText(value, 'receiverId')] });
    } else if ('text' in value && authorId !== '') {
      remember('comment', { id, owners: [authorId], of: call.storyId });
    } else if ('lastSeenAt' in value) {
      remember('session', { id, owners: [call.callerId] });
    } else if ('fullName' in value && id !== '') {
      remember('user', { id, owners: [id] });
    }
    if (typeof value['nextCursor'] === 'string') {
      const known = cursors.get(call.key) ?? [];
      cursors.set(call.key, [...known.slice(-20), value['nextCursor']]);
    }
    if (typeof value['changeNumber'] === 'number') changeNumbers.push(value['changeNumber']);
  }

  /** Remembers all entities, cursors and change numbers of a successful response. */
  function collect(value: unknown, call: { key: string; storyId: string; callerId: string }): void {
    if (typeof value === 'string') {
      const key = /^\/media\/([\w-]{24})$/.exec(value)?.[1];
      if (key !== undefined) remember('picture', { id: key, owners: [call.callerId] });
    }
    if (isObject(value)) rememberObject(value, call);
    if (typeof value === 'object' && value !== null) {
      for (const member of Object.values(value)) collect(member, call);
    }
  }

  function pickEntity(
    pool: readonly KnownEntity[],
    pick: number,
    owner: string | null,
  ): KnownEntity | undefined {
    const own = owner === null ? [] : pool.filter(({ owners }) => owners.includes(owner));
    const from = own.length > 0 ? own : pool;
    return from[pick % Math.max(1, from.length)];
  }

  /**
   * Resolves the references of one request consistently: a chosen comment determines the story, a chosen message the
   * other user.
   */
  function createResolver(operation: Operation, caller: FuzzUser | null, prefersOwn: boolean) {
    const chosenEntities: Partial<Record<keyof Pools, KnownEntity>> = {};
    const owner = prefersOwn ? (caller?.id ?? null) : null;
    const choose = (kind: keyof Pools, pick: number): KnownEntity => {
      // The client generates the key of a new draft.
      if (kind === 'draft' && operation.method === 'PUT' && pick % 3 === 0) {
        newDrafts += 1;
        chosenEntities.draft ??= {
          id: `00000000-0000-4000-9000-${String(newDrafts).padStart(12, '0')}`,
          owners: [],
        };
      }
      const source = !prefersOwn && pick % DELETED_EVERY === 0 && deleted[kind].length > 0 ? deleted : pools;
      chosenEntities[kind] ??= pickEntity(source[kind], pick, kind === 'user' ? null : owner) ?? {
        id: kind === 'draft' ? MISSING_KEY : MISSING_ID,
        owners: [],
      };
      return chosenEntities[kind];
    };

    function pickOtherUser(pick: number): KnownEntity {
      const partner = chosenEntities.message?.owners.find((id) => id !== caller?.id);
      if (partner !== undefined && prefersOwn) return { id: partner, owners: [partner] };
      const others = pools.user.filter(({ id }) => id !== caller?.id || !prefersOwn);
      return pickEntity(others, pick, null) ?? { id: MISSING_ID, owners: [] };
    }

    function resolveReference({ kind, pick }: Reference): unknown {
      switch (kind) {
        case 'comment':
        case 'message':
        case 'session':
        case 'draft':
          return choose(kind, pick).id;
        case 'story':
          return chosenEntities.comment?.of || choose('story', pick).id;
        case 'slug':
          return choose('story', pick).of ?? 'nowhere';
        case 'user':
          return pickOtherUser(pick).id;
        case 'version':
          return Number(choose('draft', pick).of ?? 0);
        case 'picture':
          return pick % 4 === 0 ? `/media/${choose('picture', pick).id}` : PNG_DATA_URL;
        case 'pictureKey':
          return choose('picture', pick).id;
        case 'cursor': {
          const known = cursors.get(operation.key) ?? [];
          return known[pick % Math.max(1, known.length)];
        }
        case 'since':
          return changeNumbers[pick % Math.max(1, changeNumbers.length)] ?? 0;
        case 'clientId':
          return `repeated-${pick % 40}`;
        case 'newEmail':
          return `n${pick}@fuzz.example`;
        case 'ownEmail':
          return (caller ?? users[0])?.email;
        case 'ownPassword':
          return (caller ?? users[0])?.passwords.at(-1);
      }
    }

    function resolve(value: unknown): unknown {
      if (value instanceof Reference) return resolveReference(value);
      if (Array.isArray(value)) return value.map(resolve);
      if (!isObject(value)) return value;
      const members = Object.entries(value).map(([name, member]) => [name, resolve(member)] as const);
      // Omits references to kinds without any entity yet.
      return Object.fromEntries(members.filter(([, member]) => member !== undefined));
    }

    return {
      resolve,
      /** Chooses the entities that determine others before these are resolved. */
      chooseFirst(kinds: readonly ReferenceKind[], pick: number): void {
        for (const kind of ['comment', 'message', 'draft'] as const)
          if (kinds.includes(kind)) choose(kind, pick);
      },
    };
  }

  return {
    users,
    endedCookies,
    collect,
    createResolver,
    /** Moves a deleted entity out of the pools. Later requests refer to it only once in a while. */
    markDeleted(id: string): void {
      for (const kind of KINDS) {
        const index = pools[kind].findIndex((entity) => entity.id === id);
        if (index >= 0) deleted[kind].push(...pools[kind].splice(index, 1));
      }
    },
    /** Kinds of entities that the parameters and the body of an operation refer to. */
    kindsOf({ key, parameters, body }: Operation): ReferenceKind[] {
      const names = [...parameters.map(({ name }) => name), ...Object.keys(body?.properties ?? {})];
      return names.map((name) => referenceKindOf(key, name)).filter((kind) => kind !== null);
    },
  };
}
export type FuzzState = ReturnType<typeof createFuzzState>;
