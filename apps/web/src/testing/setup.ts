import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import toast from 'react-hot-toast';
import { afterAll, afterEach, beforeAll, beforeEach, expect, vi } from 'vitest';
import { useAuthStore } from '../stores/auth.store.ts';
import { useBlogStore } from '../stores/blog.store.ts';
import { useChatStore } from '../stores/chat.store.ts';
import { server } from './server.ts';

vi.mock('../realtime/chat-socket.ts', () => import('./fake-socket.ts'));

// What jsdom has no layout for.
window.scrollTo = () => undefined;
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
HTMLDialogElement.prototype.showModal = function showModal() {
  this.open = true;
};
HTMLDialogElement.prototype.close = function close() {
  this.open = false;
};

// A machine that does much else at a time is slow, not wrong; a test that succeeds waits no longer for it.
configure({ asyncUtilTimeout: 5_000 });

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));

beforeEach(() => {
  vi.spyOn(console, 'error');
});

afterEach(() => {
  cleanup();
  toast.remove();
  useAuthStore.setState(useAuthStore.getInitialState(), true);
  useBlogStore.getState().reset();
  useChatStore.getState().reset();
  server.resetHandlers();
  window.history.replaceState(null, '', '/');
  // An unlisted request ends here too: msw reports it this way.
  expect(vi.mocked(console.error).mock.calls).toEqual([]);
});

afterAll(() => server.close());
