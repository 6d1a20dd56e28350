import { endpoints } from '@safarnama/contracts';
import { describe, expect, it } from 'vitest';
import {
  ACCESS_MATRIX,
  MATRIX_METRICS_TOKEN,
  type RequestParts,
  type Scenario,
} from '../../test/access-matrix.js';
import { useApp } from '../../test/app.js';
import { sendMessage } from '../../test/factories.js';
import { forgeTokens } from '../../test/forged-tokens.js';
import { useDatabase } from '../../test/mongo.js';
import { resolveEndpoint } from '../../test/resolve-endpoint.js';
import { type TestSocket, until, useSockets } from '../../test/socket.js';
import { createOwnerLabeler, createTwoOwners, type Owner, type TwoOwners } from '../../test/two-owners.js';
import { type WholeDatabase, watchWholeDatabase } from '../../test/whole-database.js';

useDatabase();
const app = useApp({ env: { METRICS_TOKEN: MATRIX_METRICS_TOKEN } });
const sockets = useSockets(app);

/** About 2,900 calls and 250 comparisons of the whole database. */
const TIMEOUT_MS = 300_000;

/** A client that tries every call. */
interface Caller {
  role: 'guest' | 'ended' | 'forged' | 'other' | 'owner';
  /** Describes the caller in messages, for example `Ravi on Asha’s data`. */
  name: string;
  cookie: string;
  me: Owner | null;
  target: Owner;
  /** Secrets that must not appear in its responses. */
  foreign: readonly string[];
}

function createCallers({ asha, ravi, friend }: TwoOwners): Caller[] {
  const all = [asha, ravi].flatMap(({ secrets, chatSecrets }) => [...secrets, ...chatSecrets]);
  const friends = [friend.user.email, friend.cookie];
  const listForeignSecrets = (me: Owner) =>
    [...all, ...friends].filter((secret) => !me.secrets.includes(secret) && !me.chatSecrets.includes(secret));
  const forged = forgeTokens(
    { userId: asha.id, sessionId: asha.sessionId },
    { userId: ravi.id, sessionId: ravi.sessionId },
  );
  const outside = { me: null, target: asha, foreign: [...all, ...friends] };
  return [
    { role: 'guest', name: 'a guest', cookie: '', ...outside },
    { role: 'ended', name: 'an ended session', cookie: asha.endedCookie, ...outside },
    ...Object.entries(forged).map(([name, token]) => ({
      role: 'forged' as const,
      name: `a token with ${name}`,
      cookie: `safarnama_session=${token}`,
      ...outside,
    })),
    {
      role: 'other',
      name: 'Ravi on Asha’s data',
      cookie: ravi.cookie,
      me: ravi,
      target: asha,
      foreign: listForeignSecrets(ravi),
    },
    {
      role: 'other',
      name: 'Asha on Ravi’s data',
      cookie: asha.cookie,
      me: asha,
      target: ravi,
      foreign: listForeignSecrets(asha),
    },
    {
      role: 'owner',
      name: 'the owner',
      cookie: asha.cookie,
      me: asha,
      target: asha,
      foreign: listForeignSecrets(asha),
    },
  ];
}

