import { afterEach, describe, expect, it, vi } from 'vitest';
import { useApp } from '../../test/app.js';
import { useDatabase } from '../../test/mongo.js';
import { type SignedIn, signIn, signInAgain, viaServer } from '../../test/sign-in.js';
import { type TestSocket, until, useSockets } from '../../test/socket.js';
import { SessionModel } from '../auth/session.model.js';

useDatabase();
// The second server stands for a process that the first one cannot notify.
const [app, otherServer] = [useApp(), useApp()];
const sockets = useSockets(app);
afterEach(() => vi.restoreAllMocks());

/** Most time until the sockets of a session close whose end was not announced, plus the delay of a busy machine. */
const MAX_CLOSE_MS = 1_000 + 1_000;

describe('Security 2: the end of a session', () => {
  /** Ends the session of a socket. Returns the time until the socket was disconnected, in ms. */
  async function measureDisconnect(socket: TestSocket, end: () => Promise<unknown>): Promise<number> {
    const startedAt = performance.now();
    await end();
    await until(() => expect(socket.disconnectReason()).toBe('io server disconnect'));
    return performance.now() - startedAt;
  }

  it('by logout: closes its sockets within a second, and no others', async () => {
    const asha = await signIn(app);
    const elsewhere = await signInAgain(app, asha);
    const [socket, other] = [
      await sockets.open({ cookie: asha.cookie }),
      await sockets.open({ cookie: elsewhere.cookie }),
    ];

    const elapsed = await measureDisconnect(socket, () => asha.agent.post('/api/auth/logout'));

    expect(elapsed).toBeLessThan(1_000);
    expect(other.disconnectReason()).toBeNull();
  });

  it.each([
    ['a call of another session', ({ agent }, id) => agent.delete(`/api/auth/sessions/${id}`)],
    [
      'a new password',
      ({ agent, user: { fullName } }) =>
        agent.put('/api/auth/update-profile').send({ fullName, password: 'a-new-password-9' }),
    ],
    ['logout-others', ({ agent }) => agent.post('/api/auth/logout-others')],
  ] satisfies [string, (user: SignedIn, id: string) => Promise<unknown>][])(
    'by %s: closes its sockets, but not those of the caller',
    async (_way, end) => {
      const asha = await signIn(app);
      const ownSocket = await sockets.open({ cookie: asha.cookie });
      const elsewhere = await signInAgain(app, asha);
      const socket = await sockets.open({ cookie: elsewhere.cookie });
      const { body } = await asha.agent.get('/api/auth/sessions');
      const { _id } = body.sessions.find(({ current }: { current: boolean }) => !current);

      const elapsed = await measureDisconnect(socket, () => end(asha, _id));

      expect(elapsed).toBeLessThan(1_000);
      expect(ownSocket.disconnectReason()).toBeNull();
    },
  );

  it('by a new sign-in that replaces it: closes its sockets', async () => {
    const asha = await signIn(app);
    const socket = await sockets.open({ cookie: asha.cookie });

    const elapsed = await measureDisconnect(socket, () =>
      asha.agent.post('/api/auth/login').send({ email: asha.user.email, password: asha.password }),
    );

    expect(elapsed).toBeLessThan(1_000);
  });

  it('by a sign-in beyond 100 sessions: closes its sockets', async () => {
    const asha = await signIn(app);
    const socket = await sockets.open({ cookie: asha.cookie });
    const { body } = await asha.agent.get('/api/auth/sessions');
    await SessionModel.insertMany(
      Array.from({ length: 99 }, (_, index) => ({
        userId: asha.user._id,
        createdAt: new Date(Date.parse(body.sessions[0].createdAt) + index + 1),
        lastSeenAt: new Date(),
        expiresAt: new Date(Date.now() + 60_000),
      })),
    );

    const elapsed = await measureDisconnect(socket, () => signInAgain(app, asha));

    expect(elapsed).toBeLessThan(1_000);
  });

  it('by its expiry: closes its sockets', async () => {
    const asha = await signIn(app);
    await SessionModel.updateMany({}, { $set: { expiresAt: new Date(Date.now() + 400) } });
    const socket = await sockets.open({ cookie: asha.cookie });

    const elapsed = await measureDisconnect(socket, async () => undefined);

    expect(elapsed).toBeLessThan(400 + MAX_CLOSE_MS);
    expect((await sockets.waitForRejection({ cookie: asha.cookie })).message).toBe('Not Authenticated.');
  });

  it('with an expiry that a renewal has moved: keeps its sockets', async () => {
    const [asha, ravi] = await Promise.all([signIn(app), signIn(app)]);
    await SessionModel.updateMany({}, { $set: { expiresAt: new Date(Date.now() + 300) } });
    const renewed = await sockets.open({ cookie: asha.cookie });
    const expiring = await sockets.open({ cookie: ravi.cookie });

    await SessionModel.updateMany(
      { userId: asha.user._id },
      { $set: { expiresAt: new Date(Date.now() + 60_000) } },
    );
    await until(() => expect(expiring.disconnectReason()).toBe('io server disconnect'));
    // Both sessions were looked up together.
    expect(renewed.disconnectReason()).toBeNull();
  });

  it('in another process that cannot announce it: closes its sockets within a second, and no others', async () => {
    const [asha, ravi] = await Promise.all([signIn(app), signIn(app)]);
    const [socket, other] = [
      await sockets.open({ cookie: asha.cookie }),
      await sockets.open({ cookie: ravi.cookie }),
    ];

    const elapsed = await measureDisconnect(socket, () =>
      viaServer(otherServer, asha).agent.post('/api/auth/logout'),
    );

    expect(elapsed).toBeLessThan(MAX_CLOSE_MS);
    expect(other.disconnectReason()).toBeNull();
  });

  it('by logout-others, repeated after the first response of the database was lost: closes its sockets within a second', async () => {
    const asha = await signIn(app);
    const elsewhere = await signInAgain(app, asha);
    const [socket, ownSocket] = [
      await sockets.open({ cookie: elsewhere.cookie }),
      await sockets.open({ cookie: asha.cookie }),
    ];
    const deleteMany = SessionModel.deleteMany.bind(SessionModel);
    vi.spyOn(SessionModel, 'deleteMany').mockImplementationOnce(((filter: object) =>
      deleteMany(filter).then(() => {
        throw new Error('The connection was lost');
      })) as never);
    const endOthers = () => asha.agent.post('/api/auth/logout-others');

    const elapsed = await measureDisconnect(socket, async () => {
      await endOthers().expect(500);
      await endOthers().expect(200);
    });

    expect(elapsed).toBeLessThan(MAX_CLOSE_MS);
    expect(ownSocket.disconnectReason()).toBeNull();
  });

  it('while its sockets are connecting: leaves none of them open', async () => {
    const asha = await signIn(app);
    const racing = Array.from({ length: 20 }, () => {
      const { client } = sockets.create({ cookie: asha.cookie });
      return new Promise<string>((resolve) => {
        client.once('disconnect', resolve);
        client.once('connect_error', ({ message }) => resolve(message));
      });
    });

    await asha.agent.post('/api/auth/logout');
    const outcomes = await Promise.all(racing);

    for (const outcome of outcomes) expect(['io server disconnect', 'Not Authenticated.']).toContain(outcome);
  });
});
