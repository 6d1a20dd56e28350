import type { Contact, Message } from '@safarnama/contracts';
import * as messageApi from '../api/message.api.ts';
import { createMarkSender, type MarkSender } from './mark-sender.ts';
import { useUnreadStore } from './unread.store.ts';

/** Tabs of one device tell of the same arrival: whoever is first spares the others the call. */
const GATHER_MS = 400;
/** People whose last message is asked for one by one, when the list of people does not tell it. */
const MAX_ASKED = 20;

export interface DeliveryPart extends Pick<MarkSender, 'settle' | 'kick' | 'reset'> {
  /** A message has arrived on this device. */
  arrived: (message: Message) => void;
  /** As the list of people tells: the last messages of those who have written. */
  learn: (contacts: readonly Contact[]) => void;
  /** After a cut: what has arrived meanwhile of people who are not in the list here. */
  catchUp: (listed: readonly Contact[]) => Promise<void>;
}

/** Tells who writes to one that it has arrived. */
export function createDeliveryPart(
  onMoved: (userId: string, unreadCount: number, startedAt: number) => void,
): DeliveryPart {
  const sender = createMarkSender({
    kind: 'delivered',
    delayMs: () => GATHER_MS / 4 + Math.random() * ((GATHER_MS * 3) / 4),
    onMoved,
  });

  function learn(contacts: readonly Contact[]): void {
    for (const { _id, lastMessage, unreadCount } of contacts) {
      if (unreadCount > 0 && lastMessage?.senderId === _id) sender.want(_id, lastMessage._id);
    }
  }

  return {
    arrived: ({ senderId, _id }) => sender.want(senderId, _id),

    learn,

    async catchUp(listed) {
      const known = new Set(listed.map(({ _id }) => _id));
      const unknown = Object.keys(useUnreadStore.getState().byUser).filter((userId) => !known.has(userId));
      if (unknown.length === 0) return;
      try {
        const { contacts } = await messageApi.listContacts('', null);
        learn(contacts);
        const told = new Set(contacts.map(({ _id }) => _id));
        for (const userId of unknown.filter((id) => !told.has(id)).slice(0, MAX_ASKED)) {
          const page = await messageApi.listMessages(userId, {}, 1);
          const [last] = page.messages_between_sender_receiver;
          if (last) sender.want(userId, last._id);
        }
      } catch {
        // The next connect asks again.
      }
    },

    settle: sender.settle,
    kick: sender.kick,
    reset: sender.reset,
  };
}
