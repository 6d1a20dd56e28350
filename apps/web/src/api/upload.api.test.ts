import { HttpResponse, http } from 'msw';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { onUnauthorized, setUserIdProvider } from '../lib/api-client.ts';
import { server } from '../testing/server.ts';
import { uploadPicture } from './upload.api.ts';

const UPLOAD = 'http://localhost:3000/api/media/uploads/u1';
const CHUNK_BYTES = 262_144;
const PICTURE = new Blob([new Uint8Array(600_000).fill(7)], { type: 'image/jpeg' });

/** Mocks a server that has stored `stored` bytes of the picture and accepts the rest. */
function mockUploads(stored = 0) {
  const seen = { offsets: [] as number[], created: 0, users: [] as (string | null)[], offset: stored };
  const headers = { 'Tus-Resumable': '1.0.0' };
  const progress = () => ({
    ...headers,
    'Upload-Offset': String(seen.offset),
    'Upload-Length': String(PICTURE.size),
    ...(seen.offset === PICTURE.size && { 'Upload-Media': '/media/key1' }),
  });
  server.use(
    http.post('/api/media/uploads', ({ request }) => {
      seen.created += 1;
      seen.users.push(request.headers.get('X-User-Id'));
      expect(request.headers.get('Upload-Length')).toBe(String(PICTURE.size));
      return new HttpResponse(null, {
        status: 201,
        headers: { ...headers, Location: '/api/media/uploads/u1' },
      });
    }),
    http.head(UPLOAD, () => new HttpResponse(null, { headers: progress() })),
    http.patch(UPLOAD, ({ request }) => {
      seen.offsets.push(Number(request.headers.get('Upload-Offset')));
      // msw cannot read the Blobs of jsdom; the browser tests compare bytes.
      seen.offset = Math.min(PICTURE.size, seen.offset + CHUNK_BYTES);
      return new HttpResponse(null, { status: 204, headers: progress() });
    }),
  );
  return seen;
}

function options(uploadUrl: string | null = null) {
  return { uploadUrl, onUrl: vi.fn(), onProgress: vi.fn(), signal: new AbortController().signal };
}

afterEach(() => {
  setUserIdProvider(() => null);
  onUnauthorized(() => undefined);
});

describe('uploadPicture', () => {
  it('of a new picture: sends it in parts, with the id of the user, and returns its URL', async () => {
    const seen = mockUploads();
    setUserIdProvider(() => 'meera');
    const given = options();

    expect(await uploadPicture(PICTURE, given)).toBe('/media/key1');

    expect(seen).toMatchObject({ created: 1, users: ['meera'], offsets: [0, CHUNK_BYTES, 2 * CHUNK_BYTES] });
    expect(given.onUrl.mock.calls).toEqual([['/api/media/uploads/u1']]);
    expect(given.onProgress).toHaveBeenLastCalledWith(1);
  });

  it('of a picture whose upload has begun: sends only the rest', async () => {
    const seen = mockUploads(400_000);

    expect(await uploadPicture(PICTURE, options(UPLOAD))).toBe('/media/key1');

    expect(seen).toMatchObject({ created: 0, offsets: [400_000] });
  });

  it('of a picture whose last response was lost: sends nothing', async () => {
    const seen = mockUploads(PICTURE.size);

    expect(await uploadPicture(PICTURE, options(UPLOAD))).toBe('/media/key1');

    expect(seen.offsets).toEqual([]);
  });

  it('with an upload that no longer exists: throws 404 and starts no new upload', async () => {
    const seen = mockUploads();
    server.use(http.head(UPLOAD, () => new HttpResponse(null, { status: 404 })));

    await expect(uploadPicture(PICTURE, options(UPLOAD))).rejects.toMatchObject({ status: 404 });

    expect(seen.created).toBe(0);
  });

  it('rejected by the server: throws its message, code and waiting time', async () => {
    mockUploads();
    server.use(
      http.patch(UPLOAD, () =>
        HttpResponse.json(
          { message: 'Too many', code: 'too_many_requests', requestId: 'r' },
          { status: 429, headers: { 'Retry-After': '90' } },
        ),
      ),
    );

    await expect(uploadPicture(PICTURE, options())).rejects.toMatchObject({
      status: 429,
      code: 'too_many_requests',
      serverMessage: 'Too many requests. Please try again in 2 minutes.',
      retryAfterMs: 90_000,
    });
  });

  it('with an ended session: reports the 401', async () => {
    const handler = vi.fn();
    onUnauthorized(handler);
    server.use(http.post('/api/media/uploads', () => HttpResponse.json({}, { status: 401 })));

    await expect(uploadPicture(PICTURE, options())).rejects.toMatchObject({ status: 401 });

    expect(handler).toHaveBeenCalledOnce();
  });

  it.each([
    ['without a connection', () => HttpResponse.error()],
    ['with the page of a captive portal', () => HttpResponse.html('<p>Wi-Fi</p>')],
  ])('%s: throws an error without a server message', async (_case, respond) => {
    server.use(http.post('/api/media/uploads', respond));

    await expect(uploadPicture(PICTURE, options())).rejects.toMatchObject({ serverMessage: '' });
  });
});
