import type { Contact, Message } from '@safarnama/contracts';
import * as messageApi from '../../api/message.api.ts';
import { useUnreadStore } from '../unread.store.ts';
import { createReceiptSender, type ReceiptSender } from './receipt-sender.ts';

/** Tabs of one device tell of the same arrival: whoever is first spares the others the call. */
const BATCH_DELAY_MS = 400;
/** People whose last message is asked for one by one, when the list of people does not tell it. */
const MAX_LOOKUPS = 20;

export interface DeliveryReceipts extends Pick<ReceiptSender, 'acknowledge' | 'retryNow' | 'reset'> {
  /** A message has arrived on this device. */
  handleArrival: (message: Message) => void;
  /** As the list of people tells: the last messages of those who have written. */
  handleContacts: (contacts: readonly Contact[]) => void;
  /** After a cut: what has arrived meanwhile of people who are not in the list here. */
  catchUp: (listed: readonly Contact[]) => Promise<void>;
}

/** Tells who writes to one that it has arrived. */
export function createDeliveryReceipts(
  onAcknowledged: (userId: string, unreadCount: number, requestedAt: number) => void,
): DeliveryReceipts {
  const sender = createReceiptSender({
    kind: 'delivered',
    delayMs: () => BATCH_DELAY_MS / 4 + Math.random() * ((BATCH_DELAY_MS * 3) / 4),
    onAcknowledged,
  });

  function handleContacts(contacts: readonly Contact[]): void {
    for (const { _id, lastMessage, unreadCount } of contacts) {
      if (unreadCount > 0 && lastMessage?.senderId === _id) sender.queue(_id, lastMessage._id);
    }
  }

  return {
    handleArrival: ({ senderId, _id }) => sender.queue(senderId, _id),

    handleContacts,

    async catchUp(listed) {
      const listedIds = new Set(listed.map(({ _id }) => _id));
      const unknown = Object.keys(useUnreadStore.getState().byUser).filter(
        (userId) => !listedIds.has(userId),
      );
      if (unknown.length === 0) return;
      try {
        const { contacts } = await messageApi.listContacts('', null);
        handleContacts(contacts);
        const fetchedIds = new Set(contacts.map(({ _id }) => _id));
        for (const userId of unknown.filter((id) => !fetchedIds.has(id)).slice(0, MAX_LOOKUPS)) {
          const page = await messageApi.listMessages(userId, {}, 1);
          const [last] = page.messages_between_sender_receiver;
          if (last) sender.queue(userId, last._id);
        }
      } catch {
        // The next connect asks again.
      }
    },

    acknowledge: sender.acknowledge,
    retryNow: sender.retryNow,
    reset: sender.reset,
  };
}
