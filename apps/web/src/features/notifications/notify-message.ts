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

/** Longer than the delay that browsers add to timers of background tabs. */
const MESSAGE_CLAIM_MS = 10_000;
/** Minimum time between two sounds. */
const SOUND_INTERVAL_MS = 4_000;
const PREVIEW_GRAPHEMES = 120;

/** Open notifications by sender id. */
const openNotifications = new Map<string, Set<Notification>>();

/**
 * Notifies the viewer of an incoming message through the enabled channels. Only one tab does so, and none while a tab
 * shows the conversation.
 *
 * @param openConversation - called with the sender's id when the notification is clicked.
 */
export async function notifyMessage(
  message: Message,
  openConversation: (userId: string) => void,
): Promise<void> {
  const { senderId, _id } = message;
  if (isBlocked(senderId) || (await isConversationVisible(senderId))) return;
  const claimFor = (channel: string) => claim(`${channel}:${_id}`, MESSAGE_CLAIM_MS);
  // Claimed per channel: the first tab may not be allowed to play sounds.
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
