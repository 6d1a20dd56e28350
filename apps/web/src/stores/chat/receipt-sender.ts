import * as messageApi from '../../api/message.api.ts';
import { isPermanentFailure } from '../../lib/api-client.ts';
import { createBackoff } from '../../lib/backoff.ts';

export interface ReceiptSender {
  /** That person's messages up to this one have arrived, are read. Several wishes in one go become one call. */
  queue: (userId: string, upTo: string) => void;
  /** Another tab or device has done it. */
  acknowledge: (userId: string, upTo: string) => void;
  /** The line is back: what waits is tried at once. */
  retryNow: () => void;
  reset: () => void;
}

interface PendingReceipt {
  upTo: string;
  timer: ReturnType<typeof setTimeout> | undefined;
  isRunning: boolean;
}

interface ReceiptSenderOptions {
  kind: 'delivered' | 'read';
  /** Gathers what comes at once, ms. */
  delayMs: () => number;
  /** @param unreadCount - of that person's messages, by the server. */
  onAcknowledged: (userId: string, unreadCount: number, requestedAt: number) => void;
}

/** Tells the server of marks, the latest of each person, again after a failure. */
export function createReceiptSender({ kind, delayMs, onAcknowledged }: ReceiptSenderOptions): ReceiptSender {
  const pending = new Map<string, PendingReceipt>();
  /** The last one that the server knows, by person. */
  const acknowledged = new Map<string, string>();
  const backoff = createBackoff();

  function schedule(userId: string, receipt: PendingReceipt, wait: number): void {
    clearTimeout(receipt.timer);
    receipt.timer = setTimeout(() => void send(userId, receipt), wait);
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
      if (isPermanentFailure(error)) acknowledge(userId, upTo);
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
