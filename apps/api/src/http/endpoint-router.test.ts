import { endpoints, LIMITS } from '@safarnama/contracts';
import { describe, expect, it } from 'vitest';
import { useApp } from '../../test/app.js';
import { buildPostInput, buildSignup, createPost } from '../../test/factories.js';
import { useDatabase } from '../../test/mongo.js';
import { sendRawRequest } from '../../test/raw-request.js';
import { signIn } from '../../test/sign-in.js';
import { storePost } from '../../test/stored-posts.js';
import { PostModel } from '../post/post.model.js';
import { UserModel } from '../user/user.model.js';

useDatabase();
const app = useApp();

const FOREIGN = { Origin: 'https://elsewhere.example' };

describe('the order of errors', () => {
  const tooLargeText = 'x'.repeat(LIMITS.bodyBytes + 1);
  const send = (
    cookie: string,
    {
      method = 'POST',
      path = `/api/post/${'a'.repeat(24)}/comments`,
      headers = {},
      body = tooLargeText,
    } = {},
  ) =>
    sendRawRequest(app.url, {
      method,
      path,
      headers: {
        'Content-Type': 'text/plain',
        'Content-Length': String(Buffer.byteLength(body)),
        ...(cookie ? { Cookie: cookie } : {}),
        ...headers,
      },
      body,
    });

  it.each([
    ['POST', '/api/post/create-post', { blogTitle: '' }, 'blogImage'],
    ['PUT', '/api/post/update-post/nope', { blogTitle: '' }, 'blogImage'],
    ['PUT', '/api/drafts/nope', { blogTitle: 1 }, 'blogImage'],
    ['POST', '/api/message/send/nope', { text: 1 }, 'image'],
    ['PUT', '/api/auth/update-profile', { fullName: '' }, 'profilePic'],
  ])(
    '%s %s with a picture over 10 MB among invalid fields: responds 413',
    async (method, path, body, field) => {
      const { cookie } = await signIn(app);
      const picture = Buffer.alloc(LIMITS.imageBytes + 1).toString('base64');

      const response = await send(cookie, {
        method,
        path,
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ ...body, [field]: `data:image/png;base64,${picture}` }),
      });

      expect(response.status).toBe(413);
      expect(JSON.parse(response.text)).toEqual({
        code: 'picture_too_large',
        message: 'A picture must be at most 10 MB',
        requestId: expect.any(String),
      });
    },
  );

  it('from an unknown path to a missing story: responds 404, 405, 403, 401, 413, 415, 400, 400, 404', async () => {
    const { cookie } = await signIn(app);

    // The first request violates everything, and each further one fixes one violation.
    const responses = [
      await send('', { method: 'PATCH', path: '/api/post/a/b/c/d', headers: FOREIGN }),
      await send('', { method: 'PATCH', headers: FOREIGN }),
      await send('', { headers: FOREIGN }),
      await send(''),
      await send(cookie),
      await send(cookie, { body: '{"text":' }),
      await send(cookie, { body: '{"text":', headers: { 'Content-Type': 'application/json' } }),
      await send(cookie, { body: '{"text":""}', headers: { 'Content-Type': 'application/json' } }),
      await send(cookie, { body: '{"text":"हाँ"}', headers: { 'Content-Type': 'application/json' } }),
    ];

    expect(responses.map(({ status }) => status)).toEqual([404, 405, 403, 401, 413, 415, 400, 400, 404]);
    expect(responses.map(({ text }) => JSON.parse(text).code)).toEqual([
      'not_found',
      'method_not_allowed',
      'foreign_origin',
      'not_authenticated',
      'too_large',
      'unsupported_media_type',
      'malformed_json',
      'invalid',
      'post_not_found',
    ]);
  });

  it('on a record of another user: responds 400 if invalid, else 404 if missing, else 403', async () => {
    const post = await createPost(await signIn(app));
    const { agent } = await signIn(app);
    const put = (id: string, body: object) => agent.put(`/api/post/update-post/${id}`).send(body);

    const invalid = await put(post._id, { blogTitle: '' });
    const missing = await put('a'.repeat(24), buildPostInput());
    const foreign = await put(post._id, buildPostInput());

    expect([invalid.status, missing.status, foreign.status]).toEqual([400, 404, 403]);
    expect(await PostModel.findById(post._id).lean()).toMatchObject({ blogTitle: post.blogTitle });
  });

  it.each([
    ['markup without text', { blogHtml: '<p> </p>' }],
    ['the URL of a foreign picture', { blogImage: 'https://example.com/a.png' }],
    ['an invalid picture', { blogImage: 'data:image/png;base64,AAAA' }],
  ])(
    'with an error that only the handler detects (%s): responds 400 instead of 404 or 403',
    async (_case, input) => {
      const post = await createPost(await signIn(app));
      const { agent } = await signIn(app);
      const put = (id: string) => agent.put(`/api/post/update-post/${id}`).send(buildPostInput(input));

      const responses = [await put('a'.repeat(24)), await put(post._id)];

      expect(responses.map(({ status }) => status)).toEqual([400, 400]);
    },
  );

  it('with an invalid picture to an unknown user: responds 400 instead of 404', async () => {
    const { agent } = await signIn(app);
    const image = 'data:image/png;base64,AAAA';

    const response = await agent.post(`/api/message/send/${'a'.repeat(24)}`).send({ text: 'हाँ', image });

    expect(response.status).toBe(400);
    expect(response.body.code).toBe('invalid_image');
  });

  it.each([
    ['/api', 'GET'],
    ['/api/', 'POST'],
    ['/api/nothing', 'GET'],
    ['/api/auth', 'GET'],
    ['/api/post/getpost', 'GET'],
    ['/API/NOTHING', 'GET'],
    ['/media', 'GET'],
    ['/media/a/b', 'GET'],
    ['/health', 'GET'],
    ['/nothing', 'GET'],
    ['/nothing', 'DELETE'],
    ['/', 'POST'],
    ['/api/../../etc/passwd', 'GET'],
  ])('unknown path %s with method %s: responds 404 as JSON', async (path, method) => {
    const response = await sendRawRequest(app.url, { method, path });

    expect(response.status).toBe(404);
    expect(response.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(response.headers['cache-control']).toBe('no-store');
    expect(JSON.parse(response.text)).toEqual({
      message: 'There is nothing at this address',
      code: 'not_found',
      requestId: response.headers['x-request-id'],
    });
  });

  it.each([
    ['GET', '/api/auth/signup', 'POST'],
    ['HEAD', '/api/auth/login', 'POST'],
    ['POST', '/api/auth/check-auth', 'GET, HEAD'],
    ['PATCH', `/api/drafts/${crypto.randomUUID()}`, 'GET, HEAD, PUT, DELETE'],
    ['POST', `/api/post/${'a'.repeat(24)}/like`, 'PUT, DELETE'],
    ['PUT', `/api/post/${'a'.repeat(24)}/comments`, 'GET, HEAD, POST'],
    ['POST', '/api/message/get-all-users', 'GET, HEAD'],
    ['DELETE', '/api/docs', 'GET, HEAD'],
    ['POST', '/health/live', 'GET, HEAD'],
    ['PUT', '/metrics', 'GET, HEAD'],
    ['OPTIONS', '/api/auth/login', 'POST'],
    ['PROPFIND', '/api/auth/login', 'POST'],
  ])('wrong method %s %s: responds 405 with the allowed methods', async (method, path, allow) => {
    const response = await sendRawRequest(app.url, { method, path });

    expect(response.status).toBe(405);
    expect(response.headers.allow).toBe(allow);
    if (method !== 'HEAD') expect(JSON.parse(response.text).code).toBe('method_not_allowed');
  });

  it('a slug that is a segment of another path: is the slug of a story', async () => {
    const { agent, user } = await signIn(app);
    const segments = new Set(Object.keys(endpoints).flatMap((key) => key.split('/').slice(1)));
    const slugs = [...segments].filter((segment) => /^[a-z-]+$/.test(segment));
    const { clientKey: _clientKey, _id, ...story } = await storePost({ authorId: user._id });
    await PostModel.insertMany(
      slugs.map((slug) => ({ ...story, slug, clientKey: slug, visibility: 'public' })),
    );

    for (const slug of slugs) {
      const asMember = await agent.get(`/api/post/getpost/${slug}`);
      const asGuest = await app.request().get(`/api/public/post/${slug}`);

      expect([asMember.body.post?.slug, asGuest.body.post?.slug]).toEqual([slug, slug]);
    }
    expect(slugs).toEqual(expect.arrayContaining(['unpublish', 'undelete']));
  });

  it.each(['/api/post/getpost/%E0%A4%A', '/media/%', '/api/%zz', '/%ff'])(
    'a path that cannot be decoded (%s): responds 400 or 404 as JSON',
    async (path) => {
      const response = await sendRawRequest(app.url, { method: 'GET', path });

      expect([400, 404]).toContain(response.status);
      expect(JSON.parse(response.text).message).toBeTruthy();
    },
  );
});

