import type { Contact, Message } from '@safarnama/contracts';
import * as messageApi from '../../api/message.api.ts';
import { createBackoff } from '../../lib/backoff.ts';
import { isPermanentFailure } from '../../lib/failures.ts';
import { createStaleGuard } from '../../lib/stale-guard.ts';
import { useUnreadStore } from '../unread.store.ts';

/** Messages read within this time are reported with one receipt. */
const READ_BATCH_DELAY_MS = 150;
/**
 * Maximum delay. Every tab of a device receives the same message; once one tab has reported it, the others need not.
 */
const DELIVERY_BATCH_DELAY_MS = 400;
/** Maximum number of senders outside the loaded contacts whose last message is looked up, one at a time. */
const MAX_LOOKUPS = 20;

/** @param unreadCount - unread messages of that user, as the server counts them. */
type OnAcknowledged = (userId: string, unreadCount: number, requestedAt: number) => void;

interface ReceiptSender {
  /** Reports that a sender's messages up to this one were delivered or read. Calls in quick succession are batched. */
  queue: (userId: string, upTo: string) => void;
  /** Call when the server has this receipt already, from another tab or device. */
  acknowledge: (userId: string, upTo: string) => void;
  /** Sends pending receipts immediately, because the network may be available again. */
  retryNow: () => void;
  reset: () => void;
}

interface PendingReceipt {
  upTo: string;
  timer: ReturnType<typeof setTimeout> | undefined;
  isRunning: boolean;
}

/** Sends the latest receipt for each sender, and retries after a failure. */
function createReceiptSender(
  kind: 'delivered' | 'read',
  delayMs: () => number,
  onAcknowledged: OnAcknowledged,
): ReceiptSender {
  const pending = new Map<string, PendingReceipt>();
  /** The last receipt that the server has, by sender. */
  const acknowledged = new Map<string, string>();
  const backoff = createBackoff();

  function schedule(userId: string, receipt: PendingReceipt, waitMs: number): void {
    clearTimeout(receipt.timer);
    receipt.timer = setTimeout(() => void send(userId, receipt), waitMs);
  }

  async function send(userId: string, receipt: PendingReceipt): Promise<void> {
    if (receipt.isRunning || pending.get(userId) !== receipt) return;
    const { upTo } = receipt;
    const requestedAt = performance.now();
    receipt.isRunning = true;
    try {
      const unreadCount = await messageApi.sendReceipt(kind, userId, upTo);
      backoff.reset();
      if (pending.get(userId) !== receipt) return;
      acknowledge(userId, upTo);
      onAcknowledged(userId, unreadCount, requestedAt);
      if (pending.has(userId)) schedule(userId, receipt, 0);
    } catch (error) {
      if (pending.get(userId) !== receipt) return;
      // An internal error may be temporary, and the user cannot repeat a receipt.
      if (isPermanentFailure(error) && error.status < 500) acknowledge(userId, upTo);
      else schedule(userId, receipt, backoff.next());
    } finally {
      receipt.isRunning = false;
    }
  }

  function acknowledge(userId: string, upTo: string): void {
    acknowledged.set(userId, upTo);
    const receipt = pending.get(userId);
    if (receipt?.upTo !== upTo) return;
    clearTimeout(receipt.timer);
    pending.delete(userId);
  }

  return {
    queue(userId, upTo) {
      if (acknowledged.get(userId) === upTo) return;
      const receipt = pending.get(userId);
      if (!receipt) {
        const first: PendingReceipt = { upTo, timer: undefined, isRunning: false };
        pending.set(userId, first);
        schedule(userId, first, delayMs());
      } else receipt.upTo = upTo;
    },
    acknowledge,
    retryNow() {
      backoff.reset();
      for (const [userId, receipt] of pending) schedule(userId, receipt, 0);
    },
    reset() {
      for (const { timer } of pending.values()) clearTimeout(timer);
      pending.clear();
      acknowledged.clear();
      backoff.reset();
    },
  };
}

export function createReadReceipts(onAcknowledged: OnAcknowledged): ReceiptSender {
  return createReceiptSender('read', () => READ_BATCH_DELAY_MS, onAcknowledged);
}

interface DeliveryReceipts extends ReceiptSender {
  /** Queues receipts for the unread messages of a list of contacts. */
  queueContacts: (contacts: readonly Contact[]) => void;
  /** After a reconnect, queues receipts for unread messages of senders who are not in the loaded list. */
  catchUp: (listed: readonly Contact[]) => Promise<void>;
}

export function createDeliveryReceipts(onAcknowledged: OnAcknowledged): DeliveryReceipts {
  const delayMs = () => DELIVERY_BATCH_DELAY_MS * (0.25 + Math.random() * 0.75);
  const sender = createReceiptSender('delivered', delayMs, onAcknowledged);
  const session = createStaleGuard();

  function queueContacts(contacts: readonly Contact[]): void {
    for (const { _id, lastMessage, unreadCount } of contacts) {
      // The last message may be the user's own; the server moves the receipt to the sender's newest one before it.
      if (unreadCount > 0 && lastMessage) sender.queue(_id, lastMessage._id);
    }
  }

  return {
    ...sender,

    queueContacts,

    async catchUp(listed) {
      const isSessionOver = session.track();
      const listedIds = new Set(listed.map(({ _id }) => _id));
      const senderIds = Object.keys(useUnreadStore.getState().byUser);
      const unlisted = senderIds.filter((userId) => !listedIds.has(userId));
      if (unlisted.length === 0) return;
      try {
        const { contacts } = await messageApi.listContacts('', null);
        if (isSessionOver()) return;
        queueContacts(contacts);
        const fetchedIds = new Set(contacts.map(({ _id }) => _id));
        for (const userId of unlisted.filter((id) => !fetchedIds.has(id)).slice(0, MAX_LOOKUPS)) {
          const last = await fetchLastMessage(userId);
          if (isSessionOver()) return;
          if (last) sender.queue(userId, last._id);
        }
      } catch {
        // The next connect tries again.
      }
    },

    reset() {
      session.invalidate();
      sender.reset();
    },
  };
}

async function fetchLastMessage(userId: string): Promise<Message | undefined> {
  const page = await messageApi.listMessages(userId, {}, 1);
  return page.messages_between_sender_receiver[0];
}
