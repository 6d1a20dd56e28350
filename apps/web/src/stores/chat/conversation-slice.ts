import type {
  Conversation,
  Message,
  MessageChanged,
  MessageRemoved,
  PublicUser,
  SharedPostChanged,
} from '@safarnama/contracts';
import * as userApi from '../../api/user.api.ts';
import { isMalformedId, isNotFoundError } from '../../lib/api-client.ts';
import { createStaleGuard } from '../../lib/stale-guard.ts';
import { type ContactsState, getPartnerId } from './contacts-slice.ts';
import {
  withChanged,
  withNewMessage,
  withOptimisticMessage,
  withReceipts,
  withRemoved,
} from './conversation-merge.ts';
import type { Receipts } from './conversation-state.ts';
import { type Blocks, type ConversationSyncState, createConversationSync } from './conversation-sync.ts';
import { NO_FAILURE, toFailure } from './failure.ts';
import { initialConversation } from './open-conversation.ts';
import type { SliceApi } from './slice-api.ts';

/** Each action returns false when it fails; the reason is in `error`. */
export interface ConversationActions {
  /** Opens the conversation with a user: clears the messages, then loads them. */
  selectUser: (user: PublicUser) => Promise<boolean>;
  /** Like `selectUser`; looks the user up if they are not among the contacts. */
  selectUserById: (userId: string) => Promise<boolean>;
  closeConversation: () => void;
  /** @param limit - messages in the page, if not the usual number. */
  fetchOlder: (limit?: number) => Promise<boolean>;
  /** Loads older pages until `firstUnreadId` is among the messages. */
  fetchFirstUnread: () => Promise<boolean>;
}

export interface ConversationSlice {
  actions: ConversationActions;
  isOpen: (userId: string) => boolean;
  /** Adds a newly stored message if it belongs to the open conversation. */
  addMessage: (message: Message) => void;
  applyChange: (change: MessageChanged) => void;
  applyRemoval: (removal: MessageRemoved) => void;
  applyReceipts: (receipts: Receipts) => void;
  applySharedPost: (change: SharedPostChanged) => void;
  /** Applies a change of blocks (by or of the viewer) if the conversation with this user is open. */
  applyBlocks: (userId: string, blocks: Blocks) => void;
  /** The newest message was seen, so the next message in a hidden tab gets a new "New" separator. */
  confirmSeparatorSeen: () => void;
  /**
   * Shows the user's own change before its event.
   *
   * @returns a function that reverts the change, unless its event has arrived.
   */
  applyOptimistic: (message: Message) => () => void;
  removeOptimistic: (messageId: string) => void;
  /** Fetches data that may have been missed. */
  catchUp: () => void;
  reset: () => void;
}

interface ConversationDeps {
  /** Called for each page of messages that was loaded. */
  onPage: (userId: string, page: Conversation, requestedAt: number) => void;
  /** Whether a message of the open conversation was seen, alone or with a later one. */
  isSeen: (messageId: string) => boolean;
}