describe('Security 3: a JSON body', () => {
  const signup = (headers: Record<string, string>, body: string | string[]) =>
    sendRawRequest(app.url, { method: 'POST', path: '/api/auth/signup', headers, body });
  const JSON_TYPE = { 'Content-Type': 'application/json' };

  it('chunked and within the limit: is accepted', async () => {
    const response = await signup(JSON_TYPE, [JSON.stringify(buildSignup())]);

    expect(response.status).toBe(201);
  });

  it('chunked and too large: responds 413 and stores nothing', async () => {
    const piece = 'x'.repeat(20_000);

    const response = await signup(JSON_TYPE, [
      '{"fullName":"',
      piece,
      piece,
      piece,
      piece,
      piece,
      piece,
      '"}',
    ]);

    expect(response.status).toBe(413);
    expect(JSON.parse(response.text).code).toBe('too_large');
    expect(await UserModel.countDocuments()).toBe(0);
  });

  it('of exactly the limit: is accepted; of one byte more: responds 413', async () => {
    const { agent } = await signIn(app);
    const subscribe = (size: number) => {
      const withoutPadding = JSON.stringify({ email: 'a@example.com', more: '' });
      return agent
        .post('/api/newsletter/subscribe')
        .send({ email: 'a@example.com', more: 'x'.repeat(size - withoutPadding.length) });
    };

    expect((await subscribe(LIMITS.bodyBytes)).status).toBe(200);
    expect((await subscribe(LIMITS.bodyBytes + 1)).status).toBe(413);
  });

  it('of an endpoint that accepts a picture: is parsed up to 15 MB; beyond: responds 413, and the response arrives', async () => {
    const { agent } = await signIn(app);
    const put = (size: number) =>
      agent
        .put('/api/auth/update-profile')
        .set('Content-Type', 'application/json')
        .send(`{"fullName":"","more":"${'x'.repeat(size - 25)}"}`);

    const within = await put(LIMITS.imageBodyBytes);
    const beyond = await put(LIMITS.imageBodyBytes + 1);

    expect([within.status, beyond.status]).toEqual([400, 413]);
    expect(beyond.body).toMatchObject({ code: 'too_large', message: 'This is too large to send' });
  });

  it.each([
    ['plain text', 'text/plain'],
    ['a form', 'application/x-www-form-urlencoded'],
    ['a multipart form', 'multipart/form-data; boundary=x'],
    ['another kind of JSON', 'application/vnd.api+json'],
    ['an unparsable type', 'nonsense'],
  ])('declared as %s: responds 415', async (_case, type) => {
    const response = await signup({ 'Content-Type': type }, JSON.stringify(buildSignup()));

    expect(response.status).toBe(415);
    expect(await UserModel.countDocuments()).toBe(0);
  });

  it('without a type: responds 415', async () => {
    expect((await signup({}, JSON.stringify(buildSignup()))).status).toBe(415);
  });

  it('in a charset other than UTF-8: responds 415; with UTF-8 declared: is accepted', async () => {
    const body = JSON.stringify(buildSignup({ fullName: 'মীরা' }));

    const latin = await signup({ 'Content-Type': 'application/json; charset=iso-8859-1' }, body);
    const utf8 = await signup({ 'Content-Type': 'Application/JSON; Charset="UTF-8"' }, body);

    expect(latin.status).toBe(415);
    expect(JSON.parse(latin.text).code).toBe('unsupported_charset');
    expect(utf8.status).toBe(201);
    expect(JSON.parse(utf8.text).fullName).toBe('মীরা');
  });

  it.each([
    ['that is truncated', '{"email":'],
    ['with a single quote', "{'email':1}"],
    ['with a trailing comma', '{"email":"a",}'],
    ['that is a number', '7'],
    ['that is a string', '"a"'],
    ['that is null', 'null'],
    ['of white space', '   '],
  ])('%s: responds 400', async (_case, body) => {
    const response = await signup(JSON_TYPE, body);

    expect(response.status).toBe(400);
    expect(JSON.parse(response.text)).toMatchObject({
      code: expect.stringMatching(/^(malformed_json|invalid(_body)?)$/),
    });
  });

  it.each([
    ['a list', '[]'],
    ['a list of bodies', `[${JSON.stringify(buildSignup())}]`],
    ['a deeply nested list', `${'['.repeat(40_000)}${']'.repeat(40_000)}`],
  ])('that is %s: responds 400', async (_case, body) => {
    const response = await signup(JSON_TYPE, body);

    expect(response.status).toBe(400);
    expect(JSON.parse(response.text).code).toBe('invalid_body');
  });

  it('with a deeply nested unknown property: is accepted', async () => {
    const deep = `${'{"a":'.repeat(15_000)}1${'}'.repeat(15_000)}`;
    const known = JSON.stringify(buildSignup()).slice(1);

    const response = await signup(JSON_TYPE, `{"more":${deep},${known}`);

    expect(response.status).toBe(201);
  });

  it.each([
    ['a list of lists', `${'['.repeat(3_000_000)}${']'.repeat(3_000_000)}`],
    ['a list of objects', `[${'{},'.repeat(2_000_000)}{}]`],
    ['properties', `{${Array.from({ length: 200_000 }, (_, index) => `"k${index}":1`)}}`],
  ])('with too many parts (%s): is rejected before it is parsed', async (_case, parts) => {
    const { agent } = await signIn(app);
    const body = `{"fullName":"मीरा","more":${parts}}`;

    const response = await agent.put('/api/auth/update-profile').type('json').send(body);

    expect([response.status, response.body.code]).toEqual([400, 'too_many_parts']);
  });

  it('with a long text of brackets, commas and escaped quotes: is accepted', async () => {
    const author = await signIn(app);
    const text = '[{,"\\"'.repeat(3_000);

    const post = await createPost(author, { blogContent: `${text}${'[,'.repeat(30_000)}` });

    expect(post.blogContent.startsWith(text)).toBe(true);
  });

  it('with __proto__ and constructor: pollutes no prototype and uses the regular properties', async () => {
    const known = JSON.stringify(buildSignup()).slice(1);

    const response = await signup(
      JSON_TYPE,
      `{"__proto__":{"polluted":1,"email":"x@example.com"},"constructor":{"prototype":{"polluted":1}},${known}`,
    );

    expect(response.status).toBe(201);
    expect(Object.prototype).not.toHaveProperty('polluted');
    const user = await UserModel.findOne().lean();
    expect(user).not.toHaveProperty('polluted');
    expect(user?.email).not.toBe('x@example.com');
  });

  it('with __proto__ instead of the properties: responds 400', async () => {
    const response = await signup(JSON_TYPE, `{"__proto__":${JSON.stringify(buildSignup())}}`);

    expect(response.status).toBe(400);
    expect(JSON.parse(response.text).fields).toHaveLength(3);
  });

  it('in gzip: is accepted; in gzip that inflates beyond the limit: responds 413; in an unknown encoding: 415', async () => {
    const { gzipSync } = await import('node:zlib');
    const send = (bytes: Buffer, encoding: string) =>
      fetch(`${app.url}/api/auth/signup`, {
        method: 'POST',
        headers: { ...JSON_TYPE, 'Content-Encoding': encoding },
        body: new Uint8Array(bytes),
      });

    const good = await send(gzipSync(JSON.stringify(buildSignup())), 'gzip');
    const bomb = await send(gzipSync(`{"fullName":"${'x'.repeat(5_000_000)}"}`), 'gzip');
    const unknown = await send(Buffer.from('{}'), 'compress');

    expect([good.status, bomb.status, unknown.status]).toEqual([201, 413, 415]);
  });

  it('on an endpoint that expects none: is ignored if it is JSON, else responds 415', async () => {
    const { agent } = await signIn(app);

    const json = await agent.post('/api/auth/logout-others').send({ anything: [1] });
    const text = await agent.post('/api/auth/logout-others').type('text/plain').send('hello');
    const none = await agent.post('/api/auth/logout-others');

    expect([json.status, text.status, none.status]).toEqual([200, 415, 200]);
  });

  it('with an invalid length: responds 400 or fails without a response', async () => {
    const response = await sendRawRequest(app.url, {
      method: 'POST',
      path: '/api/auth/signup',
      headers: { ...JSON_TYPE, 'Content-Length': 'x' },
    }).catch((error: NodeJS.ErrnoException) => error);

    expect(response instanceof Error || response.status === 400).toBe(true);
  });
});

