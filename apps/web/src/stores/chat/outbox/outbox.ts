import type { Message } from '@safarnama/contracts';
import { ApiError, errorMessage, isPermanentFailure } from '../../../lib/api-client.ts';
import { type Backoff, createBackoff } from '../../../lib/backoff.ts';
import type { OutgoingMessage } from '../chat-types.ts';
import { type ChatStorage, type OutboxRecord, sortByCreatedAt } from './chat-db.ts';
import { acquireLeadership } from './tab-leadership.ts';

/** A try whose body has stood still for so long is given up: the line swallows it. */
const STALL_MS = 20_000;
/** A picture that has gone out is worked on by the server. */
const PICTURE_STALL_MS = 60_000;

/** When the line comes back, a try that has not moved for so long is made anew. */
const STALLED_AFTER_MS = 5_000;

export interface OutboxDeps {
  storage: ChatStorage;
  /** @throws as `request` does. */
  send: (
    record: OutboxRecord,
    options: { signal: AbortSignal; onProgress: (sent: number) => void },
  ) => Promise<Message>;
  /** Whether the session of the browser is still this person's. @throws without an answer. */
  isStillSignedIn: (ownerId: string) => Promise<boolean>;
  /** The list has changed. */
  onChange: (outgoing: readonly OutgoingMessage[]) => void;
  /** The server has it. */
  onSent: (message: Message) => void;
  /** The server has refused what was written in this tab. */
  onRejected: (message: OutgoingMessage, reason: string) => void;
  /** What a refusal without words says. */
  rejectionFallback: string;
}

export interface Outbox {
  add: (record: OutboxRecord) => Promise<void>;
  retry: (clientMessageId: string) => void;
  discard: (clientMessageId: string) => void;
  /** The server has these: they came as an event, or in a page. */
  confirm: (messages: readonly Message[]) => void;
  /** The line may be back: whatever waits is tried now. */
  retryNow: () => void;
  stop: () => void;
}

/** What tabs tell each other. */
type TabMessage =
  | { kind: 'kick' }
  | { kind: 'added' | 'removed' | 'retry'; id: string }
  | { kind: 'state'; id: string; change: Pick<OutgoingMessage, 'state' | 'progress' | 'error'> }
  | { kind: 'sent'; id: string; message: Message };

/**
 * The unsent messages of one person on this device. All tabs show them; the one that leads sends them, those to one
 * receiver in their order, one after the other. None leaves before it is kept on the device, and none is forgotten
 * before the server has it, has refused it, or the person discards it.
 */
