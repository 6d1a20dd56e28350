import { brotliCompressSync, constants, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { useApp } from '../../test/app.js';
import { buildPostInput } from '../../test/factories.js';
import { useDatabase } from '../../test/mongo.js';
import { type SignedIn, signIn } from '../../test/sign-in.js';
import { PostModel } from '../post/post.model.js';

useDatabase();
const app = useApp();

const PACKERS = {
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
  it.each(Object.entries(PACKERS))('%s: is unpacked, up to the limit and no further', async (name, pack) => {
    const me = await signIn(app);
    const story = buildPostInput();
    const bomb = pack(Buffer.from(`{"blogTitle":"${' '.repeat(50_000_000)}"}`));

    const good = await post(me, '/api/post/create-post', name, pack(Buffer.from(JSON.stringify(story))));
    const small = await post(me, '/api/newsletter/subscribe', name, bomb);
    const large = await post(me, '/api/post/create-post', name, bomb);

    expect(bomb.length).toBeLessThan(100_000);
    expect([good.status, small.status, large.status]).toEqual([201, 413, 413]);
    expect(await PostModel.countDocuments()).toBe(1);
  });

  it('of an unknown packing, or not packed as it says: is refused with 4xx', async () => {
    const me = await signIn(app);
    const bytes = Buffer.from(JSON.stringify({ email: 'reader@example.com' }));

    const unknown = await post(me, '/api/newsletter/subscribe', 'zstd', bytes);
    const twice = await post(me, '/api/newsletter/subscribe', 'gzip, gzip', gzipSync(gzipSync(bytes)));
    const wrong = await post(me, '/api/newsletter/subscribe', 'gzip', bytes);

    expect([unknown.status, twice.status, wrong.status]).toEqual([415, 415, 400]);
  });
});
