import { useChatStore } from '../../stores/chat/chat.store.ts';

/** Maximum number of older pages to load in search of a message; the next search continues there. */
const MAX_PAGES_BACK = 50;

/**
 * Loads older pages until a message has been found.
 *
 * @param isClosed - whether the conversation has been closed, which ends the search.
 * @param createdAt - when it was sent, if known; the search also ends at an earlier message.
 * @returns `missing` if it is not in the conversation, `failed` if not all pages before it could be loaded.
 */
export async function loadUntil(
  messageId: string,
  isClosed: () => boolean,
  createdAt = '',
): Promise<'found' | 'missing' | 'failed'> {
  for (let loaded = 0; !isClosed(); loaded += 1) {
    const { messages, olderCursor, fetchOlder } = useChatStore.getState();
    if (messages.some(({ _id }) => _id === messageId)) return 'found';
    const [oldest] = messages;
    if (olderCursor === null || (oldest && oldest.createdAt < createdAt)) return 'missing';
    if (loaded === MAX_PAGES_BACK || !(await fetchOlder())) break;
  }
  return 'failed';
}
