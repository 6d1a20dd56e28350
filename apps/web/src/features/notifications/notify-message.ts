import type { Message } from '@safarnama/contracts';
import * as postApi from '../../api/post.api.ts';
import { isNotificationEnabled } from '../../lib/notification-preferences.ts';
import { firstGraphemes } from '../../lib/text.ts';
import { useChatStore } from '../../stores/chat/chat.store.ts';
import { getBrowserNotificationState, showNotification } from './browser-notifications.ts';
import { claim } from './claim.ts';
import { canPlaySound, playQuietSound } from './quiet-sound.ts';
import { NOTIFICATION_STRINGS } from './strings.ts';
import { isConversationVisible } from './visible-conversation.ts';

/** Longer than a browser holds back the timers of a tab in the background. */
const MESSAGE_CLAIM_MS = 10_000;
/** The sound comes at most so often, however much is written. */
const SOUND_INTERVAL_MS = 4_000;
/** As much as a notification shows. */
const PREVIEW_GRAPHEMES = 120;

/** The notifications of each person that are on the screen. */
const openNotifications = new Map<string, Set<Notification>>();

/**
 * Tells of a message of somebody else that has just come, in the ways that were switched on: in one tab, and only
 * while its conversation is looked at in none.
 *
 * @param openConversation - called on a click on the notification, with the id of the sender.
 */
export async function notifyMessage(
  message: Message,
  openConversation: (userId: string) => void,
): Promise<void> {
  const { senderId, _id } = message;
  if (isBlocked(senderId) || (await isConversationVisible(senderId))) return;
  const claimFor = (channel: string) => claim(`${channel}:${_id}`, MESSAGE_CLAIM_MS);
  // Each by itself: one tab may be the first, and not be allowed to sound.
  if (
    isNotificationEnabled('sound') &&
    canPlaySound() &&
    (await claimFor('sound')) &&
    (await claim('sound', SOUND_INTERVAL_MS))
  ) {
    void playQuietSound();
  }
  if (getBrowserNotificationState() !== 'on' || !(await claimFor('notice'))) return;
  const notification = showNotification(await fetchSenderName(senderId), {
    tag: _id,
    body: previewOf(message),
  });
  if (notification === null) return;
  const senderNotifications = openNotifications.get(senderId) ?? new Set();
  openNotifications.set(senderId, senderNotifications.add(notification));
  notification.onclose = () => senderNotifications.delete(notification);
  notification.onclick = () => {
    window.focus();
    openConversation(senderId);
    for (const open of senderNotifications) open.close();
  };
}

function isBlocked(userId: string): boolean {
  return useChatStore.getState().users.some((user) => user._id === userId && user.isBlocked);
}

async function fetchSenderName(userId: string): Promise<string> {
  const contact = useChatStore.getState().users.find((user) => user._id === userId);
  if (contact) return contact.fullName;
  try {
    return (await postApi.listByAuthor(userId, null)).author.fullName;
  } catch {
    return NOTIFICATION_STRINGS.newMessage;
  }
}

function previewOf({ text }: Message): string {
  if (text === '') return NOTIFICATION_STRINGS.picture;
  const preview = firstGraphemes(text, PREVIEW_GRAPHEMES);
  return preview === text ? text : `${preview}…`;
}