export function createConversationSlice(
  { set, get }: SliceApi<ConversationSyncState & Pick<ContactsState, 'users'>>,
  { onPage, isSeen }: ConversationDeps,
): ConversationSlice {
  const sync = createConversationSync({ set, get }, { onPage, onMissed: handleMissed });
  const catchUps = createStaleGuard();
  /** Id of the user whose conversation was requested, even before the user is loaded; null for none. */
  let requestedUserId: string | null = null;
  let isSeparatorSeen = false;

  const isOpen = (userId: string) => get().selectedUser?._id === userId;
  const findMessage = (id: string) => get().messages.find(({ _id }) => _id === id);

  function clear(userId: string | null): void {
    sync.clear();
    requestedUserId = userId;
    isSeparatorSeen = false;
  }

  /** Shows the separator before an unseen message, unless an unseen separator already precedes an earlier message. */
  function showSeparator(messageId: string): void {
    if (get().firstUnreadId !== null && !isSeparatorSeen) return;
    isSeparatorSeen = false;
    set({ firstUnreadId: messageId, unreadOnOpen: 1 });
  }

  function handleMissed(firstId: string): void {
    const isStale = sync.track();
    const showUnlessSeen = () => {
      if (!isStale() && !isSeen(firstId)) showSeparator(firstId);
    };
    // Waits for the screen, which reports messages that are seen as they arrive.
    setTimeout(showUnlessSeen, 0);
  }

  async function selectUser(user: PublicUser): Promise<boolean> {
    clear(user._id);
    // Known here for contacts only; the first page of messages has it for every user.
    const isBlocked = get().users.some((contact) => contact._id === user._id && contact.isBlocked);
    set({ ...initialConversation, selectedUser: user, isBlocked, ...NO_FAILURE });
    return sync.loadNewest(user);
  }

  async function selectUserById(userId: string): Promise<boolean> {
    const { users, selectedUser } = get();
    const known = selectedUser?._id === userId ? selectedUser : users.find(({ _id }) => _id === userId);
    if (known) return selectUser(known);
    clear(userId);
    const isStale = sync.track();
    const isCatchUpDue = catchUps.track();
    set({ ...initialConversation, messagesLoading: true, ...NO_FAILURE });
    try {
      const user = await userApi.getById(userId);
      return isStale() ? true : await selectUser(user);
    } catch (error) {
      if (isStale()) return true;
      const isUserNotFound = isNotFoundError(error);
      if (isCatchUpDue() && !isUserNotFound) return selectUserById(userId);
      set({
        messagesLoading: false,
        messagesFailed: !isUserNotFound,
        isUserNotFound,
        // The server's message about a malformed id means nothing to the user.
        ...(isUserNotFound && isMalformedId(error) ? NO_FAILURE : toFailure(error)),
      });
      return false;
    }
  }

  return {
    actions: {
      selectUser,
      selectUserById,
      closeConversation() {
        clear(null);
        set(initialConversation);
      },
      fetchOlder: sync.loadOlder,
      fetchFirstUnread: sync.loadFirstUnread,
    },

    isOpen,

    addMessage(message) {
      if (!isOpen(getPartnerId(message))) return;
      const isNew = !findMessage(message._id);
      sync.update((state) => withNewMessage(state, message));
      // In a hidden tab, the separator precedes the first message that arrived after the separator was last seen.
      if (isNew && isOpen(message.senderId) && document.visibilityState === 'hidden')
        showSeparator(message._id);
    },

    applyChange({ message, changeNumber }) {
      if (!isOpen(getPartnerId(message))) return;
      sync.update((state) => withChanged(state, message, changeNumber));
      sync.syncMissingChanges();
    },

    applyRemoval({ messageId, withUserId, changeNumber }) {
      if (!isOpen(withUserId)) return;
      sync.update((state) => withRemoved(state, messageId, changeNumber));
      sync.syncMissingChanges();
    },

    applyReceipts: (receipts) => sync.update((state) => withReceipts(state, receipts)),

    applySharedPost: sync.applySharedPost,

    applyBlocks(userId, blocks) {
      if (isOpen(userId)) sync.applyBlocks(blocks);
    },

    confirmSeparatorSeen() {
      isSeparatorSeen = true;
    },

    applyOptimistic(message) {
      const isStale = sync.track();
      const before = findMessage(message._id);
      sync.update((state) => withOptimisticMessage(state, message));
      const optimistic = findMessage(message._id);
      return () => {
        if (isStale() || !before || findMessage(message._id) !== optimistic) return;
        sync.update((state) => withOptimisticMessage(state, before));
      };
    },

    removeOptimistic: (messageId) => sync.update((state) => withRemoved(state, messageId)),

    catchUp() {
      catchUps.invalidate();
      // Repeats a failed lookup of the user.
      if (requestedUserId !== null && get().selectedUser === null && get().messagesFailed) {
        void selectUserById(requestedUserId);
      } else sync.catchUp();
    },

    reset: () => clear(null),
  };
}
