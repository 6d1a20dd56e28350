import { useChatStore } from '../../stores/chat/chat.store.ts';
import { LONG_PAGE_SIZE } from '../../stores/chat/conversation-sync.ts';

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
  while (!isClosed()) {
    const { messages, olderCursor, fetchOlder } = useChatStore.getState();
    if (messages.some(({ _id }) => _id === messageId)) return 'found';
    const [oldest] = messages;
    if (olderCursor === null || (oldest && oldest.createdAt < createdAt)) return 'missing';
    if (!(await fetchOlder(LONG_PAGE_SIZE))) break;
  }
  return 'failed';
}
