import type { Contact } from '@safarnama/contracts';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { useApp } from '../../test/app.js';
import { signInTwo } from '../../test/conversation.js';
import { PNG_DATA_URL, sendMessage } from '../../test/factories.js';
import { insertInBatches } from '../../test/insert-in-batches.js';
import { useDatabase } from '../../test/mongo.js';
import { type SignedIn, signIn } from '../../test/sign-in.js';
import { decodeCursor } from '../http/cursor.js';
import { buildNameFields } from '../user/name-search.js';
import { UserModel } from '../user/user.model.js';

useDatabase();
const app = useApp();

const UNKNOWN_ID = '0123456789abcdef01234567';

describe('GET /api/message/get-all-users', () => {
  /** Stores users directly: signing up would hash passwords. */
  async function storeUsers(names: readonly string[]): Promise<void> {
    await insertInBatches(
      (part) => UserModel.insertMany(part),
      names.map((fullName, index) => ({
        ...buildNameFields(fullName),
        email: `p${index}@example.com`,
        emailKey: `p${index}@example.com`,
        passwordHash: 'none',
      })),
    );
  }

  /** Reads all pages by their `Link` headers. */
  async function readAllPages({ agent }: SignedIn, query: string): Promise<Contact[][]> {
    const pages: Contact[][] = [];
    let path: string | undefined = `/api/message/get-all-users${query}`;
    while (path !== undefined) {
      const response = await agent.get(path);
      if (response.status !== 200) throw new Error(`contacts responded ${response.status}: ${response.text}`);
      pages.push(response.body);
      path = /^<([^>]+)>; rel="next"$/.exec(response.headers.link ?? '')?.[1];
    }
    return pages;
  }

  it('with conversations: lists the latest first, then all others by name, without the caller and without email addresses', async () => {
    const me = await signIn(app, { fullName: 'Me Myself' });
    const old = await signIn(app, { fullName: 'Anil' });
    const recent = await signIn(app, { fullName: 'Zoya' });
    await storeUsers(['ravi', 'Änne', 'Bala', 'आशा']);
    const sentToOld = await sendMessage(me, old.user._id);
    const fromRecent = await sendMessage(recent, me.user._id, { image: PNG_DATA_URL });
    await sendMessage(recent, old.user._id);

    const response = await me.agent.get('/api/message/get-all-users');

    const contacts: Contact[] = response.body;
    expect(contacts.map(({ fullName }) => fullName)).toEqual(['Zoya', 'Anil', 'Änne', 'Bala', 'ravi', 'आशा']);
    expect(contacts[0]).toEqual({
      _id: recent.user._id,
      fullName: 'Zoya',
      profilePic: '',
      createdAt: recent.user.createdAt,
      lastMessage: fromRecent,
      unreadCount: 1,
      isBlocked: false,
    });
    expect(contacts[1]?.lastMessage).toEqual(sentToOld);
    expect(contacts[2]).not.toHaveProperty('lastMessage');
    expect(response.text).not.toContain('email');
    expect(response.text).not.toContain('@');
    expect(response.headers.link).toBeUndefined();
  });

  it('after another message: moves the conversation to the top for both users', async () => {
    const [asha, ravi] = await signInTwo(app);
    const devi = await signIn(app, { fullName: 'Devi' });
    await sendMessage(asha, ravi.user._id);
    await sendMessage(asha, devi.user._id);
    const last = await sendMessage(ravi, asha.user._id, { text: 'पीछे मत रहो' });

    const ashaResponse = await asha.agent.get('/api/message/get-all-users');
    const raviResponse = await ravi.agent.get('/api/message/get-all-users');

    expect(ashaResponse.body[0]).toMatchObject({ _id: ravi.user._id, lastMessage: last });
    expect(ashaResponse.body[1]).toMatchObject({ _id: devi.user._id });
    expect(raviResponse.body[0]).toMatchObject({ _id: asha.user._id, lastMessage: last });
  });

  it('after another message while the clock was wrong: does not move the conversation down', async () => {
    const me = await signIn(app);
    const [anil, zoya] = [await signIn(app, { fullName: 'Anil' }), await signIn(app, { fullName: 'Zoya' })];
    await sendMessage(me, anil.user._id);
    await sendMessage(me, zoya.user._id);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 60 * 60 * 1000 });
    onTestFinished(() => void vi.useRealTimers());

    const { _id } = await sendMessage(me, zoya.user._id);

    const contacts: Contact[] = (await me.agent.get('/api/message/get-all-users')).body;
    expect(contacts.map(({ fullName }) => fullName)).toEqual(['Zoya', 'Anil']);
    expect(contacts[0]?.lastMessage?._id).toBe(_id);
  });

  it('with more than 200 users: returns 200 and a Link header for the rest', async () => {
    const me = await signIn(app);
    await storeUsers(Array.from({ length: 203 }, (_, index) => `Person ${String(index).padStart(3, '0')}`));

    const pages = await readAllPages(me, '');

    expect(pages.map((page) => page.length)).toEqual([200, 3]);
    expect(pages.flat().map(({ fullName }) => fullName)).toEqual(
      Array.from({ length: 203 }, (_, index) => `Person ${String(index).padStart(3, '0')}`),
    );
  });

  it('page by page over conversations and users with the same name: lists every user once, in the order of the full list', async () => {
    const me = await signIn(app);
    await storeUsers([...Array<string>(4).fill('मीरा'), 'Arun', 'Bina', ...Array<string>(3).fill('Zubin')]);
    const others = await UserModel.find({ nameKey: 'zubin' }).lean();
    const sameNamed = await UserModel.find({ fullName: 'मीरा' }).limit(2).lean();
    for (const other of [...others, ...sameNamed]) await sendMessage(me, other._id.toHexString());
    const whole = await me.agent.get('/api/message/get-all-users');

    for (const limit of [1, 2, 5]) {
      const pages = await readAllPages(me, `?limit=${limit}`);

      expect(pages.flat()).toEqual(whole.body);
      expect(pages.every((page) => page.length <= limit && page.length > 0)).toBe(true);
    }
    expect(whole.body).toHaveLength(9);
  });

  it('with sign-ups between two pages: neither skips nor repeats a user', async () => {
    const me = await signIn(app);
    await storeUsers(['Bala', 'Devi', 'Farah', 'Hari']);
    const first = await me.agent.get('/api/message/get-all-users?limit=2');
    const next = /<([^>]+)>/.exec(first.headers.link ?? '')?.[1] ?? '';

    await signIn(app, { fullName: 'Asha' });
    await signIn(app, { fullName: 'Chitra' });
    await signIn(app, { fullName: 'Gita' });
    const second = await me.agent.get(next.replace('limit=2', 'limit=10'));

    expect(first.body.map(({ fullName }: Contact) => fullName)).toEqual(['Bala', 'Devi']);
    expect(second.body.map(({ fullName }: Contact) => fullName)).toEqual(['Farah', 'Gita', 'Hari']);
  });

  it.each([
    ['in the names', 2, ['Bala'], ['Devi', 'Zubin']],
    ['in the conversations', 1, [], ['Bala', 'Devi', 'Zubin']],
  ])(
    'with a first message after a page that ends %s: neither skips its sender nor repeats a user',
    async (_, limit, onFirst, onSecond) => {
      const me = await signIn(app, { fullName: 'Asha' });
      const [hari, zubin] = [
        await signIn(app, { fullName: 'Hari' }),
        await signIn(app, { fullName: 'Zubin' }),
      ];
      await storeUsers(['Bala', 'Devi']);
      await sendMessage(hari, me.user._id);
      const first = await me.agent.get(`/api/message/get-all-users?limit=${limit}`);
      const next = /<([^>]+)>/.exec(first.headers.link ?? '')?.[1] ?? '';

      await sendMessage(zubin, me.user._id);
      await sendMessage(hari, me.user._id);
      const second = await me.agent.get(next.replace(`limit=${limit}`, 'limit=10'));

      const namesOf = (contacts: Contact[]) => contacts.map(({ fullName }) => fullName);
      expect(namesOf(first.body)).toEqual(['Hari', ...onFirst]);
      expect(namesOf(second.body)).toEqual(onSecond);
    },
  );

  it('with a cursor of an older version, without a time: repeats no user', async () => {
    const me = await signIn(app, { fullName: 'Asha' });
    await storeUsers(['Bala', 'Devi', 'Hari']);
    for (const fullName of ['Bala', 'Devi']) {
      const other = await UserModel.findOne({ fullName }).orFail().lean();
      await sendMessage(me, other._id.toHexString());
    }
    const first = await me.agent.get('/api/message/get-all-users?limit=1');
    const cursor = /cursor=([\w-]+)/.exec(first.headers.link ?? '')?.[1] ?? '';
    const [part, value, id] = decodeCursor(cursor);

    const olderCursor = Buffer.from(JSON.stringify([part, value, id])).toString('base64url');
    const pages = await readAllPages(me, `?limit=1&cursor=${olderCursor}`);

    const listed = [first.body, ...pages].flat().map(({ fullName }: Contact) => fullName);
    expect(listed).toEqual(['Devi', 'Bala', 'Hari']);
  });

  it.each([
    ['ravi', ['Ravi Kumar', 'Ravindra Naik']],
    ['KUM RAV', ['Ravi Kumar']],
    ['आ', ['आशा वर्मा']],
    ['মৌ', ['মৌসুমী সেন']],
    ['kumar x', []],
    ['.*', []],
  ])('with q=%s: finds users with names that begin with these words', async (q, names) => {
    const me = await signIn(app, { fullName: 'Observer' });
    await storeUsers(['Ravi Kumar', 'Ravindra Naik', 'आशा वर्मा', 'মৌসুমী সেন', 'আনন্দ', 'தமிழ்ச்செல்வி']);

    const pages = await readAllPages(me, `?limit=4&q=${encodeURIComponent(q)}`);

    const found = pages.flat().map(({ fullName }) => fullName);
    expect([...found].sort()).toEqual([...names].sort());
  });

  it('with q and conversations: lists matches in the order of the list, page by page', async () => {
    const me = await signIn(app, { fullName: 'Observer' });
    await storeUsers(['Mira A', 'Mira B', 'Mira C', 'Anil']);
    const contacted = [
      ...(await UserModel.find({ fullName: 'Mira C' }).lean()),
      ...(await UserModel.find({ fullName: 'Anil' }).lean()),
    ];
    for (const other of contacted) await sendMessage(me, other._id.toHexString());

    const pages = await readAllPages(me, '?limit=1&q=mira');

    expect(pages.flat().map(({ fullName }) => fullName)).toEqual(['Mira C', 'Mira A', 'Mira B']);
  });

  it.each([
    'limit=0',
    'limit=101',
    'cursor=',
    'cursor=nonsense',
    `cursor=${Buffer.from('["t",1]').toString('base64url')}`,
    `cursor=${Buffer.from(`["t","1","${UNKNOWN_ID}"]`).toString('base64url')}`,
    `cursor=${Buffer.from(`["t",1e99,"${UNKNOWN_ID}"]`).toString('base64url')}`,
    `cursor=${Buffer.from(`["n",{"$gt":""},"${UNKNOWN_ID}"]`).toString('base64url')}`,
    'q=a&q=b',
    `q=${'a'.repeat(201)}`,
  ])('with ?%s: responds 400', async (query) => {
    const me = await signIn(app);

    const response = await me.agent.get(`/api/message/get-all-users?${query}`);

    expect(response.status).toBe(400);
  });

  it('without other users: returns an empty list; without a session: responds 401', async () => {
    const me = await signIn(app);

    const alone = await me.agent.get('/api/message/get-all-users');
    const guest = await app.request().get('/api/message/get-all-users');

    expect(alone.body).toEqual([]);
    expect(guest.status).toBe(401);
  });
});

describe('GET /api/message/get-all-users while first messages arrive', () => {
  it('with users moving between the two parts of the list: lists every user once', async () => {
    const me = await signIn(app);
    const writers = await Promise.all(Array.from({ length: 12 }, () => signIn(app)));
    const ids = writers.map(({ user }) => user._id).sort();

    const [, ...lists] = await Promise.all([
      Promise.all(writers.map((writer) => sendMessage(writer, me.user._id))),
      ...Array.from({ length: 24 }, () => me.agent.get('/api/message/get-all-users')),
    ]);

    for (const { body } of lists) expect(body.map((user: { _id: string }) => user._id).sort()).toEqual(ids);
  });
});
