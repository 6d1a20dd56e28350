import { setTimeout as delay } from 'node:timers/promises';
import { MAX_SOCKETS_PER_USER } from '@safarnama/contracts';
import { describe, expect, it } from 'vitest';
import { SHORT_TIMINGS, useApp } from '../../test/app.js';
import { useDatabase } from '../../test/mongo.js';
import { signIn } from '../../test/sign-in.js';
import { until, useSockets } from '../../test/socket.js';

const WEB_ORIGIN = 'https://stories.example';

useDatabase();
const app = useApp({
  env: { PUBLIC_URL: 'https://api.example', WEB_ORIGINS: WEB_ORIGIN },
  realtimeTimings: SHORT_TIMINGS,
});
const sockets = useSockets(app);

/**
 * Builds the options of a client that a page of another origin opens without `withCredentials`: its polling requests
 * carry no cookies, its upgrade to WebSocket does.
 */
function buildCrossOriginOptions(cookie: string, { origin = WEB_ORIGIN, query = {} } = {}) {
  return {
    transports: ['polling', 'websocket'],
    query,
    transportOptions: {
      polling: { extraHeaders: { Origin: origin } },
      websocket: { extraHeaders: { Origin: origin, ...(cookie === '' ? {} : { Cookie: cookie }) } },
    },
  };
}

describe('a socket of WEB_ORIGINS without cookies in its polling requests', () => {
  it('with the session cookie in its upgrade: is admitted as its user and receives events', async () => {
    const [asha, ravi] = await Promise.all([signIn(app), signIn(app)]);

    const socket = await sockets.open(
      buildCrossOriginOptions(asha.cookie, { query: { userId: asha.user._id } }),
    );
    const response = await app
      .request()
      .post(`/api/message/send/${asha.user._id}`)
      .set('Cookie', ravi.cookie)
      .send({ text: 'नमस्ते' });
    await until(() => expect(socket.received('newMessage')).toHaveLength(1));

    expect(socket.received('getOnlineUsers')[0]).toContain(asha.user._id);
    expect(socket.received('newMessage')).toEqual([response.body]);
  });

  it('before its upgrade: is sent nothing', async () => {
    const asha = await signIn(app);
    const url = `${app.url}/socket.io/?EIO=4&transport=polling`;
    const headers = { Origin: WEB_ORIGIN };
    const hello = await (await fetch(url, { headers })).text();
    const { sid } = JSON.parse(hello.slice(1));
    await fetch(`${url}&sid=${sid}`, { method: 'POST', headers, body: '40' });
    // An admitted client would be notified of this user.
    await sockets.open({ cookie: asha.cookie, origin: 'https://api.example' });

    const poll = fetch(`${url}&sid=${sid}`, { headers });
    await delay(3 * SHORT_TIMINGS.presenceIntervalMs);
    // A packet that closes the connection ends the poll.
    await fetch(`${url}&sid=${sid}`, { method: 'POST', headers, body: '1' });
    const packets = (await (await poll).text()).split('\x1e');

    // Neither a connect packet (40) nor an event (42).
    expect(packets.filter((packet) => packet.startsWith('4'))).toEqual([]);
  });

  it.each([
    ['no cookie', ''],
    ['a forged token', '__Host-safarnama_session=eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.'],
  ])('with %s in its upgrade: is rejected as not authenticated', async (_, cookie) => {
    const rejection = await sockets.waitForRejection(buildCrossOriginOptions(cookie));

    expect(rejection.message).toBe('Not Authenticated.');
  });

  it("with another user's id in the query: is rejected", async () => {
    const [asha, ravi] = await Promise.all([signIn(app), signIn(app)]);

    const rejection = await sockets.waitForRejection(
      buildCrossOriginOptions(asha.cookie, { query: { userId: ravi.user._id } }),
    );

    expect(rejection.message).toBe('Not Authenticated.');
  });

  it('from an origin that is not in WEB_ORIGINS: is rejected at its first request', async () => {
    const asha = await signIn(app);

    const rejection = await sockets.waitForRejection(
      buildCrossOriginOptions(asha.cookie, { origin: 'https://evil.example' }),
    );

    expect(rejection.message).toBe('xhr poll error');
  });

  it("from the API's own origin: is rejected without waiting for its upgrade", async () => {
    const asha = await signIn(app);

    const rejection = await sockets.waitForRejection(
      buildCrossOriginOptions(asha.cookie, { origin: 'https://api.example' }),
    );

    expect(rejection.message).toBe('Not Authenticated.');
  });

  it(`of a user with ${MAX_SOCKETS_PER_USER} open sockets: is rejected`, async () => {
    const asha = await signIn(app);
    await Promise.all(
      Array.from({ length: MAX_SOCKETS_PER_USER }, () => sockets.open({ cookie: asha.cookie })),
    );

    const rejection = await sockets.waitForRejection(buildCrossOriginOptions(asha.cookie));

    expect(rejection.message).toBe('Too many open tabs');
  });
});
