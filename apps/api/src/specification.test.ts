import { type Message, messageSchema, postSchema, userSchema } from '@safarnama/contracts';
import { io } from 'socket.io-client';
import type { Response } from 'supertest';
import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { useApp } from '../test/app.js';
import { PNG_DATA_URL } from '../test/factories.js';
import { useDatabase } from '../test/mongo.js';

useDatabase();
const app = useApp();

/** One line for each call and event; printed at the end. */
const transcript: string[] = [];

/** Adds a call to the transcript and returns its body. */
async function call(pending: PromiseLike<Response>, status = 200): Promise<Record<string, unknown>> {
  const response = await pending;
  // The types of supertest lack the request.
  const { method, url } = response.request as unknown as { method: string; url: string };
  const address = decodeURI(new URL(url).pathname);
  transcript.push(`${method.padEnd(6)} ${address} -> ${response.status} ${response.text.slice(0, 110)}`);
  expect(response.status, response.text).toBe(status);
  return response.body;
}

it('a client that knows only the specification: gets valid responses for every call and both events', async () => {
  const agent = app.agent();
  const other = app.agent();

  // Auth
  const me = await call(
    agent
      .post('/api/auth/signup')
      .send({ fullName: 'Asha Menon', email: 'asha@example.com', password: 'kochi-2024' }),
    201,
  );
  expect(z.parse(userSchema, me)).toMatchObject({
    fullName: 'Asha Menon',
    email: 'asha@example.com',
    profilePic: '',
  });
  expect(
    await call(agent.post('/api/auth/login').send({ email: 'asha@example.com', password: 'kochi-2024' })),
  ).toEqual(me);
  expect(await call(agent.get('/api/auth/check-auth'))).toEqual(me);
  const changed = await call(
    agent
      .put('/api/auth/update-profile')
      .send({ fullName: 'Asha M', password: '', profilePic: PNG_DATA_URL }),
  );
  expect(changed).toMatchObject({ fullName: 'Asha M', profilePic: expect.stringMatching(/^\/media\//) });

  // Posts
  const input = {
    blogTitle: 'जयपुर की सुबह',
    blogContent: '<p>Pink walls, <b>cold</b> chai.</p>',
    blogImage: PNG_DATA_URL,
    blogLocation: 'Jaipur',
  };
  const { post: created } = await call(agent.post('/api/post/create-post').send(input), 201);
  const post = z.parse(postSchema, created);
  expect(post).toMatchObject({
    blogTitle: input.blogTitle,
    blogContent: 'Pink walls, cold chai.',
    slug: 'जयपुर-की-सुबह',
  });
  expect(post.authorId).toEqual({ _id: me['_id'], fullName: 'Asha M', profilePic: changed['profilePic'] });
  const { post: updated } = await call(
    agent
      .put(`/api/post/update-post/${post._id}`)
      .send({ ...input, blogTitle: 'Jaipur, early', blogImage: post.blogImage }),
  );
  expect(updated).toMatchObject({ blogTitle: 'Jaipur, early', slug: post.slug, blogImage: post.blogImage });
  const fetched = await call(agent.get(`/api/post/getpost/${encodeURIComponent(post.slug)}`));
  expect(fetched['post']).toEqual(updated);
  expect((await call(agent.get('/api/post/getposts')))['posts']).toEqual([updated]);
  expect((await call(agent.get('/api/post/my-posts')))['posts']).toEqual([updated]);
  expect(await call(agent.delete(`/api/post/delete-post/${post._id}`))).toMatchObject({ _id: post._id });

  // Messages and events
  const friend = await call(
    other
      .post('/api/auth/signup')
      .send({ fullName: 'தமிழ் செல்வன்', email: 'selvan@example.com', password: 'madurai-2024' }),
    201,
  );
  expect(await call(agent.get('/api/message/get-all-users'))).toMatchObject([{ _id: friend['_id'] }]);
  const login = await other
    .post('/api/auth/login')
    .send({ email: 'selvan@example.com', password: 'madurai-2024' });
  const socket = io(app.url, {
    path: '/socket.io',
    query: { userId: String(friend['_id']) },
    extraHeaders: { cookie: String(login.headers['set-cookie']).split(';')[0] ?? '' },
    reconnection: false,
  });
  const online = await new Promise<string[]>((resolve, reject) => {
    socket.once('getOnlineUsers', resolve);
    socket.once('connect_error', reject);
  });
  transcript.push(`EVENT  getOnlineUsers ${JSON.stringify(online)}`);
  expect(online).toContain(friend['_id']);
  const arrived = new Promise<Message>((resolve) => socket.once('newMessage', resolve));
  const sent = await call(
    agent.post(`/api/message/send/${friend['_id']}`).send({ text: ' நலமா? ', image: PNG_DATA_URL }),
    201,
  );
  const event = await arrived;
  transcript.push(`EVENT  newMessage ${JSON.stringify(event).slice(0, 110)}`);
  expect(z.parse(messageSchema, event)).toEqual(sent);
  expect(event).toMatchObject({ senderId: me['_id'], receiverId: friend['_id'], text: 'நலமா?' });
  const conversation = await call(agent.get(`/api/message/${friend['_id']}`));
  expect(conversation['messages_between_sender_receiver']).toEqual([sent]);
  socket.close();

  await call(agent.post('/api/auth/logout'));
  await call(agent.get('/api/auth/check-auth'), 401);
  console.log(transcript.join('\n'));
});
