import type { Message, PublicUser } from '@safarnama/contracts';
import type { Receipts } from './conversation-state.ts';

/** The open conversation as the screens see it. */
export interface OpenConversation {
  selectedUser: PublicUser | null;
  /** The loaded part of the conversation with `selectedUser`, oldest first, each message once. */
  messages: Message[];
  receipts: Receipts;
  /** The "New" separator is shown before this message; null for none. */
  firstUnreadId: string | null;
  /** Unread messages when the conversation was opened. The separator is missing while fewer of them are loaded. */
  unreadOnOpen: number;
  /** The partner's message up to which the user had read when the conversation was opened; undefined for none. */
  readUpToOnOpen: string | undefined;
  /** The user has blocked `selectedUser`. */
  isBlocked: boolean;
  /** False while either user blocks the other, as far as the user may know. */
  canMessage: boolean;
  /** Id of the message before which older pages begin; null when the beginning is loaded. */
  olderCursor: string | null;
  messagesLoading: boolean;
  /** The last request for this conversation failed. */
  messagesFailed: boolean;
  olderLoading: boolean;
  /** No user has the id for which a conversation was requested. */
  isUserNotFound: boolean;
}

export const initialConversation: OpenConversation = {
  selectedUser: null,
  messages: [],
  receipts: {},
  firstUnreadId: null,
  unreadOnOpen: 0,
  readUpToOnOpen: undefined,
  isBlocked: false,
  canMessage: true,
  olderCursor: null,
  messagesLoading: false,
  messagesFailed: false,
  olderLoading: false,
  isUserNotFound: false,
};