export function startOutbox(ownerId: string, deps: OutboxDeps): Outbox {
  const { storage } = deps;
  const name = `safarnama-outbox-${ownerId}`;
  let list: readonly OutgoingMessage[] = [];
  let isLeader = false;
  let isStopped = false;
  /** Written in this tab: a refusal gives the words back here. */
  const ownIds = new Set<string>();
  /** Shown already, not in the storage yet. */
  const unsavedIds = new Set<string>();
  /** Gone, by whatever road: what another road still has of them is old. */
  const droppedIds = new Set<string>();
  /** By receiver: who is being sent to, and what ends the try. */
  const running = new Map<string, { id: string; abort: AbortController; stallTimer: StallTimer }>();
  const backoff: Backoff = createBackoff();
  let retryTimer: ReturnType<typeof setTimeout> | undefined;
  let retryAt = 0;
  /** Before this the server wants no further try, however good the line is. */
  let serverRetryAt = 0;
  const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(name);

  const broadcast = (tabMessage: TabMessage) => {
    // What ends after the sign-out finds the channel closed.
    if (!isStopped) channel?.postMessage(tabMessage);
  };

  function publish(next: readonly OutgoingMessage[]): void {
    if (isStopped) return;
    list = next;
    deps.onChange(list);
  }

  function change(id: string, patch: Partial<OutgoingMessage>): void {
    publish(list.map((item) => (item.clientMessageId === id ? withPatch(item, patch) : item)));
  }

  function changeEverywhere(id: string, patch: Pick<OutgoingMessage, 'state' | 'progress' | 'error'>): void {
    change(id, patch);
    broadcast({ kind: 'state', id, change: patch });
  }

  function drop(id: string): void {
    droppedIds.add(id);
    for (const [, { id: runningId, abort }] of running) if (runningId === id) abort.abort();
    if (list.some((item) => item.clientMessageId === id)) {
      publish(list.filter((item) => item.clientMessageId !== id));
    }
  }

  async function removeEverywhere(id: string): Promise<void> {
    drop(id);
    await storage.removeOutgoing(id);
  }

  /** Shows what is kept: what other tabs have added, and no more what they have done away with. */
  async function load(): Promise<void> {
    const records = await storage.listOutbox(ownerId);
    // What is shown is all that is known then.
    if (records === null) return;
    const knownById = new Map(list.map((item) => [item.clientMessageId, item]));
    const stored = records
      .filter(({ clientMessageId }) => !droppedIds.has(clientMessageId))
      .map((record) => knownById.get(record.clientMessageId) ?? toOutgoing(record));
    const storedIds = new Set(stored.map(({ clientMessageId }) => clientMessageId));
    const unsaved = list.filter(({ clientMessageId: id }) => unsavedIds.has(id) && !storedIds.has(id));
    publish(sortByCreatedAt([...stored, ...unsaved]));
  }

  /** Starts whatever may go out now: the first message to each receiver that nothing is on its way to. */
  function sendNext(): void {
    if (isStopped || Date.now() < retryAt) return;
    const blockedReceivers = new Set<string>();
    for (const message of list) {
      const { clientMessageId: id, receiverId, state } = message;
      if (state === 'failed' || running.has(receiverId) || blockedReceivers.has(receiverId)) continue;
      if (unsavedIds.has(id)) blockedReceivers.add(receiverId);
      // What other tabs do not see only this one can send.
      else if (isLeader || storage.isInMemoryOnly(id)) void attempt(message);
    }
  }

  async function attempt(message: OutgoingMessage): Promise<void> {
    const { clientMessageId: id, receiverId } = message;
    const abort = new AbortController();
    const stallTimer = createStallTimer(abort, message.image !== '');
    running.set(receiverId, { id, abort, stallTimer });
    changeEverywhere(id, { state: 'sending', progress: message.image === '' ? null : 0 });
    try {
      if (!(await abortable(deps.isStillSignedIn(ownerId), abort.signal))) throw new ApiError(401, '', '');
      // What it says is read where it is kept: another tab may have discarded it.
      const storedRecord = await storage.findOutgoing(id);
      abort.signal.throwIfAborted();
      const record = storedRecord === null ? toRecord(message, ownerId) : storedRecord;
      if (record) {
        const stored = await deps.send(record, {
          signal: abort.signal,
          onProgress: (sent) => {
            stallTimer.recordProgress(sent);
            if (message.image !== '') changeEverywhere(id, { state: 'sending', progress: sent });
          },
        });
        await accept(id, stored);
      } else drop(id);
      backoff.reset();
    } catch (error) {
      if (!droppedIds.has(id) && !isStopped) await handleFailure(message, error);
    } finally {
      stallTimer.stop();
      running.delete(receiverId);
      sendNext();
    }
  }

  async function accept(id: string, stored: Message): Promise<void> {
    if (isStopped) return void (await storage.removeOutgoing(id));
    // Shown as stored before it is taken off the list, so that it never is in neither.
    broadcast({ kind: 'sent', id, message: stored });
    deps.onSent(stored);
    await removeEverywhere(id);
  }

  async function handleFailure(message: OutgoingMessage, error: unknown): Promise<void> {
    const id = message.clientMessageId;
    if (isPermanentFailure(error)) {
      const reason = errorMessage(error, deps.rejectionFallback);
      const record = await storage.findOutgoing(id);
      if (record) await storage.putOutgoing({ ...record, error: reason });
      changeEverywhere(id, { state: 'failed', progress: null, error: reason });
      reportRejection(id, reason);
      return;
    }
    for (const other of list) {
      if (other.receiverId === message.receiverId && other.state === 'sending') {
        changeEverywhere(other.clientMessageId, { state: 'waiting', progress: null });
      }
    }
    const retryAfterMs = error instanceof ApiError ? (error.retryAfterMs ?? 0) : 0;
    if (retryAfterMs > 0) serverRetryAt = Math.max(serverRetryAt, Date.now() + retryAfterMs);
    // The line is one: what fails beside it makes nobody wait longer, unless the server asks for it.
    if (retryAfterMs > 0 || Date.now() >= retryAt)
      scheduleRetry(Math.max(serverRetryAt - Date.now(), backoff.next()));
  }

  function reportRejection(id: string, reason: string): void {
    const message = list.find((item) => item.clientMessageId === id);
    if (message && ownIds.delete(id)) deps.onRejected(message, reason);
  }

  function scheduleRetry(ms: number): void {
    retryAt = Date.now() + ms;
    clearTimeout(retryTimer);
    retryTimer = setTimeout(() => {
      retryAt = 0;
      serverRetryAt = 0;
      sendNext();
    }, ms);
  }

  function retryNow(): void {
    if (isStopped) return;
    // The tab that sends may be one that nobody looks at: its timers are slow.
    if (!isLeader) broadcast({ kind: 'kick' });
    if (Date.now() < serverRetryAt) return;
    clearTimeout(retryTimer);
    retryAt = 0;
    backoff.reset();
    // A try that began on the old line and stands still would only end with its time.
    for (const { abort, stallTimer } of running.values()) if (stallTimer.isStalled()) abort.abort();
    void load().then(sendNext);
  }

  function resume(id: string): void {
    const message = list.find((item) => item.clientMessageId === id);
    if (message?.state === 'failed') change(id, { state: 'waiting', progress: null });
    retryNow();
  }

  if (channel) {
    channel.onmessage = ({ data: tabMessage }: MessageEvent<TabMessage>) => {
      if (isStopped) return;
      if (tabMessage.kind === 'added') void load().then(sendNext);
      else if (tabMessage.kind === 'kick') {
        if (isLeader) retryNow();
      } else if (tabMessage.kind === 'retry') resume(tabMessage.id);
      else if (tabMessage.kind === 'state') {
        change(tabMessage.id, tabMessage.change);
        if (tabMessage.change.state === 'failed')
          reportRejection(tabMessage.id, tabMessage.change.error ?? deps.rejectionFallback);
      } else {
        if (tabMessage.kind === 'sent') deps.onSent(tabMessage.message);
        drop(tabMessage.id);
      }
    };
  }
  void load();
  const releaseLeadership = acquireLeadership(name, {
    onAcquired() {
      isLeader = true;
      // The tab that led before may have kept something in its last moment.
      void load().then(sendNext);
    },
    onLost() {
      isLeader = false;
      // Nobody would hear their answers before the tab wakes; the next one sends them with the same ids.
      for (const { abort } of running.values()) abort.abort();
    },
  });

  return {
    async add(record) {
      const id = record.clientMessageId;
      ownIds.add(id);
      unsavedIds.add(id);
      const isWaiting = Date.now() < retryAt;
      publish([...list, { ...toOutgoing(record), state: isWaiting ? 'waiting' : 'sending' }]);
      await storage.putOutgoing(record);
      unsavedIds.delete(id);
      // Discarded before it was even kept.
      if (droppedIds.has(id)) return storage.removeOutgoing(id);
      broadcast({ kind: 'added', id });
      sendNext();
    },
    retry(id) {
      ownIds.add(id);
      void (async () => {
        const record = await storage.findOutgoing(id);
        if (record === undefined) return;
        if (record !== null) {
          const { error: _refused, ...retriedRecord } = record;
          await storage.putOutgoing(retriedRecord);
        }
        broadcast({ kind: 'retry', id });
        resume(id);
      })();
    },
    discard(id) {
      broadcast({ kind: 'removed', id });
      void removeEverywhere(id);
    },
    confirm(messages) {
      for (const message of messages) {
        const id = message.clientMessageId;
        if (id === undefined || !list.some((item) => item.clientMessageId === id)) continue;
        // With the message: a tab whose own try is ended by this has no answer to show.
        broadcast({ kind: 'sent', id, message });
        void removeEverywhere(id);
      }
    },
    retryNow,
    stop() {
      isStopped = true;
      clearTimeout(retryTimer);
      channel?.close();
      releaseLeadership();
      for (const { abort } of running.values()) abort.abort();
    },
  };
}

