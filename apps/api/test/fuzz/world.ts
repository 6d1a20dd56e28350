import { PNG_DATA_URL } from '../factories.js';
import type { Operation } from './document.js';
import { type Kind, Known, kindOf } from './known.js';

/** Something that is there, as answers told of it. */
interface Thing {
  id: string;
  /** Whose it is: the only one, or one of two, who may change it. */
  owners: readonly string[];
  /** What it belongs to: a comment's story, a draft's version, a slug. */
  of?: string;
}

/** Somebody with an account, and their session as far as is known. */
export interface Person {
  id: string;
  email: string;
  /** Every password that was ever sent as theirs, latest last: which one was taken may be open. */
  passwords: string[];
  cookie: string;
  /** Calls so far that may have ended a session of theirs. */
  enders: number;
  /** As many there were when this session began. */
  endersAtStart: number;
}

type Pools = Record<'story' | 'comment' | 'message' | 'person' | 'session' | 'draft' | 'picture', Thing[]>;

/** Older things give way: what is new is more likely still there. */
const POOL_SIZE = 400;
const MISSING_ID = 'f'.repeat(24);
const MISSING_KEY = '00000000-0000-4000-8000-000000000000';

type Json = Readonly<Record<string, unknown>>;
const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const textIn = (value: Json, name: string) => String(value[name] ?? '');

/** Who and what is there while requests come and go. */
export function createWorld() {
  const people: Person[] = [];
  /** Cookies of sessions that were seen to have ended. */
  const ended: string[] = [];
  const pools: Pools = {
    story: [],
    comment: [],
    message: [],
    person: [],
    session: [],
    draft: [],
    picture: [],
  };
  /** By the call whose list they continue. */
  const cursors = new Map<string, string[]>();
  const changeNumbers: number[] = [];
  let newDrafts = 0;

  function keep(kind: keyof Pools, thing: Thing): void {
    const pool = pools[kind];
    const known = pool.findIndex(({ id }) => id === thing.id);
    if (known >= 0) pool[known] = thing;
    else pool.push(thing);
    if (pool.length > POOL_SIZE) pool.shift();
  }

  function keepObject(value: Json, call: { key: string; storyId: string; callerId: string }): void {
    const id = textIn(value, '_id');
    const authorId = isObject(value['authorId']) ? textIn(value['authorId'], '_id') : '';
    if ('blogTitle' in value && 'slug' in value) {
      keep('story', { id, owners: [authorId], of: textIn(value, 'slug') });
    } else if ('blogHtml' in value && 'version' in value) {
      keep('draft', { id: textIn(value, 'key'), owners: [call.callerId], of: textIn(value, 'version') });
    } else if ('senderId' in value && 'receiverId' in value) {
      keep('message', { id, owners: [textIn(value, 'senderId'), textIn(value, 'receiverId')] });
    } else if ('text' in value && authorId !== '') {
      keep('comment', { id, owners: [authorId], of: call.storyId });
    } else if ('lastSeenAt' in value) {
      keep('session', { id, owners: [call.callerId] });
    } else if ('fullName' in value && id !== '') {
      keep('person', { id, owners: [id] });
    }
    if (typeof value['nextCursor'] === 'string') {
      const known = cursors.get(call.key) ?? [];
      cursors.set(call.key, [...known.slice(-20), value['nextCursor']]);
    }
    if (typeof value['changeNumber'] === 'number') changeNumbers.push(value['changeNumber']);
  }

  /** Notes all that a successful answer tells of. */
  function harvest(answer: unknown, call: { key: string; storyId: string; callerId: string }): void {
    if (typeof answer === 'string') {
      const key = /^\/media\/([\w-]{24})$/.exec(answer)?.[1];
      if (key !== undefined) keep('picture', { id: key, owners: [call.callerId] });
    }
    if (isObject(answer)) keepObject(answer, call);
    if (typeof answer === 'object' && answer !== null) {
      for (const member of Object.values(answer)) harvest(member, call);
    }
  }

  function pickFrom(pool: readonly Thing[], pick: number, owner: string | null): Thing | undefined {
    const own = owner === null ? [] : pool.filter(({ owners }) => owners.includes(owner));
    const from = own.length > 0 ? own : pool;
    return from[pick % Math.max(1, from.length)];
  }

  /** A comment names its story, a message the other person: what else the request names agrees with it. */
  function resolver(operation: Operation, caller: Person | null, wantsOwn: boolean) {
    const chosen: Partial<Record<keyof Pools, Thing>> = {};
    const owner = wantsOwn ? (caller?.id ?? null) : null;
    const choose = (kind: keyof Pools, pick: number): Thing => {
      // A draft begins with a key that its client has made.
      if (kind === 'draft' && operation.method === 'PUT' && pick % 3 === 0) {
        newDrafts += 1;
        chosen.draft ??= { id: `00000000-0000-4000-9000-${String(newDrafts).padStart(12, '0')}`, owners: [] };
      }
      chosen[kind] ??= pickFrom(pools[kind], pick, kind === 'person' ? null : owner) ?? {
        id: kind === 'draft' ? MISSING_KEY : MISSING_ID,
        owners: [],
      };
      return chosen[kind];
    };

    function other(pick: number): Thing {
      const partner = chosen.message?.owners.find((id) => id !== caller?.id);
      if (partner !== undefined && wantsOwn) return { id: partner, owners: [partner] };
      const others = pools.person.filter(({ id }) => id !== caller?.id || !wantsOwn);
      return pickFrom(others, pick, null) ?? { id: MISSING_ID, owners: [] };
    }

    function valueFor({ kind, pick }: Known): unknown {
      switch (kind) {
        case 'comment':
        case 'message':
        case 'session':
        case 'draft':
          return choose(kind, pick).id;
        case 'story':
          return chosen.comment?.of || choose('story', pick).id;
        case 'slug':
          return choose('story', pick).of ?? 'nowhere';
        case 'person':
          return other(pick).id;
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
          return (caller ?? people[0])?.email;
        case 'ownPassword':
          return (caller ?? people[0])?.passwords.at(-1);
      }
    }

    function fill(value: unknown): unknown {
      if (value instanceof Known) return valueFor(value);
      if (Array.isArray(value)) return value.map(fill);
      if (!isObject(value)) return value;
      const members = Object.entries(value).map(([name, member]) => [name, fill(member)] as const);
      // What is not there yet cannot be named.
      return Object.fromEntries(members.filter(([, member]) => member !== undefined));
    }

    return {
      fill,
      /** What others depend on is to be chosen first. */
      chooseFirst(kinds: readonly Kind[], pick: number): void {
        for (const kind of ['comment', 'message', 'draft'] as const)
          if (kinds.includes(kind)) choose(kind, pick);
      },
    };
  }

  return {
    people,
    ended,
    harvest,
    resolver,
    /** What a deletion took away is named no more, but for the times when a missing one is wanted. */
    forget(id: string): void {
      for (const pool of Object.values(pools)) {
        const at = pool.findIndex((thing) => thing.id === id);
        if (at >= 0) pool.splice(at, 1);
      }
    },
    /** Which kinds the parameters and the body of a call name. */
    kindsOf({ key, parameters, body }: Operation): Kind[] {
      const names = [...parameters.map(({ name }) => name), ...Object.keys(body?.properties ?? {})];
      return names.map((name) => kindOf(key, name)).filter((kind) => kind !== null);
    },
  };
}
export type World = ReturnType<typeof createWorld>;
