import type { Message } from '@safarnama/contracts';
import { ApiError, errorMessage, isRefusal } from '../../lib/api-client.ts';
import { type BackOff, createBackOff } from '../../lib/back-off.ts';
import type { OutgoingMessage } from '../chat-types.ts';
import { type ChatStorage, inOrderOfWriting, type OutboxRecord } from './chat-db.ts';
import { takeLead } from './tab-lead.ts';

/** A try whose body has stood still for so long is given up: the line swallows it. */
const STALL_MS = 20_000;
/** A picture that has gone out is worked on by the server. */
const PICTURE_STALL_MS = 60_000;

/** When the line comes back, a try that has not moved for so long is made anew. */
const STILL_MS = 5_000;

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
  onRefused: (message: OutgoingMessage, reason: string) => void;
  /** What a refusal without words says. */
  refusalFallback: string;
}

export interface Outbox {
  add: (record: OutboxRecord) => Promise<void>;
  retry: (clientMessageId: string) => void;
  discard: (clientMessageId: string) => void;
  /** The server has these: they came as an event, or in a page. */
  confirm: (messages: readonly Message[]) => void;
  /** The line may be back: whatever waits is tried now. */
  kick: () => void;
  stop: () => void;
}

/** What tabs tell each other. */
type TabNote =
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
  let isLeading = false;
  let isStopped = false;
  /** Written in this tab: a refusal gives the words back here. */
  const ownIds = new Set<string>();
  /** Shown already, not in the storage yet. */
  const beingKept = new Set<string>();
  /** Gone, by whatever road: what another road still has of them is old. */
  const goneIds = new Set<string>();
  /** By receiver: who is being sent to, and what ends the try. */
  const running = new Map<string, { id: string; abort: AbortController; watch: StallWatch }>();
  const backOff: BackOff = createBackOff();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let waitsUntil = 0;
  /** Before this the server wants no further try, however good the line is. */
  let askedUntil = 0;
  const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(name);

  const tell = (note: TabNote) => {
    // What ends after the sign-out finds the channel closed.
    if (!isStopped) channel?.postMessage(note);
  };

  function show(next: readonly OutgoingMessage[]): void {
    if (isStopped) return;
    list = next;
    deps.onChange(list);
  }

  function change(id: string, to: Partial<OutgoingMessage>): void {
    show(list.map((one) => (one.clientMessageId === id ? withChange(one, to) : one)));
  }

  function changeEverywhere(id: string, to: Pick<OutgoingMessage, 'state' | 'progress' | 'error'>): void {
    change(id, to);
    tell({ kind: 'state', id, change: to });
  }

  function drop(id: string): void {
    goneIds.add(id);
    for (const [, { id: runningId, abort }] of running) if (runningId === id) abort.abort();
    if (list.some((one) => one.clientMessageId === id)) {
      show(list.filter((one) => one.clientMessageId !== id));
    }
  }

  async function forget(id: string): Promise<void> {
    drop(id);
    await storage.removeOutgoing(id);
  }

  /** Shows what is kept: what other tabs have added, and no more what they have done away with. */
  async function load(): Promise<void> {
    const records = await storage.listOutbox(ownerId);
    // What is shown is all that is known then.
    if (records === null) return;
    const known = new Map(list.map((one) => [one.clientMessageId, one]));
    const kept = records
      .filter(({ clientMessageId }) => !goneIds.has(clientMessageId))
      .map((record) => known.get(record.clientMessageId) ?? shownOf(record));
    const keptIds = new Set(kept.map(({ clientMessageId }) => clientMessageId));
    const onTheirWay = list.filter(({ clientMessageId: id }) => beingKept.has(id) && !keptIds.has(id));
    show(inOrderOfWriting([...kept, ...onTheirWay]));
  }

  /** Starts whatever may go out now: the first message to each receiver that nothing is on its way to. */
  function pump(): void {
    if (isStopped || Date.now() < waitsUntil) return;
    const held = new Set<string>();
    for (const message of list) {
      const { clientMessageId: id, receiverId, state } = message;
      if (state === 'failed' || running.has(receiverId) || held.has(receiverId)) continue;
      if (beingKept.has(id)) held.add(receiverId);
      // What other tabs do not see only this one can send.
      else if (isLeading || storage.isOnlyHere(id)) void attempt(message);
    }
  }

  async function attempt(message: OutgoingMessage): Promise<void> {
    const { clientMessageId: id, receiverId } = message;
    const abort = new AbortController();
    const watch = createStallWatch(abort, message.image !== '');
    running.set(receiverId, { id, abort, watch });
    changeEverywhere(id, { state: 'sending', progress: message.image === '' ? null : 0 });
    try {
      if (!(await unlessAborted(deps.isStillSignedIn(ownerId), abort.signal)))
        throw new ApiError(401, '', '');
      // What it says is read where it is kept: another tab may have discarded it.
      const kept = await storage.findOutgoing(id);
      abort.signal.throwIfAborted();
      const record = kept === null ? recordOf(message, ownerId) : kept;
      if (record) {
        const stored = await deps.send(record, {
          signal: abort.signal,
          onProgress: (sent) => {
            watch.move(sent);
            if (message.image !== '') changeEverywhere(id, { state: 'sending', progress: sent });
          },
        });
        await accept(id, stored);
      } else drop(id);
      backOff.reset();
    } catch (error) {
      if (!goneIds.has(id) && !isStopped) await handleFailure(message, error);
    } finally {
      watch.end();
      running.delete(receiverId);
      pump();
    }
  }

  async function accept(id: string, stored: Message): Promise<void> {
    if (isStopped) return void (await storage.removeOutgoing(id));
    // Shown as stored before it is taken off the list, so that it never is in neither.
    tell({ kind: 'sent', id, message: stored });
    deps.onSent(stored);
    await forget(id);
  }

  async function handleFailure(message: OutgoingMessage, error: unknown): Promise<void> {
    const id = message.clientMessageId;
    if (isRefusal(error)) {
      const reason = errorMessage(error, deps.refusalFallback);
      const record = await storage.findOutgoing(id);
      if (record) await storage.putOutgoing({ ...record, error: reason });
      changeEverywhere(id, { state: 'failed', progress: null, error: reason });
      noteRefusal(id, reason);
      return;
    }
    for (const one of list) {
      if (one.receiverId === message.receiverId && one.state === 'sending') {
        changeEverywhere(one.clientMessageId, { state: 'waiting', progress: null });
      }
    }
    const asked = error instanceof ApiError ? (error.retryAfterMs ?? 0) : 0;
    if (asked > 0) askedUntil = Math.max(askedUntil, Date.now() + asked);
    // The line is one: what fails beside it makes nobody wait longer, unless the server asks for it.
    if (asked > 0 || Date.now() >= waitsUntil) waitFor(Math.max(askedUntil - Date.now(), backOff.next()));
  }

  function noteRefusal(id: string, reason: string): void {
    const message = list.find((one) => one.clientMessageId === id);
    if (message && ownIds.delete(id)) deps.onRefused(message, reason);
  }

  function waitFor(ms: number): void {
    waitsUntil = Date.now() + ms;
    clearTimeout(timer);
    timer = setTimeout(() => {
      waitsUntil = 0;
      askedUntil = 0;
      pump();
    }, ms);
  }

  function kick(): void {
    if (isStopped) return;
    // The tab that sends may be one that nobody looks at: its timers are slow.
    if (!isLeading) tell({ kind: 'kick' });
    if (Date.now() < askedUntil) return;
    clearTimeout(timer);
    waitsUntil = 0;
    backOff.reset();
    // A try that began on the old line and stands still would only end with its time.
    for (const { abort, watch } of running.values()) if (watch.isStill()) abort.abort();
    void load().then(pump);
  }

  function release(id: string): void {
    const message = list.find((one) => one.clientMessageId === id);
    if (message?.state === 'failed') change(id, { state: 'waiting', progress: null });
    kick();
  }

  if (channel) {
    channel.onmessage = ({ data: note }: MessageEvent<TabNote>) => {
      if (isStopped) return;
      if (note.kind === 'added') void load().then(pump);
      else if (note.kind === 'kick') {
        if (isLeading) kick();
      } else if (note.kind === 'retry') release(note.id);
      else if (note.kind === 'state') {
        change(note.id, note.change);
        if (note.change.state === 'failed') noteRefusal(note.id, note.change.error ?? deps.refusalFallback);
      } else {
        if (note.kind === 'sent') deps.onSent(note.message);
        drop(note.id);
      }
    };
  }
  void load();
  const giveUpLead = takeLead(name, {
    onLead() {
      isLeading = true;
      // The tab that led before may have kept something in its last moment.
      void load().then(pump);
    },
    onLose() {
      isLeading = false;
      // Nobody would hear their answers before the tab wakes; the next one sends them with the same ids.
      for (const { abort } of running.values()) abort.abort();
    },
  });

  return {
    async add(record) {
      const id = record.clientMessageId;
      ownIds.add(id);
      beingKept.add(id);
      const isWaiting = Date.now() < waitsUntil;
      show([...list, { ...shownOf(record), state: isWaiting ? 'waiting' : 'sending' }]);
      await storage.putOutgoing(record);
      beingKept.delete(id);
      // Discarded before it was even kept.
      if (goneIds.has(id)) return storage.removeOutgoing(id);
      tell({ kind: 'added', id });
      pump();
    },
    retry(id) {
      ownIds.add(id);
      void (async () => {
        const record = await storage.findOutgoing(id);
        if (record === undefined) return;
        if (record !== null) {
          const { error: _refused, ...again } = record;
          await storage.putOutgoing(again);
        }
        tell({ kind: 'retry', id });
        release(id);
      })();
    },
    discard(id) {
      tell({ kind: 'removed', id });
      void forget(id);
    },
    confirm(messages) {
      for (const message of messages) {
        const id = message.clientMessageId;
        if (id === undefined || !list.some((one) => one.clientMessageId === id)) continue;
        // With the message: a tab whose own try is ended by this has no answer to show.
        tell({ kind: 'sent', id, message });
        void forget(id);
      }
    },
    kick,
    stop() {
      isStopped = true;
      clearTimeout(timer);
      channel?.close();
      giveUpLead();
      for (const { abort } of running.values()) abort.abort();
    },
  };
}

