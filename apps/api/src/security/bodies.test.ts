import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { brotliCompressSync, constants, deflateSync, gzipSync } from 'node:zlib';
import { LIMITS } from '@safarnama/contracts';
import { describe, expect, it, vi } from 'vitest';
import { useApp } from '../../test/app.js';
import { buildPostInput } from '../../test/factories.js';
import { useDatabase } from '../../test/mongo.js';
import { type SignedIn, signIn } from '../../test/sign-in.js';
import { PostModel } from '../post/post.model.js';

useDatabase();
const app = useApp();

const COMPRESSORS = {
  gzip: (bytes: Buffer) => gzipSync(bytes),
  deflate: (bytes: Buffer) => deflateSync(bytes),
  br: (bytes: Buffer) => brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }),
};

const post = (me: Pick<SignedIn, 'cookie'>, path: string, encoding: string, body: Uint8Array) =>
  fetch(app.url + path, {
    method: 'POST',
    headers: { Cookie: me.cookie, 'Content-Type': 'application/json', 'Content-Encoding': encoding },
    body: Uint8Array.from(body),
  });

describe('Security 3: compressed bodies', () => {
  it.each(Object.entries(COMPRESSORS))(
    '%s: is inflated up to the limit and no further',
    async (name, compress) => {
      const me = await signIn(app);
      const story = buildPostInput();
      const bomb = compress(Buffer.from(`{"blogTitle":"${' '.repeat(50_000_000)}"}`));

      const good = await post(
        me,
        '/api/post/create-post',
        name,
        compress(Buffer.from(JSON.stringify(story))),
      );
      const small = await post(me, '/api/newsletter/subscribe', name, bomb);
      const large = await post(me, '/api/post/create-post', name, bomb);

      expect(bomb.length).toBeLessThan(100_000);
      expect([good.status, small.status, large.status]).toEqual([201, 413, 413]);
      expect(await PostModel.countDocuments()).toBe(1);
    },
  );

  it('of an unknown encoding: responds 415; of another encoding than declared: responds 400', async () => {
    const me = await signIn(app);
    const bytes = Buffer.from(JSON.stringify({ email: 'reader@example.com' }));

    const unknown = await post(me, '/api/newsletter/subscribe', 'zstd', bytes);
    const twice = await post(me, '/api/newsletter/subscribe', 'gzip, gzip', gzipSync(gzipSync(bytes)));
    const wrong = await post(me, '/api/newsletter/subscribe', 'gzip', bytes);

    expect([unknown.status, twice.status, wrong.status]).toEqual([415, 415, 400]);
  });
});

describe('Security 8: concurrent large bodies', () => {
  /** Announces a body of the maximum size and sends none of it: its budget stays in use until the connection closes. */
  function holdRequest({ cookie }: Pick<SignedIn, 'cookie'>) {
    const heldRequest = request(`${app.url}/api/auth/update-profile`, {
      method: 'PUT',
      agent: false,
      headers: {
        Cookie: cookie,
        'Content-Type': 'application/json',
        'Content-Length': String(LIMITS.imageBodyBytes),
      },
    });
    heldRequest.on('error', () => undefined);
    heldRequest.flushHeaders();
    const responded = once(heldRequest, 'response').then(([response]) => response as IncomingMessage);
    return { heldRequest, responded };
  }

  it('more than 6 of one user, or more than 20 in total: are rejected before they are read; others are served', async () => {
    const users = await Promise.all(Array.from({ length: 4 }, () => signIn(app)));
    const [me] = users as [SignedIn];
    const other = await signIn(app);
    const save = ({ agent }: SignedIn) => agent.put('/api/auth/update-profile').send({ fullName: 'मीरा' });

    const heldRequests = Array.from({ length: 7 }, () => holdRequest(me));
    const tooMany = await Promise.race(heldRequests.map(({ responded }) => responded));
    const small = await save(me);
    for (const user of users.slice(1))
      heldRequests.push(...Array.from({ length: 6 }, () => holdRequest(user)));
    const busy = await Promise.race(heldRequests.slice(7).map(({ responded }) => responded));
    const others = await save(other);
    for (const { heldRequest } of heldRequests) heldRequest.destroy();
    const sendLarge = () =>
      me.agent
        .put('/api/auth/update-profile')
        .set('Content-Type', 'application/json')
        .send(`{"fullName":"","more":"${'x'.repeat(1_000_000)}"}`);
    await vi.waitFor(async () => expect((await sendLarge()).status).toBe(400), {
      timeout: 5_000,
      interval: 50,
    });

    expect([tooMany.statusCode, tooMany.headers['retry-after']]).toEqual([429, '2']);
    expect([busy.statusCode, busy.headers['retry-after']]).toEqual([503, '2']);
    expect([small.status, others.status]).toEqual([200, 200]);
  });
});
