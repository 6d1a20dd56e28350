import type { ReactionEmoji } from '@safarnama/contracts';
import * as messageApi from '../../api/message.api.ts';
import { DEFAULT_MESSAGES } from '../../lib/default-messages.ts';
import { useAuthStore } from '../auth.store.ts';
import type { ContactsSlice } from './contacts-slice.ts';
import type { ConversationSlice } from './conversation-slice.ts';
import { type Failure, toFailure } from './failure.ts';
import type { OpenConversation } from './open-conversation.ts';
import type { SliceApi } from './slice-api.ts';

/** Each action returns false when it fails; the reason is in `error`. */
export interface MessageActions {
  deleteMessage: (messageId: string, scope: 'me' | 'both') => Promise<boolean>;
  /**
   * Sets the user's reaction to a message; null removes it. The reaction is shown before the response, and reverted
   * when the request fails.
   */
  react: (messageId: string, emoji: ReactionEmoji | null) => Promise<boolean>;
  setBlocked: (userId: string, isBlocked: boolean) => Promise<boolean>;
}

interface MessageActionDeps {
  conversation: ConversationSlice;
  contacts: ContactsSlice;
  onBlockChanged: (userId: string, isBlocked: boolean) => void;
}

/** Creates the actions on stored messages of the open conversation and on its user. */
export function createMessageActions(
  { set, get }: SliceApi<OpenConversation & Failure>,
  { conversation, contacts, onBlockChanged }: MessageActionDeps,
): MessageActions {
  async function run(action: () => Promise<void>): Promise<boolean> {
    try {
      await action();
      return true;
    } catch (error) {
      set(toFailure(error, DEFAULT_MESSAGES.other));
      return false;
    }
  }

  return {
    deleteMessage: (messageId, scope) =>
      run(async () => {
        const tombstone = await messageApi.remove(messageId, scope);
        if (tombstone) {
          conversation.applyOptimistic(tombstone);
          contacts.change(tombstone);
        } else {
          conversation.removeOptimistic(messageId);
          contacts.remove(messageId);
        }
      }),

    react: (messageId, emoji) =>
      run(async () => {
        const message = get().messages.find(({ _id }) => _id === messageId);
        const userId = useAuthStore.getState().user?._id;
        if (!message || userId === undefined) return;
        const { reactions = [], ...rest } = message;
        const next = reactions.filter((reaction) => reaction.userId !== userId);
        if (emoji !== null) next.push({ userId, emoji });
        const revert = conversation.applyOptimistic(next.length > 0 ? { ...rest, reactions: next } : rest);
        try {
          await messageApi.react(messageId, emoji);
        } catch (error) {
          revert();
          throw error;
        }
      }),

    setBlocked: (userId, isBlocked) =>
      run(async () => onBlockChanged(userId, await messageApi.setBlocked(userId, isBlocked))),
  };
}
