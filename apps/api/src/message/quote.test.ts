import { LIMITS } from '@safarnama/contracts';
import { describe, expect, it, vi } from 'vitest';
import { useApp } from '../../test/app.js';
import { readContact, readConversation, readMessages, signInTwo } from '../../test/conversation.js';
import { buildMessageInput, PNG_DATA_URL, sendMessage } from '../../test/factories.js';
import { useDatabase } from '../../test/mongo.js';
import { signIn } from '../../test/sign-in.js';
import { until, useSockets } from '../../test/socket.js';
import { MessageModel } from './message.model.js';

useDatabase();
const app = useApp();
const sockets = useSockets(app);

const UNKNOWN_ID = '0123456789abcdef01234567';

describe('a reply', () => {
  it('quotes the original in the response, the event, the conversation and the contact list', async () => {
    const [asha, ravi] = await signInTwo(app);
    const original = await sendMessage(asha, ravi.user._id, { text: 'மதுரை எப்போது?' });
    const socket = await sockets.open({ cookie: asha.cookie });

    const reply = await sendMessage(ravi, asha.user._id, { text: 'நாளை', replyTo: original._id });

    expect(reply.replyTo).toEqual({
      _id: original._id,
      senderId: asha.user._id,
      text: 'மதுரை எப்போது?',
      hasImage: false,
      isDeleted: false,
    });
    expect(await readMessages(asha, ravi)).toEqual([original, reply]);
    expect((await readContact(asha, ravi)).lastMessage).toEqual(reply);
    await until(() => expect(socket.received('newMessage')).toEqual([reply]));
  });

  it('sent again with its clientMessageId: returns the stored reply with its quote', async () => {
    const [asha, ravi] = await signInTwo(app);
    const { _id } = await sendMessage(asha, ravi.user._id);
    const body = buildMessageInput({ replyTo: _id, clientMessageId: crypto.randomUUID() });
    const first = await sendMessage(ravi, asha.user._id, body);

    const repeated = await ravi.agent.post(`/api/message/send/${asha.user._id}`).send(body);

    expect([repeated.status, repeated.body]).toEqual([200, first]);
  });

  it('to a long message: quotes its first characters without splitting one', async () => {
    const [asha, ravi] = await signInTwo(app);
    const { _id } = await sendMessage(asha, ravi.user._id, { text: '🌼'.repeat(LIMITS.quoteText + 1) });

    const { replyTo } = await sendMessage(ravi, asha.user._id, { replyTo: _id });

    expect(replyTo?.text).toBe('🌼'.repeat(LIMITS.quoteText));
  });

  it('to a picture that is deleted later: shows the picture, then the deletion', async () => {
    const [asha, ravi] = await signInTwo(app);
    const original = await sendMessage(asha, ravi.user._id, { text: '', image: PNG_DATA_URL });
    const { _id } = original;
    const reply = await sendMessage(ravi, asha.user._id, { replyTo: _id });

    await asha.agent.delete(`/api/message/${_id}?for=both`).expect(200);

    expect(reply.replyTo).toMatchObject({
      text: '',
      hasImage: true,
      image: original.image,
      isDeleted: false,
    });
    const quote = (await readMessages(ravi, asha))[1]?.replyTo;
    expect(quote).toMatchObject({ text: '', hasImage: false, isDeleted: true });
    expect(quote).not.toHaveProperty('image');
  });

  it('whose original is deleted during the send: quotes nothing of it', async () => {
    const [asha, ravi] = await signInTwo(app);
    const { _id } = await sendMessage(asha, ravi.user._id, { text: 'यह किसी को मत बताना' });
    const socket = await sockets.open({ cookie: asha.cookie });
    const { media } = app.server.services;
    const accept = media.accept;
    vi.spyOn(media, 'accept').mockImplementationOnce(async (input) => {
      await asha.agent.delete(`/api/message/${_id}?for=both`).expect(200);
      return accept(input);
    });

    const reply = await sendMessage(ravi, asha.user._id, { replyTo: _id, image: PNG_DATA_URL });

    expect(reply.replyTo).toMatchObject({ _id, text: '', isDeleted: true });
    await until(() => expect(socket.received('newMessage')).toEqual([reply]));
  });

  it('on a different page from the original: still quotes it', async () => {
    const [asha, ravi] = await signInTwo(app);
    const { _id } = await sendMessage(asha, ravi.user._id, { text: 'আগের পাতা' });
    await sendMessage(asha, ravi.user._id, { replyTo: _id });

    const page = await readConversation(ravi, asha, '?limit=1');

    expect(page.messages_between_sender_receiver[0]?.replyTo?.text).toBe('আগের পাতা');
  });

  it('to a message of another conversation: responds 400 and stores nothing', async () => {
    const [asha, ravi] = await signInTwo(app);
    const third = await signIn(app);
    const foreign = await sendMessage(third, ravi.user._id);

    for (const replyTo of [foreign._id, UNKNOWN_ID, '12', { $ne: null }]) {
      const response = await asha.agent
        .post(`/api/message/send/${ravi.user._id}`)
        .send({ ...buildMessageInput({ image: PNG_DATA_URL }), replyTo });
      expect([response.status, response.body.fields[0].field]).toEqual([400, 'replyTo']);
    }
    expect(await MessageModel.countDocuments()).toBe(1);
  });
});
