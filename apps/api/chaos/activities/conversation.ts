import { setTimeout as delay } from 'node:timers/promises';
import type { Conversation, Message } from '@safarnama/contracts';
import type { Activity, TestUser, WorkloadContext } from './activity.js';

const WRITE_PAUSE_MS = 350;
const POLL_INTERVAL_MS = 400;
const PAGE_LENGTH = 100;
const TEXTS = ['वहाँ कैसे पहुँचे?', 'வணக்கம், நாளை வருகிறேன்', 'কাল সকালে বেরোব', '👨‍👩‍👧‍👦 🛕'] as const;

/** Creates the activity of two users who send each other messages and read the new ones. */
export function createConversationActivity(
  { callApi, random, reportViolation, tally }: WorkloadContext,
  userA: TestUser,
  userB: TestUser,
): Activity {
  const sent: { clientMessageId: string; _id: string; sender: TestUser }[] = [];
  const participants = [
    { user: userA, partner: userB, seen: [] as string[] },
    { user: userB, partner: userA, seen: [] as string[] },
  ];

  async function send(user: TestUser, partner: TestUser, text: string): Promise<Message> {
    const clientMessageId = crypto.randomUUID();
    const options = { cookie: user.cookie, body: { text, image: '', clientMessageId } };
    const { body } = await callApi('POST', `/api/message/send/${partner.id}`, options);
    // The cast is safe: a message is the response of this endpoint.
    const message = body as Message;
    sent.push({ clientMessageId, _id: message._id, sender: user });
    tally.acknowledged += 1;
    return message;
  }

  async function readPage(user: TestUser, partner: TestUser, query: string): Promise<Conversation> {
    const { body } = await callApi('GET', `/api/message/${partner.id}?limit=${PAGE_LENGTH}${query}`, {
      cookie: user.cookie,
    });
    return body as Conversation;
  }

  async function readConversation(user: TestUser, partner: TestUser): Promise<Message[]> {
    const messages: Message[] = [];
    for (let before: string | null = ''; before !== null; ) {
      const page: Conversation = await readPage(user, partner, before === '' ? '' : `&before=${before}`);
      messages.unshift(...page.messages_between_sender_receiver);
      before = page.nextCursor;
    }
    return messages;
  }

  return {
    async run(isStopped) {
      const first = await send(userA, userB, 'नमस्ते');
      for (const { seen } of participants) seen.push(first._id);
      let activeSenders = participants.length;
      await Promise.all(
        participants.flatMap(({ user, partner, seen }) => [
          (async () => {
            while (!isStopped()) {
              await send(user, partner, random.pick(TEXTS));
              await delay(WRITE_PAUSE_MS);
            }
            activeSenders -= 1;
          })(),
          (async () => {
            for (let wereSendersDone = false; ; ) {
              const page = await readPage(user, partner, `&after=${seen.at(-1)}`);
              const messages = page.messages_between_sender_receiver;
              seen.push(...messages.map(({ _id }) => _id));
              if (messages.length > 0) continue;
              if (wereSendersDone) return;
              wereSendersDone = activeSenders === 0;
              await delay(POLL_INTERVAL_MS);
            }
          })(),
        ]),
      );
    },

    async check() {
      const [asSeenByA, asSeenByB] = [
        await readConversation(userA, userB),
        await readConversation(userB, userA),
      ];
      const order = asSeenByA.map(({ _id }) => _id).join();
      const stored = new Map(
        asSeenByA.map((message, position) => [message.clientMessageId, { message, position }]),
      );
      const lastPositions = new Map<string, number>();
      for (const { clientMessageId, _id, sender } of sent) {
        const found = stored.get(clientMessageId);
        if (found?.message._id !== _id) {
          tally.lost += 1;
          continue;
        }
        if (found.position < (lastPositions.get(sender.id) ?? -1))
          reportViolation('a message is stored before an earlier one');
        lastPositions.set(sender.id, found.position);
      }
      tally.duplicated += asSeenByA.length - stored.size;
      if (asSeenByA.length !== sent.length)
        reportViolation(`${asSeenByA.length} messages stored, ${sent.length} sent`);
      if (asSeenByB.map(({ _id }) => _id).join() !== order)
        reportViolation('the two users see the messages in different orders');
      for (const { seen } of participants) {
        if (seen.join() !== order)
          reportViolation(
            'the messages a reader received differ from the stored ones, or are in a different order',
          );
      }
    },
  };
}
