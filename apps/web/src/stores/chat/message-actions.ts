import type { ReactionEmoji } from '@safarnama/contracts';
import * as messageApi from '../../api/message.api.ts';
import type { StaleGuard } from '../../lib/stale-guard.ts';
import { getUserId, isSignedIn } from '../track-user.ts';
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

/** A reaction that is being saved. */
interface ReactionChoice {
  /** The latest choice. */
  emoji: ReactionEmoji | null;
  /** Reverts what was shown since the last request, oldest first. */
  reverts: (() => void)[];
}

interface MessageActionDeps {
  /** Invalidated when the user signs out. */
  session: StaleGuard;
  conversation: ConversationSlice;
  contacts: ContactsSlice;
  onBlockChanged: (userId: string, isBlocked: boolean) => void;
}

/** Creates the actions on stored messages of the open conversation and on its user. */
export function createMessageActions(
  { set, get }: SliceApi<OpenConversation & Failure>,
  { session, conversation, contacts, onBlockChanged }: MessageActionDeps,
): MessageActions {
  /** By user and message. */
  const choices = new Map<string, ReactionChoice>();

  /** Saves the latest choice, one request at a time: two quick ones never reach the server in the wrong order. */
  async function saveReaction(messageId: string, choice: ReactionChoice, userId: string): Promise<void> {
    let saved: ReactionEmoji | null;
    do {
      saved = choice.emoji;
      const reverts = choice.reverts.splice(0);
      try {
        await messageApi.react(messageId, saved);
      } catch (error) {
        for (const revert of [...reverts, ...choice.reverts].reverse()) revert();
        throw error;
      }
    } while (choice.emoji !== saved && isSignedIn(userId));
  }

  /** Sends a request and applies its response, unless the user has signed out in the meantime. */
  async function run<Data>(
    send: () => Promise<Data>,
    apply: (data: Data) => void = () => undefined,
  ): Promise<boolean> {
    const isSessionOver = session.track();
    try {
      const data = await send();
      if (!isSessionOver()) apply(data);
      return true;
    } catch (error) {
      if (isSessionOver()) return true;
      set(toFailure(error));
      return false;
    }
  }

  return {
    deleteMessage: (messageId, scope) =>
      run(
        () => messageApi.remove(messageId, scope),
        (tombstone) => {
          if (tombstone) {
            conversation.applyOptimistic(tombstone);
            contacts.applyChange(tombstone);
          } else {
            conversation.removeOptimistic(messageId);
            contacts.applyRemoval(messageId);
          }
        },
      ),

    react: (messageId, emoji) =>
      run(async () => {
        const message = get().messages.find(({ _id }) => _id === messageId);
        const userId = getUserId();
        if (!message || userId === undefined) return;
        const { reactions = [], ...rest } = message;
        const next = reactions.filter((reaction) => reaction.userId !== userId);
        if (emoji !== null) next.push({ userId, emoji });
        const revert = conversation.applyOptimistic(next.length > 0 ? { ...rest, reactions: next } : rest);
        const key = `${userId} ${messageId}`;
        const running = choices.get(key);
        if (running) {
          running.emoji = emoji;
          running.reverts.push(revert);
          return;
        }
        const choice = { emoji, reverts: [revert] };
        choices.set(key, choice);
        try {
          await saveReaction(messageId, choice, userId);
        } finally {
          choices.delete(key);
        }
      }),

    setBlocked: (userId, isBlocked) =>
      run(
        () => messageApi.setBlocked(userId, isBlocked),
        (saved) => {
          onBlockChanged(userId, saved);
          // Only a page, or an event that does not arrive without the socket, shows whether the other user blocks too.
          if (!saved && conversation.isOpen(userId)) conversation.catchUp();
        },
      ),
  };
}