/** Ends with the signal what cannot be ended itself. */
function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    work.then(resolve, reject);
  });
}

function withChange(one: OutgoingMessage, to: Partial<OutgoingMessage>): OutgoingMessage {
  const { error: _before, ...rest } = one;
  return { ...rest, ...to };
}

function shownOf({ ownerId: _owner, error, ...record }: OutboxRecord): OutgoingMessage {
  return {
    ...record,
    progress: null,
    ...(error === undefined ? { state: 'sending' } : { state: 'failed', error }),
  };
}

function recordOf(message: OutgoingMessage, ownerId: string): OutboxRecord {
  const { state: _state, progress: _progress, error: _error, ...record } = message;
  return { ...record, ownerId };
}

interface StallWatch {
  move: (sent: number) => void;
  /** Nothing has moved for a while. */
  isStill: () => boolean;
  end: () => void;
}

/** Ends a try that stands still, as on a line that swallows everything and never closes. */
function createStallWatch(abort: AbortController, hasPicture: boolean): StallWatch {
  let movedAt = Date.now();
  const end = () => clearTimeout(timer);
  const expect = (ms: number) => setTimeout(() => abort.abort(), ms);
  let timer = expect(STALL_MS);
  return {
    move(sent) {
      end();
      movedAt = Date.now();
      timer = expect(hasPicture && sent >= 1 ? PICTURE_STALL_MS : STALL_MS);
    },
    isStill: () => Date.now() - movedAt > STILL_MS,
    end,
  };
}
