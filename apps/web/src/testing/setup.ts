import '@testing-library/jest-dom/vitest';
import 'fake-indexeddb/auto';
import './fast-jsdom.ts';
import { act, cleanup, configure } from '@testing-library/react';
import { deleteDB } from 'idb';
import { afterAll, afterEach, beforeAll, beforeEach, expect, vi } from 'vitest';
import type { StoreApi } from 'zustand';
import { Footer, loadMemberParts } from '../app/member-parts.ts';
import { toast } from '../components/toast.ts';
import { saveLanguageCookie } from '../i18n/language-choice.ts';
import { setLanguage } from '../i18n/strings.ts';
import { preloadTransport } from '../lib/api-client.ts';
import { syncServerClock } from '../lib/server-clock.ts';
import { dropSessionData } from '../lib/session-end.ts';
import { useAuthStore } from '../stores/auth.store.ts';
import { useBlogStore } from '../stores/blog.store.ts';
import { useChatStore } from '../stores/chat/chat.store.ts';
import { createChatStorage } from '../stores/chat/chat-storage.ts';
import { useNotificationCountStore } from '../stores/notification-count.store.ts';
import { usePublicStoryStore } from '../stores/public-story.store.ts';
import { useRestoredPost } from '../stores/restore-version.ts';
import { useSessionStore } from '../stores/session.store.ts';
import { useSignInNoticeStore } from '../stores/sign-in-notice.store.ts';
import { DRAFT_DB_NAME } from '../stores/story-draft/draft-db.ts';
import { stopSavers } from '../stores/story-draft/story-drafts.ts';
import { useUnreadStore } from '../stores/unread.store.ts';
import { disconnectChatSocket } from './fake-socket.ts';
import { server } from './server.ts';

vi.mock('../realtime/chat-socket.ts', () => import('./fake-socket.ts'));

// jsdom has no layout.
window.scrollTo = () => undefined;
Element.prototype.scrollTo = () => undefined;
Element.prototype.scrollIntoView = () => undefined;
window.matchMedia = (query) => ({
  media: query,
  matches: false,
  onchange: null,
  addListener: () => undefined,
  removeListener: () => undefined,
  addEventListener: () => undefined,
  removeEventListener: () => undefined,
  dispatchEvent: () => false,
});
/**
 * Reports a height for each element once: a small one for rows and a large one for their container, so that a windowed
 * list renders every row. Tests that need a real layout run in a browser.
 */
class StubResizeObserver implements ResizeObserver {
  readonly #callback: ResizeObserverCallback;
  #entries: ResizeObserverEntry[] = [];
  constructor(callback: ResizeObserverCallback) {
    this.#callback = callback;
  }
  observe(target: Element): void {
    const height = target.matches('section') ? CONTAINER_PX : ROW_PX;
    // The list reads no other property of an entry.
    const entry = { target, contentRect: new DOMRect(0, 0, 1_000, height) } as ResizeObserverEntry;
    if (this.#entries.push(entry) > 1) return;
    queueMicrotask(() => act(() => this.#callback(this.#entries.splice(0), this)));
  }
  unobserve(): void {}
  disconnect(): void {}
}
const ROW_PX = 40;
const CONTAINER_PX = 100_000;
globalThis.ResizeObserver = StubResizeObserver;
// A windowed list considers a row without offsetParent hidden.
Object.defineProperty(HTMLElement.prototype, 'offsetParent', {
  configurable: true,
  get(this: HTMLElement) {
    return this.parentNode;
  },
});
// jsdom loads no pictures and no fonts.
HTMLImageElement.prototype.decode = () => Promise.resolve();
Object.assign(document, { fonts: { load: () => Promise.resolve([]) } });
HTMLDialogElement.prototype.showModal = function showModal() {
  this.open = true;
};
HTMLDialogElement.prototype.close = function close() {
  this.open = false;
};

// Generous for a busy machine; a passing test takes no longer because of it.
configure({ asyncUtilTimeout: 20_000 });

beforeAll(async () => {
  server.listen({ onUnhandledRequest: 'error' });
  // Loads the deferred scripts, as on a page that has been open for a while.
  await Promise.all([preloadTransport(), loadMemberParts(), Footer.load()]);
});

beforeEach(() => {
  vi.spyOn(console, 'error');
});

/** Resets the state, and actions that a test has replaced. */
function resetStore<State>({ setState, getInitialState }: StoreApi<State>): void {
  setState(getInitialState(), true);
}

/** Waits for the drafts that are being written: one written after the deletion would be restored in the next test. */
async function waitForDraftWrites(): Promise<void> {
  const storage = createChatStorage();
  // A read waits for the writes requested before it. During a write of a part, at most one more is pending.
  await storage.listDrafts('');
  await storage.listDrafts('');
}

// Resets everything that files share. A test should not do it itself, because a failed assertion would skip that.
afterEach(async () => {
  cleanup();
  document.body.replaceChildren();
  document.querySelector('meta[name="session"]')?.remove();
  vi.unstubAllGlobals();
  toast.remove();
  resetStore(useAuthStore);
  // Responses that arrive later change nothing.
  dropSessionData('');
  for (const store of [useChatStore, useSessionStore]) store.getState().reset();
  usePublicStoryStore.getState().clearStory();
  resetStore(useBlogStore);
  resetStore(useChatStore);
  resetStore(useNotificationCountStore);
  resetStore(useRestoredPost);
  resetStore(useSignInNoticeStore);
  resetStore(useUnreadStore);
  disconnectChatSocket();
  stopSavers();
  // What waits for a fake timer, such as a database that is being opened, would otherwise wait for ever.
  if (vi.isFakeTimers()) vi.runOnlyPendingTimers();
  vi.useRealTimers();
  syncServerClock({ date: new Date().toISOString() });
  await setLanguage('en');
  saveLanguageCookie(null);
  localStorage.clear();
  sessionStorage.clear();
  await waitForDraftWrites();
  await deleteDB('safarnama-chat');
  await deleteDB(DRAFT_DB_NAME);
  server.resetHandlers();
  window.history.replaceState(null, '', '/');
  // msw reports an unmocked request as a console error.
  expect(vi.mocked(console.error).mock.calls).toEqual([]);
});

afterAll(() => server.close());