/** Ends with the signal what cannot be ended itself. */
function abortable<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    work.then(resolve, reject);
  });
}

function withPatch(message: OutgoingMessage, patch: Partial<OutgoingMessage>): OutgoingMessage {
  const { error: _before, ...rest } = message;
  return { ...rest, ...patch };
}

function toOutgoing({ ownerId: _owner, error, ...record }: OutboxRecord): OutgoingMessage {
  return {
    ...record,
    progress: null,
    ...(error === undefined ? { state: 'sending' } : { state: 'failed', error }),
  };
}

function toRecord(message: OutgoingMessage, ownerId: string): OutboxRecord {
  const { state: _state, progress: _progress, error: _error, ...record } = message;
  return { ...record, ownerId };
}

interface StallTimer {
  recordProgress: (sent: number) => void;
  /** Nothing has moved for a while. */
  isStalled: () => boolean;
  stop: () => void;
}

/** Ends a try that stands still, as on a line that swallows everything and never closes. */
function createStallTimer(abort: AbortController, hasPicture: boolean): StallTimer {
  let lastProgressAt = Date.now();
  const stop = () => clearTimeout(timer);
  const startTimer = (ms: number) => setTimeout(() => abort.abort(), ms);
  let timer = startTimer(STALL_MS);
  return {
    recordProgress(sent) {
      stop();
      lastProgressAt = Date.now();
      timer = startTimer(hasPicture && sent >= 1 ? PICTURE_STALL_MS : STALL_MS);
    },
    isStalled: () => Date.now() - lastProgressAt > STALLED_AFTER_MS,
    stop,
  };
}
