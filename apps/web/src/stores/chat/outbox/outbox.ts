import type { Message } from '@safarnama/contracts';
import { ApiError } from '../../../lib/api-client.ts';
import { type Attempt, startAttempt } from '../../../lib/attempt.ts';
import { createRetry } from '../../../lib/backoff.ts';
import { DEFAULT_MESSAGES } from '../../../lib/default-messages.ts';
import { isPermanentFailure } from '../../../lib/failures.ts';
import { openTabChannel } from '../../../lib/tab-channel.ts';
import type { ChatStorage } from '../chat-storage.ts';
import { toFailure } from '../failure.ts';
import { type LeaderMessage, startLeader } from './leader.ts';
import {
  type OutboxRecord,
  type OutgoingMessage,
  type SendingPatch,
  sortByCreatedAt,
  toOutgoing,
  toRecord,
  withPatch,
} from './outgoing-message.ts';
import { createRetrySchedule } from './retry-schedule.ts';

export interface OutboxDeps {
  storage: ChatStorage;
  /** @throws like `request`. */
  send: (
    record: OutboxRecord,
    options: { signal: AbortSignal; onProgress: (sent: number) => void },
  ) => Promise<Message>;
  /** Whether the session of the browser still belongs to this user. @throws like `request`. */
  isStillSignedIn: (ownerId: string) => Promise<boolean>;
  /** The list has changed. */
  onChange: (outgoing: readonly OutgoingMessage[]) => void;
  /** The server has stored the message. */
  onSent: (message: Message) => void;
  /** The server has rejected a message that was written in this tab. */
  onRejected: (message: OutgoingMessage, error: string) => void;
}

/** The limits of messages start again after a minute; those of pictures after up to an hour. */
const MAX_MESSAGE_LIMIT_MS = 60_000;

/** Whether the server accepts no picture for a long time, but messages without one. */
function isPictureLimit({ image }: OutgoingMessage, error: unknown): error is ApiError {
  const isLimit = error instanceof ApiError && error.status === 429;
  return isLimit && image !== '' && (error.retryAfterMs ?? 0) > MAX_MESSAGE_LIMIT_MS;
}

/** A message between the outboxes of the tabs of one user. */
type TabMessage =
  | LeaderMessage
  | { kind: 'retryNow' }
  | { kind: 'added' | 'removed' | 'retry'; id: string }
  | { kind: 'state'; id: string; change: SendingPatch }
  | { kind: 'sent'; id: string; message: Message };

export interface Outbox {
  /** @param onSafe - called once the message is saved on the device, sent or discarded. */
  add: (record: OutboxRecord, onSafe?: () => void) => Promise<void>;
  retry: (clientMessageId: string) => void;
  discard: (clientMessageId: string) => void;
  /** Removes messages that the server has stored, according to an event or a page. */
  confirm: (messages: readonly Message[]) => void;
  /** Retries everything pending immediately, because the network may be available again. */
  retryNow: () => void;
  stop: () => void;
}

/**
 * Sends the unsent messages of one user on this device. Every tab shows them; the leading tab sends them, one at a time
 * and in order for each receiver. A message is sent only after it was saved on the device, or in the memory of its tab
 * if the device cannot save it. It is removed only after the server stored it, the server rejected it and its text is
 * back in the draft, or the user discarded it.
 */
