import { LIMITS, type Post } from '@safarnama/contracts';
import mongoose from 'mongoose';
import { describe, expect, it } from 'vitest';
import { useApp } from '../../test/app.js';
import { readChanges, readContact, readMessages, signInTwo } from '../../test/conversation.js';
import {
  buildMessageInput,
  buildPostInput,
  createPost,
  PNG_DATA_URL,
  sendMessage,
} from '../../test/factories.js';
import { useDatabase } from '../../test/mongo.js';
import { type SignedIn, signIn } from '../../test/sign-in.js';
import { until, useSockets } from '../../test/socket.js';
import { listDrafts, publish, unpublish } from '../../test/unpublishing.js';
import { MessageModel } from './message.model.js';

useDatabase();
const app = useApp();
const sockets = useSockets(app);

const UNKNOWN_ID = '0123456789abcdef01234567';

/** Sends a message about a story. */
async function sendAbout(sender: SignedIn, receiver: SignedIn, post: Post, input: object = {}) {
  const response = await sender.agent
    .post(`/api/message/send/${receiver.user._id}`)
    .send({ postId: post._id, ...input });
  expect(response.status).toBe(201);
  return response.body;
}

describe('a message about a story', () => {
  it('has the story and the quoted words for both users: response, event, conversation and contact list', async () => {
    const [asha, ravi] = await signInTwo(app);
    const post = await createPost(asha, { blogTitle: 'घाट पर सुबह', blogImage: PNG_DATA_URL });
    const socket = await sockets.open({ cookie: asha.cookie });

    const quotedText = '  पहली नाव\u0301\n सूरज से पहले…  ';
    const sent = await sendAbout(ravi, asha, post, { text: 'कौन सा घाट?', quotedText });

    expect(sent).toMatchObject({
      text: 'कौन सा घाट?',
      postId: post._id,
      post: {
        slug: post.slug,
        blogTitle: 'घाट पर सुबह',
        blogImage: post.blogImage,
        authorName: 'आशा वर्मा',
      },
      quotedText,
    });
    expect(await readMessages(asha, ravi)).toEqual([sent]);
    expect(await readMessages(ravi, asha)).toEqual([sent]);
    expect((await readContact(asha, ravi)).lastMessage).toEqual(sent);
    await until(() => expect(socket.received('newMessage')).toEqual([sent]));
  });

  it('without text and picture: is stored; a message without a story has no story', async () => {
    const [asha, ravi] = await signInTwo(app);
    const post = await createPost(asha);

    const sent = await sendAbout(ravi, asha, post);
    const plain = await sendMessage(ravi, asha.user._id);

    expect(sent).toMatchObject({ text: '', image: '', quotedText: '', post: { slug: post.slug } });
    expect(plain).toMatchObject({ post: null, quotedText: '' });
    expect(plain).not.toHaveProperty('postId');
  });

  it("about the sender's own story: is stored", async () => {
    const [asha, ravi] = await signInTwo(app);
    const own = await createPost(ravi);

    expect((await sendAbout(ravi, asha, own)).post).toMatchObject({ authorName: 'Ravi Kumar' });
  });

  it('with quoted words of 300 characters: is stored; with one more: responds 400', async () => {
    const [asha, ravi] = await signInTwo(app);
    const post = await createPost(asha);
    const longest = '🌼'.repeat(LIMITS.quotedStoryText);

    const sent = await sendAbout(ravi, asha, post, { quotedText: longest });
    const tooLong = await ravi.agent
      .post(`/api/message/send/${asha.user._id}`)
      .send({ postId: post._id, quotedText: `${longest}x` });

    expect(sent.quotedText).toBe(longest);
    expect([tooLong.status, tooLong.body.fields[0].code]).toEqual([400, 'quoted_text_too_long']);
  });

  it('with quoted words but without the story: responds 400 and stores nothing', async () => {
    const [asha, ravi] = await signInTwo(app);

    const response = await ravi.agent
      .post(`/api/message/send/${asha.user._id}`)
      .send(buildMessageInput({ quotedText: 'नाव' }));

    expect([response.status, response.body.fields[0].code]).toEqual([400, 'quoted_story_missing']);
    expect(response.body.fields[0].field).toBe('quotedText');
    expect(await MessageModel.countDocuments()).toBe(0);
  });

  it('with a malformed story id: responds 400; with an unknown or deleted story: 404', async () => {
    const [asha, ravi] = await signInTwo(app);
    const deleted = await createPost(asha);
    await asha.agent.delete(`/api/post/delete-post/${deleted._id}`).expect(200);
    const send = (postId: unknown) =>
      ravi.agent
        .post(`/api/message/send/${asha.user._id}`)
        .send(buildMessageInput({ image: PNG_DATA_URL, postId } as object));

    for (const postId of ['12', { $ne: null }, null]) expect((await send(postId)).status).toBe(400);
    for (const postId of [UNKNOWN_ID, deleted._id]) {
      const response = await send(postId);
      expect([response.status, response.body.message]).toEqual([404, 'Post not found']);
    }
    expect(await MessageModel.countDocuments()).toBe(0);
  });

  it('sent again with its clientMessageId, even after the story was deleted: returns the stored message', async () => {
    const [asha, ravi] = await signInTwo(app);
    const post = await createPost(asha);
    const body = { postId: post._id, quotedText: 'नाव', clientMessageId: crypto.randomUUID() };
    const first = await sendAbout(ravi, asha, post, body);
    const path = `/api/message/send/${asha.user._id}`;

    const repeated = await ravi.agent.post(path).send(body);
    await asha.agent.delete(`/api/post/delete-post/${post._id}`).expect(200);
    const repeatedLater = await ravi.agent.post(path).send(body);

    expect([repeated.status, repeated.body]).toEqual([200, first]);
    expect([repeatedLater.status, repeatedLater.body]).toEqual([200, { ...first, post: null }]);
    expect(await MessageModel.countDocuments()).toBe(1);
  });

  it('when the story changes, is deleted and restored: shows its current state to both users', async () => {
    const [asha, ravi] = await signInTwo(app);
    const post = await createPost(asha);
    const sent = await sendAbout(ravi, asha, post, { quotedText: 'नाव' });
    const readBoth = async () => {
      const [own] = await readMessages(ravi, asha);
      const [theirs] = await readMessages(asha, ravi);
      expect(theirs).toEqual(own);
      return own;
    };

    const { blogContent } = buildPostInput();
    const change = { blogTitle: 'शाम', blogContent, blogImage: PNG_DATA_URL };
    await asha.agent.put(`/api/post/update-post/${post._id}`).send(change).expect(200);
    const changed = await readBoth();
    await asha.agent.delete(`/api/post/delete-post/${post._id}`).expect(200);
    const deleted = await readBoth();
    await asha.agent.post(`/api/post/${post._id}/undelete`).expect(200);
    const restored = await readBoth();

    expect(changed?.post).toMatchObject({ blogTitle: 'शाम', slug: post.slug });
    expect(changed?.post?.blogImage).toMatch(/^\/media\//);
    expect(deleted).toEqual({ ...sent, post: null });
    expect(restored).toEqual(changed);
  });

  it('when the story changes, is hidden or published again: notifies both users of its state, and nobody else', async () => {
    const [asha, ravi] = await signInTwo(app);
    const other = await signIn(app);
    const [post, unshared] = [await createPost(asha), await createPost(asha)];
    await sendAbout(ravi, asha, post);
    await sendAbout(ravi, asha, post);
    const open = ({ cookie }: SignedIn) => sockets.open({ cookie });
    const [first, second, third] = [await open(asha), await open(ravi), await open(other)];
    const states: (string | null)[] = [];
    const expectState = async (title: string | null) => {
      states.push(title);
      const expected = states.map((blogTitle) => ({
        postId: post._id,
        post: blogTitle === null ? null : expect.objectContaining({ blogTitle, slug: post.slug }),
      }));
      for (const socket of [first, second]) {
        await until(() => expect(socket.received('sharedPostChanged')).toEqual(expected));
      }
    };

    const change = { ...buildPostInput(), blogTitle: 'शाम' };
    await asha.agent.put(`/api/post/update-post/${unshared._id}`).send(change).expect(200);
    await asha.agent.put(`/api/post/update-post/${post._id}`).send(change).expect(200);
    await expectState('शाम');
    await asha.agent.post(`/api/post/${post._id}/revisions/1/restore`).expect(200);
    await expectState(post.blogTitle);
    await asha.agent.delete(`/api/post/delete-post/${post._id}`).expect(200);
    await expectState(null);
    await asha.agent.post(`/api/post/${post._id}/undelete`).expect(200);
    await expectState(post.blogTitle);
    await unpublish(asha, post._id);
    await expectState(null);
    const [draft] = await listDrafts(asha);
    if (!draft) throw new Error('No draft');
    await publish(asha, draft, { blogTitle: 'रात' });
    await expectState('रात');
    expect(third.received('sharedPostChanged')).toEqual([]);
  });

  it('when the story is unpublished and published again: has no story in between', async () => {
    const [asha, ravi] = await signInTwo(app);
    const post = await createPost(asha);
    await sendAbout(ravi, asha, post);

    await unpublish(asha, post._id);
    const [unpublished] = await readMessages(asha, ravi);
    const [draft] = await listDrafts(asha);
    if (!draft) throw new Error('No draft');
    await publish(asha, draft);
    const [published] = await readMessages(asha, ravi);

    expect(unpublished?.post).toBeNull();
    expect(published?.post).toMatchObject({ slug: post.slug });
  });

  it('deleted for both: has neither story nor quoted words, also in the database', async () => {
    const [asha, ravi] = await signInTwo(app);
    const post = await createPost(asha);
    const { _id } = await sendAbout(ravi, asha, post, { quotedText: 'नाव' });

    const response = await ravi.agent.delete(`/api/message/${_id}?for=both`);

    expect(response.body.message).toMatchObject({
      post: null,
      quotedText: '',
      deletedAt: expect.any(String),
    });
    expect(response.body.message).not.toHaveProperty('postId');
    expect(await readMessages(asha, ravi)).toEqual([response.body.message]);
    expect((await readChanges(asha, ravi, 0)).messages).toEqual([response.body.message]);
    const stored = await MessageModel.findById(_id).lean();
    expect(stored).toMatchObject({ quotedText: '' });
    expect(stored).not.toHaveProperty('postId');
  });

  it('replied to: its quote says that it refers to a story', async () => {
    const [asha, ravi] = await signInTwo(app);
    const post = await createPost(asha);
    const { _id } = await sendAbout(ravi, asha, post);

    const reply = await sendMessage(asha, ravi.user._id, { replyTo: _id });

    expect(reply.replyTo).toMatchObject({ _id, text: '', hasImage: false, hasPost: true, isDeleted: false });
  });

  it('stored by an older version: has no story', async () => {
    const [asha, ravi] = await signInTwo(app);
    const { _id } = await sendMessage(ravi, asha.user._id);
    await MessageModel.collection.updateOne(
      { _id: new mongoose.Types.ObjectId(_id) },
      { $unset: { postId: 1, quotedText: 1 } },
    );

    expect(await readMessages(asha, ravi)).toMatchObject([{ _id, post: null, quotedText: '' }]);
  });
});

describe('a page of messages about stories', () => {
  it('with many stories: looks all of them up with one query, and their authors with another', async () => {
    const [asha, ravi] = await signInTwo(app);
    for (const _ of Array.from({ length: 5 })) {
      await sendAbout(ravi, asha, await createPost(asha));
      await sendMessage(ravi, asha.user._id);
    }
    const reads: string[] = [];
    const listen = ({ collectionName, method }: { collectionName: string; method: string }) => {
      if (method === 'find') reads.push(collectionName);
    };
    mongoose.connection.on('operation-start', listen);

    const messages = await readMessages(asha, ravi).finally(() =>
      mongoose.connection.off('operation-start', listen),
    );

    expect(messages.filter(({ post }) => post !== null)).toHaveLength(5);
    expect(reads.filter((name) => name === 'posts' || name === 'users')).toEqual(['posts', 'users']);
  });
});
