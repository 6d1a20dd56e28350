import '@testing-library/jest-dom/vitest';
import 'fake-indexeddb/auto';
import { act, cleanup, configure } from '@testing-library/react';
import { deleteDB } from 'idb';
import toast from 'react-hot-toast';
import { afterAll, afterEach, beforeAll, beforeEach, expect, vi } from 'vitest';
import { useAuthStore } from '../stores/auth.store.ts';
import { useBlogStore } from '../stores/blog.store.ts';
import { useChatStore } from '../stores/chat/chat.store.ts';
import { useUnreadStore } from '../stores/unread.store.ts';
import { server } from './server.ts';

vi.mock('../realtime/chat-socket.ts', () => import('./fake-socket.ts'));

// What jsdom has no layout for.
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
 * Tells each element's height once: rows stand under each other, and what scrolls has room for all of them, so that a
 * windowed list draws every row. Tests that need a real layout run in a browser.
 */
class StubResizeObserver implements ResizeObserver {
  readonly #tell: ResizeObserverCallback;
  #entries: ResizeObserverEntry[] = [];
  constructor(tell: ResizeObserverCallback) {
    this.#tell = tell;
  }
  observe(target: Element): void {
    const height = target.matches('section') ? CONTAINER_PX : ROW_PX;
    // The list reads nothing else of an entry.
    const entry = { target, contentRect: new DOMRect(0, 0, 1_000, height) } as ResizeObserverEntry;
    if (this.#entries.push(entry) > 1) return;
    queueMicrotask(() => act(() => this.#tell(this.#entries.splice(0), this)));
  }
  unobserve(): void {}
  disconnect(): void {}
}
const ROW_PX = 40;
const CONTAINER_PX = 100_000;
globalThis.ResizeObserver = StubResizeObserver;
// Without it a windowed list takes its rows for hidden ones.
Object.defineProperty(HTMLElement.prototype, 'offsetParent', {
  configurable: true,
  get(this: HTMLElement) {
    return this.parentNode;
  },
});
HTMLDialogElement.prototype.showModal = function showModal() {
  this.open = true;
};
HTMLDialogElement.prototype.close = function close() {
  this.open = false;
};

// A machine that does much else at a time is slow, not wrong; a test that succeeds waits no longer for it.
configure({ asyncUtilTimeout: 20_000 });

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));

beforeEach(() => {
  vi.spyOn(console, 'error');
});

afterEach(async () => {
  cleanup();
  toast.remove();
  useAuthStore.setState(useAuthStore.getInitialState(), true);
  useBlogStore.getState().reset();
  useChatStore.getState().reset();
  useUnreadStore.setState(useUnreadStore.getInitialState(), true);
  useChatStore.setState({ drafts: {} });
  await deleteDB('safarnama-chat');
  server.resetHandlers();
  window.history.replaceState(null, '', '/');
  // An unlisted request ends here too: msw reports it this way.
  expect(vi.mocked(console.error).mock.calls).toEqual([]);
});

afterAll(() => server.close());
