import type {
  Contact,
  Message,
  MessageChanged,
  MessageRemoved,
  PublicUser,
  Quote,
  ReactionEmoji,
  ReceiptUpdate,
} from '@safarnama/contracts';

/** What is written to somebody and not sent yet. */
export interface ChatDraft {
  text: string;
  /** A data URL; empty for none. */
  image: string;
  /** The message it answers; null for none. */
  replyTo: Quote | null;
}

/** What the composer hands over. */
interface OutgoingInput {
  text: string;
  /** A data URL; empty or absent for none. */
  image?: string;
  /** The message it answers; null or absent for none. */
  replyTo?: Quote | null;
}

/** A message of one's own that the server has not confirmed yet. */
export interface OutgoingMessage {
  clientMessageId: string;
  receiverId: string;
  text: string;
  /** A data URL; empty for none. */
  image: string;
  replyTo?: Quote;
  /** ISO 8601: when it was written. */
  createdAt: string;
  /**
   * `sending`: on its way, or next in turn. `waiting`: no answer so far, tried again by itself. `failed`: refused by
   * the server; only a person can have it tried again.
   */
  state: 'sending' | 'waiting' | 'failed';
  /** Which part of a picture has gone out, 0 to 1; null for text, and while it is not on its way. */
  progress: number | null;
  /** What the server said; only with `failed`. */
  error?: string;
}

/** How far the other person is with one's own messages, as far as they are loaded. */
export interface Receipts {
  deliveredUpTo?: string;
  readUpTo?: string;
}

/** A send that the server has refused: for a toast. */
interface SendRejection {
  receiverId: string;
  clientMessageId: string;
  message: string;
}

export interface ChatState {
  /** The people one can write to, latest conversation first. */
  users: Contact[];
  selectedUser: PublicUser | null;
  /** The loaded part of the conversation with `selectedUser`, oldest first, each message once. */
  messages: Message[];
  /** What waits to be sent, to whomever, oldest first: what this person has written on this device, in any tab. */
  outgoing: readonly OutgoingMessage[];
  /** Of the open conversation. */
  receipts: Receipts;
  /** Before this message stands the line "New"; null for none. */
  firstUnreadId: string | null;
  /** How many messages were unread when the conversation was opened; more of them than are loaded have no line yet. */
  unreadOnOpen: number;
  /** One has blocked the selected person. */
  isBlocked: boolean;
  /** Ids of those who write to one right now. */
  typing: readonly string[];
  /** The last refused send, until `dismissRejection`. */
  rejection: SendRejection | null;
  usersLoading: boolean;
  messagesLoading: boolean;
  olderLoading: boolean;
  error: string | null;
  /** The last load of the contacts has failed; the conversation's, too, for the other one. */
  usersFailed: boolean;
  messagesFailed: boolean;
  /** Nobody has the id whose conversation was to be opened. */
  isUserNotFound: boolean;
  /** What is half written, by `draftKey`: kept on the device until it is sent, for its writer alone. */
  drafts: Readonly<Record<string, ChatDraft>>;
  /** The page of contacts after the last one; null when there is none, undefined before the first answer. */
  usersCursor: string | null | undefined;
  /** Message id before which there is more; null when the beginning is loaded. */
  olderCursor: string | null;
  /** This tab's socket while it is connected. */
  socketId: string | null;
  /** The socket was up and is down: what comes now is seen when it is up again. */
  isDisconnected: boolean;
}

/** What a list or a page says about how its loading ended; the reason of a failure is in `error`. */
export interface ChatActions {
  fetchUsers: (q?: string) => Promise<boolean>;
  fetchMoreUsers: () => Promise<boolean>;
  /** Opens the conversation: clears the messages, then loads them. */
  selectUser: (user: PublicUser) => Promise<boolean>;
  /** As `selectUser`, for an address: the person is looked up when not among the contacts. */
  selectUserById: (userId: string) => Promise<boolean>;
  closeConversation: () => void;
  /** Keeps what is half written to somebody; what is not named stays as it is. */
  setDraft: (userId: string, draft: Partial<ChatDraft>) => void;
  fetchOlder: () => Promise<boolean>;
  /** Loads older pages until `firstUnreadId` is among the messages. */
  fetchFirstUnread: () => Promise<boolean>;
  /**
   * Puts a message to `selectedUser` in the outbox and clears their draft: it shows at once in `outgoing` and goes out
   * by itself. A refusal comes back in `refusal`, the words to an empty draft.
   *
   * @returns false when there is nobody to send to.
   */
  sendMessage: (input: OutgoingInput) => Promise<boolean>;
  /** Tries an outgoing message again, now. */
  retryOutgoing: (clientMessageId: string) => void;
  /** Forgets an outgoing message. One that is on its way may have arrived. */
  discardOutgoing: (clientMessageId: string) => void;
  dismissRejection: () => void;
  deleteMessage: (messageId: string, scope: 'me' | 'both') => Promise<boolean>;
  /** One's reaction to a message; null takes it back. Shown at once, taken back when the server refuses. */
  react: (messageId: string, emoji: ReactionEmoji | null) => Promise<boolean>;
  setBlocked: (userId: string, isBlocked: boolean) => Promise<boolean>;
  /** Called whenever the newest message is really seen: the tab visible, the list at its end. Any number of times. */
  acknowledgeSeen: () => void;
  /** Called on each change of the composer's text: tells the selected person, at most once a second. */
  notifyTyping: () => void;
}

/** What the socket and the session tell; no screen calls it. */
export interface ChatEvents {
  /** A message as it was stored, by the socket or as the answer to a send; shown when it is of the open conversation. */
  receiveMessage: (message: Message) => void;
  /** A stored message was changed for both. */
  applyChange: (change: MessageChanged) => void;
  applyRemoval: (removal: MessageRemoved) => void;
  applyReceipt: (kind: 'delivered' | 'read', receipt: ReceiptUpdate) => void;
  applyBlock: (userId: string, isBlocked: boolean) => void;
  applyTyping: (userId: string) => void;
  /** The socket is up (its id) or down (null). Up again fetches what was missed. */
  setConnection: (socketId: string | null) => void;
  /** Fetches what may have been missed, and sends what waits. */
  catchUp: () => void;
  /** The line may be back: what waits is sent now. */
  flushPending: () => void;
  /**
   * Somebody is signed in: their unsent messages and drafts of this device come back.
   *
   * @param sendTyping - tells another person that one is writing to them.
   */
  start: (userId: string, sendTyping: (toUserId: string) => void) => void;
  /** Forgets everything of the person who was signed in; what is on the device stays there for them. */
  reset: () => void;
}

export type ChatStore = ChatState & ChatActions & ChatEvents;

/** What the parts of the store read and write it with. */
export interface ChatStoreApi {
  set: (change: Partial<ChatState> | ((state: ChatStore) => Partial<ChatState>)) => void;
  get: () => ChatStore;
}