export function startOutbox(ownerId: string, deps: OutboxDeps): Outbox {
  const { storage } = deps;
  const name = `safarnama-outbox-${ownerId}`;
  let list: readonly OutgoingMessage[] = [];
  let isStopped = false;
  /** Ids of messages written in this tab, which restores their drafts after a rejection. */
  const ownIds = new Set<string>();
  /** Ids of messages that are shown, but not saved on the device yet. */
  const unsavedIds = new Set<string>();
  /** The `onSafe` callbacks of messages that are not saved on the device. */
  const onSafeById = new Map<string, () => void>();
  /** Ids of messages sent or discarded: later reports about them from the device or another tab are out of date. */
  const droppedIds = new Set<string>();
  /** Running attempts by receiver, each with the id of its message. */
  const attempts = new Map<string, Attempt & { id: string }>();
  const schedule = createRetrySchedule(sendNext);
  const loadRetry = createRetry(loadAndSend);
  const channel = openTabChannel<TabMessage>(name, handleTabMessage);

  function publish(next: readonly OutgoingMessage[]): void {
    if (isStopped) return;
    list = next;
    deps.onChange(list);
  }

  function find(id: string): OutgoingMessage | undefined {
    return list.find(({ clientMessageId }) => clientMessageId === id);
  }

  function change(id: string, patch: SendingPatch): void {
    publish(list.map((item) => (item.clientMessageId === id ? withPatch(item, patch) : item)));
  }

  function changeEverywhere(id: string, patch: SendingPatch): void {
    change(id, patch);
    channel.post({ kind: 'state', id, change: patch });
  }

  function reportSafe(id: string): void {
    onSafeById.get(id)?.();
    onSafeById.delete(id);
  }

  function drop(id: string): void {
    droppedIds.add(id);
    reportSafe(id);
    for (const attempt of attempts.values()) if (attempt.id === id) attempt.abort();
    if (find(id)) publish(list.filter(({ clientMessageId }) => clientMessageId !== id));
  }

  async function remove(id: string): Promise<void> {
    drop(id);
    await storage.removeOutgoing(id);
  }

  /** Shows the messages stored on the device, which other tabs also change. */
  async function load(): Promise<void> {
    const records = await storage.listOutbox(ownerId);
    // Until the device can be read, only the list in memory is shown.
    if (records === null) {
      if (!isStopped) loadRetry.later();
      return;
    }
    loadRetry.reset();
    const stored = records
      .filter(({ clientMessageId }) => !droppedIds.has(clientMessageId))
      .map((record) => find(record.clientMessageId) ?? toOutgoing(record));
    const storedIds = new Set(stored.map(({ clientMessageId }) => clientMessageId));
    const unsaved = list.filter(({ clientMessageId: id }) => unsavedIds.has(id) && !storedIds.has(id));
    publish(sortByCreatedAt([...stored, ...unsaved]));
  }

  async function loadAndSend(): Promise<void> {
    await load();
    sendNext();
  }

  /** Starts an attempt for the first pending message of each receiver without a running attempt. */
  function sendNext(): void {
    if (isStopped || schedule.isWaiting()) return;
    const waitingReceivers = new Set<string>();
    for (const message of list) {
      const { clientMessageId: id, receiverId, state } = message;
      if (state === 'failed' || attempts.has(receiverId) || waitingReceivers.has(receiverId)) continue;
      if (unsavedIds.has(id)) waitingReceivers.add(receiverId);
      // The leader cannot see a message in this tab's memory, which waits for the earlier ones that the leader sends.
      else if (leader.isLeading() || storage.isInMemoryOnly(id)) void attemptSend(message);
      else waitingReceivers.add(receiverId);
    }
  }

  async function attemptSend(message: OutgoingMessage): Promise<void> {
    const { clientMessageId: id, receiverId } = message;
    const hasPicture = message.image !== '';
    const attempt = { id, ...startAttempt(hasPicture) };
    const { signal } = attempt;
    attempts.set(receiverId, attempt);
    changeEverywhere(id, { state: 'sending', progress: hasPicture ? 0 : null });
    try {
      if (!(await attempt.abortable(deps.isStillSignedIn(ownerId)))) throw new ApiError(401, '', '');
      // Another tab may have discarded the message.
      const stored = await storage.findOutgoing(id);
      signal.throwIfAborted();
      const record = stored === null ? toRecord(message, ownerId) : stored;
      if (record) {
        const sending = deps.send(record, {
          signal,
          onProgress(progress) {
            attempt.recordProgress(progress);
            if (hasPicture) changeEverywhere(id, { state: 'sending', progress });
          },
        });
        // The script that sends the request may still be loading, which the signal does not abort.
        await accept(id, await attempt.abortable(sending));
      } else drop(id);
      schedule.recordSuccess();
    } catch (error) {
      if (!droppedIds.has(id) && !isStopped) await handleFailure(message, error);
    } finally {
      attempt.end();
      attempts.delete(receiverId);
      sendNext();
    }
  }

  async function accept(id: string, sent: Message): Promise<void> {
    if (isStopped) return void (await storage.removeOutgoing(id));
    // Shows the message as sent before it leaves the outbox, so that it is on the screen at all times.
    channel.post({ kind: 'sent', id, message: sent });
    deps.onSent(sent);
    await remove(id);
  }

  async function handleFailure(message: OutgoingMessage, error: unknown): Promise<void> {
    if (isPermanentFailure(error) || isPictureLimit(message, error)) {
      await reject(message.clientMessageId, error);
      return;
    }
    for (const { clientMessageId, receiverId, state } of list) {
      if (receiverId === message.receiverId && state === 'sending') {
        changeEverywhere(clientMessageId, { state: 'waiting', progress: null });
      }
    }
    schedule.recordFailure(error instanceof ApiError ? (error.retryAfterMs ?? 0) : 0);
  }

  async function reject(id: string, cause: ApiError): Promise<void> {
    const failure = toFailure(cause, DEFAULT_MESSAGES.messageSend);
    const record = await storage.findOutgoing(id);
    if (record && !droppedIds.has(id)) await storage.putOutgoing({ ...record, ...failure });
    changeEverywhere(id, { state: 'failed', progress: null, ...failure });
    reportRejection(id, failure.error);
  }

  function reportRejection(id: string, error: string): void {
    // After a sign-out, the message stays on the device as failed.
    const message = isStopped ? undefined : find(id);
    if (message && ownIds.delete(id)) deps.onRejected(message, error);
  }

  function retryNow(): void {
    if (isStopped) return;
    // The leader may be a hidden tab, whose timers are slow.
    if (!leader.isLeading()) channel.post({ kind: 'retryNow' });
    if (!schedule.skipWait()) return;
    // An attempt that began before the network changed would otherwise wait for its timeout.
    for (const attempt of attempts.values()) if (attempt.isStalled()) attempt.abort();
    void loadAndSend();
  }

  function resume(id: string): void {
    if (find(id)?.state === 'failed') change(id, { state: 'waiting', progress: null });
    retryNow();
  }

  function handleTabMessage(tabMessage: TabMessage): void {
    switch (tabMessage.kind) {
      case 'checkLeader':
      case 'leading':
        leader.handle(tabMessage.kind);
        break;
      case 'added':
        void loadAndSend();
        break;
      case 'retryNow':
        if (leader.isLeading()) retryNow();
        break;
      case 'retry':
        resume(tabMessage.id);
        break;
      case 'state': {
        const { id, change: patch } = tabMessage;
        change(id, patch);
        if (patch.state === 'failed') {
          reportRejection(id, patch.error ?? DEFAULT_MESSAGES.messageSend);
          sendNext();
        }
        break;
      }
      case 'sent':
        deps.onSent(tabMessage.message);
        drop(tabMessage.id);
        sendNext();
        break;
      case 'removed':
        drop(tabMessage.id);
        sendNext();
    }
  }

  /** Asks for confirmation before a message that is only in this tab's memory is lost. */
  function warnBeforeUnload(event: BeforeUnloadEvent): void {
    if (list.some(({ clientMessageId }) => storage.isInMemoryOnly(clientMessageId))) event.preventDefault();
  }

  function abortAttempts(): void {
    for (const { abort } of attempts.values()) abort();
  }

  void load();
  const leader = startLeader({
    name,
    hasPending: () => list.some(({ state }) => state !== 'failed'),
    post: channel.post,
    // The previous leader may have saved a message just before it ended.
    onAcquired: () => void loadAndSend(),
    // A suspended tab cannot receive the responses; the next leader sends the messages with the same ids.
    onLost: abortAttempts,
  });

  return {
    async add(record, onSafe = () => undefined) {
      const id = record.clientMessageId;
      ownIds.add(id);
      unsavedIds.add(id);
      onSafeById.set(id, onSafe);
      publish([...list, { ...toOutgoing(record), state: schedule.isWaiting() ? 'waiting' : 'sending' }]);
      await storage.putOutgoing(record);
      unsavedIds.delete(id);
      if (storage.isInMemoryOnly(id)) window.addEventListener('beforeunload', warnBeforeUnload);
      else reportSafe(id);
      // The message was discarded while it was being saved.
      if (droppedIds.has(id)) return storage.removeOutgoing(id);
      channel.post({ kind: 'added', id });
      sendNext();
    },
    retry(id) {
      ownIds.add(id);
      void (async () => {
        const record = await storage.findOutgoing(id);
        if (record === undefined || droppedIds.has(id)) return;
        if (record !== null) {
          const { error: _error, errorCode: _code, ...retried } = record;
          await storage.putOutgoing(retried);
        }
        channel.post({ kind: 'retry', id });
        resume(id);
      })();
    },
    discard(id) {
      channel.post({ kind: 'removed', id });
      void remove(id);
    },
    confirm(messages) {
      for (const message of messages) {
        const id = message.clientMessageId;
        if (id === undefined || !find(id)) continue;
        // Includes the message, because a tab whose attempt is aborted by this has no response to show.
        channel.post({ kind: 'sent', id, message });
        void remove(id);
      }
    },
    retryNow,
    stop() {
      isStopped = true;
      schedule.stop();
      loadRetry.cancel();
      channel.close();
      window.removeEventListener('beforeunload', warnBeforeUnload);
      leader.stop();
      abortAttempts();
    },
  };
}
