import type { Message } from '@safarnama/contracts';
import * as postApi from '../../api/post.api.ts';
import { isNoticeChosen } from '../../lib/notice-choice.ts';
import { firstGraphemes } from '../../lib/text.ts';
import { useChatStore } from '../../stores/chat.store.ts';
import { readBrowserNoticeState, showNotice } from './browser-notices.ts';
import { claim } from './claim.ts';
import { canSound, playQuietSound } from './quiet-sound.ts';
import { isConversationSeen } from './seen-conversation.ts';
import { NOTICE_STRINGS } from './strings.ts';

/** Longer than a browser holds back the timers of a tab in the background. */
const MESSAGE_CLAIM_MS = 10_000;
/** The sound comes at most so often, however much is written. */
const SOUND_GAP_MS = 4_000;
/** As much as a notification shows. */
const BEGINNING = 120;

/** The notifications of each person that are on the screen. */
const shown = new Map<string, Set<Notification>>();

/**
 * Tells of a message of somebody else that has just come, in the ways that were switched on: in one tab, and only
 * while its conversation is looked at in none.
 *
 * @param openConversation - called on a click on the notification, with the id of the sender.
 */
export async function announceMessage(
  message: Message,
  openConversation: (userId: string) => void,
): Promise<void> {
  const { senderId, _id } = message;
  if (isBlocked(senderId) || (await isConversationSeen(senderId))) return;
  const claimAs = (way: string) => claim(`${way}:${_id}`, MESSAGE_CLAIM_MS);
  // Each by itself: one tab may be the first, and not be allowed to sound.
  if (
    isNoticeChosen('sound') &&
    canSound() &&
    (await claimAs('sound')) &&
    (await claim('sound', SOUND_GAP_MS))
  ) {
    void playQuietSound();
  }
  if (readBrowserNoticeState() !== 'on' || !(await claimAs('notice'))) return;
  const notice = showNotice(await nameOf(senderId), { tag: _id, body: beginningOf(message) });
  if (notice === null) return;
  const ofSender = shown.get(senderId) ?? new Set();
  shown.set(senderId, ofSender.add(notice));
  notice.onclose = () => ofSender.delete(notice);
  notice.onclick = () => {
    window.focus();
    openConversation(senderId);
    for (const each of ofSender) each.close();
  };
}

function isBlocked(userId: string): boolean {
  return useChatStore.getState().users.some((user) => user._id === userId && user.isBlocked);
}

async function nameOf(userId: string): Promise<string> {
  const known = useChatStore.getState().users.find((user) => user._id === userId);
  if (known) return known.fullName;
  try {
    return (await postApi.listByAuthor(userId, null)).author.fullName;
  } catch {
    return NOTICE_STRINGS.newMessage;
  }
}

function beginningOf({ text }: Message): string {
  if (text === '') return NOTICE_STRINGS.picture;
  const beginning = firstGraphemes(text, BEGINNING);
  return beginning === text ? text : `${beginning}…`;
}