async function send(
  key: string,
  { params = {}, query = '', body, headers = {} }: RequestParts,
  cookie: string,
) {
  const { method, path } = resolveEndpoint(key, (name) => params[name]);
  const response = await fetch(app.url + path + query, {
    method,
    redirect: 'manual',
    headers: {
      ...headers,
      ...(cookie ? { Cookie: cookie } : {}),
      ...(body ? { 'Content-Type': 'application/json' } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const head = [...response.headers].map((pair) => pair.join(': ')).join('\n');
  return { status: response.status, text: `${head}\n\n${await response.text()}` };
}

/** Forged tokens that are tried on calls open to guests: signed with the right key, they could select a session. */
const SIGNED_WITH_THE_KEY = /another user|another session/;

/** Groups callers: those that must not change anything run in parallel, with one comparison of the database. */
function groupCallers(scenario: Scenario, callers: readonly Caller[]): Caller[][] {
  const changesNothing = ({ role }: Caller) => !scenario[role].changes;
  const mutating = callers.filter((caller) => !changesNothing(caller));
  return [
    callers.filter(changesNothing),
    ...mutating
      .filter(({ role, name }) => role !== 'forged' || SIGNED_WITH_THE_KEY.test(name))
      .map((caller) => [caller]),
  ];
}

/** Tries every scenario as every caller. @returns the problems found and the counts. */
async function checkAll(world: TwoOwners, database: WholeDatabase, afterEach: () => Promise<void>) {
  const callers = createCallers(world);
  const problems: string[] = [];
  let [callCount, correctComparisons] = [0, 0];
  const scenarios = Object.entries(ACCESS_MATRIX).flatMap(([key, row]) =>
    row.map((scenario: Scenario) => ({ key, scenario })),
  );
  for (const { key, scenario } of scenarios) {
    const call = `${key}${scenario.description ? ` (${scenario.description})` : ''}`;
    for (const group of groupCallers(scenario, callers).filter(({ length }) => length > 0)) {
      const requests = group.map(({ me, target }) => scenario.request(target, me, world));
      const responses = await Promise.all(
        group.map(({ cookie }, index) => send(key, requests[index] ?? {}, cookie)),
      );
      const [{ role: firstRole, me, target }] = group as [Caller];
      const changes = await database.takeChanges(createOwnerLabeler(me?.id ?? '', target.id));
      if (areEqual(changes, [...(scenario[firstRole].changes ?? [])].sort())) correctComparisons += 1;
      else {
        const names = group.map(({ name }) => name).join(', ');
        problems.push(`${call} by ${names}: changed ${changes.join(' ') || 'nothing'}`);
      }
      for (const [index, { role, name, foreign }] of group.entries()) {
        const { status, text } = responses[index] ?? { status: 0, text: '' };
        callCount += 1;
        if (status !== scenario[role].status) {
          problems.push(`${call} by ${name}: responded ${status} instead of ${scenario[role].status}`);
        }
        // A caller may get back what it has sent, such as its email address.
        const sentText = JSON.stringify(requests[index]);
        const leaked = foreign.filter((secret) => text.includes(secret) && !sentText.includes(secret));
        problems.push(...leaked.map((secret) => `${call} by ${name}: was sent ${secret}`));
      }
      await afterEach();
    }
  }
  return { problems, callCount, correctComparisons };
}

const areEqual = (a: readonly string[], b: readonly string[]) => a.join() === b.join();

/** Keeps sockets of both owners and their friend open, even after a call that ends their session. */
function watchSockets(world: TwoOwners) {
  const users = [world.asha, world.ravi, world.friend];
  const open = new Map<string, TestSocket>();
  const eventsByUser = new Map<string, string[]>(users.map(({ id }) => [id, []]));
  async function reopen(): Promise<void> {
    for (const { id, cookie } of users) {
      if (open.get(id)?.disconnectReason() === null) continue;
      const socket = await sockets.open({ cookie });
      socket.client.onAny((...event: unknown[]) => eventsByUser.get(id)?.push(JSON.stringify(event)));
      open.set(id, socket);
    }
  }
  return { reopen, open, eventsByUser };
}

describe('Security 1: access matrix', () => {
  it('has a row for every call, and in each row a caller that succeeds', () => {
    const missing = Object.keys(endpoints).filter((key) => !(key in ACCESS_MATRIX));
    const never = Object.entries(ACCESS_MATRIX)
      .filter(([, row]) => !row.some(({ owner, guest }) => owner.status < 300 || guest.status < 300))
      .map(([key]) => key);

    expect(
      missing,
      'These calls have no row in the access matrix: add them to apps/api/test/access-matrix.ts',
    ).toEqual([]);
    expect(never, 'These rows would pass if every call were rejected').toEqual([]);
  });

  it(
    'every call by every caller: has the status and the changes of the matrix, no others, and leaks no data of other users',
    async () => {
      const world = await createTwoOwners(app);
      const { reopen, open, eventsByUser } = watchSockets(world);
      await reopen();
      const database = await watchWholeDatabase();

      const { problems, callCount, correctComparisons } = await checkAll(world, database, reopen);

      // Arrives after all earlier events.
      await sendMessage(world.asha, world.friend.id, { text: 'last' });
      for (const id of [world.asha.id, world.ravi.id]) await sendMessage(world.friend, id, { text: 'last' });
      for (const { id } of [world.asha, world.ravi, world.friend]) {
        await until(() => expect(open.get(id)?.received('newMessage').at(-1)?.text).toBe('last'));
      }
      const leakedEvents: string[] = [];
      for (const [id, events] of eventsByUser) {
        expect(events.length).toBeGreaterThan(5);
        for (const { id: ofId, secrets, chatSecrets } of [world.asha, world.ravi]) {
          if (ofId === id) continue;
          const foreign = id === world.friend.id ? secrets : [...secrets, ...chatSecrets];
          leakedEvents.push(...events.filter((event) => foreign.some((secret) => event.includes(secret))));
        }
      }
      console.log(
        `access matrix: ${callCount} calls, ${problems.length} problems, ${correctComparisons} comparisons of the database as expected, ` +
          `${[...eventsByUser.values()].flat().length} events received`,
      );
      expect(problems).toEqual([]);
      expect(leakedEvents).toEqual([]);
    },
    TIMEOUT_MS,
  );
});