describe('Security 5: paths and queries', () => {
  it.each([
    ['an operator in the query', '/api/post/getposts?limit=%7B%22$gt%22:1%7D'],
    ['a repeated parameter', '/api/post/getposts?limit=1&limit=2'],
    ['a limit of 0', '/api/post/getposts?limit=0'],
    ['a limit of 101', '/api/post/getposts?limit=101'],
    ['a limit that is not a number', '/api/post/getposts?limit=ten'],
    ['an empty cursor', '/api/post/getposts?cursor='],
    ['a broken cursor', '/api/post/getposts?cursor=%F0%9F%98%80'],
    ['an unknown view', '/api/post/getposts?view=raw'],
    ['a malformed id', '/api/post/by-author/12'],
    ['an operator as id', '/api/message/%7B%22$gt%22:%22%22%7D'],
    ['a key that is not a UUID', '/api/drafts/mine'],
  ])('%s: responds 400', async (_case, path) => {
    const { agent } = await signIn(app);

    const response = await agent.get(path);

    expect(response.status).toBe(400);
    expect(response.body.message).toBeTruthy();
  });

  it.each([
    '/api/post/search?q[$ne]=x',
    '/api/post/getposts?limit[$gt]=1',
    '/api/post/getposts?cursor%5B%24gt%5D=',
    '/api/post/getposts?$where=1',
    '/api/message/get-all-users?q[]=a',
  ])('an operator in the name of a parameter (%s): responds 400 and names the parameter', async (path) => {
    const author = await signIn(app);
    await createPost(author);

    const response = await author.agent.get(path);

    expect(response.status).toBe(400);
    expect(response.body.fields).toMatchObject([
      { field: decodeURIComponent(path).replace(/^.*\?|=.*$/g, ''), code: 'query_invalid' },
    ]);
  });

  it('HEAD of a GET endpoint: responds with the same headers and no body', async () => {
    const { agent } = await signIn(app);
    const get = await agent.get('/api/auth/check-auth');

    const head = await agent.head('/api/auth/check-auth');

    expect(head.status).toBe(200);
    expect(head.text).toBeUndefined();
    expect(head.headers.etag).toBe(get.headers.etag);
  });
});
