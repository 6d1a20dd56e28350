import type { Message } from '@safarnama/contracts';
import * as userApi from '../../api/user.api.ts';
import { isNotificationEnabled } from '../../lib/notification-preferences.ts';
import { onSessionEnd } from '../../lib/session-end.ts';
import { createStaleGuard } from '../../lib/stale-guard.ts';
import { truncate } from '../../lib/truncate.ts';
import { useChatStore } from '../../stores/chat/chat.store.ts';
import { isConversationVisible } from '../../stores/chat/visible-conversation.ts';
import { isSignedIn } from '../../stores/track-user.ts';
import { announceOnPage, removeAnnouncements } from './announce-on-page.tsx';
import { getBrowserNotificationState, showNotification } from './browser-notifications.ts';
import { claim } from './claim.ts';
import { canPlaySound, playQuietSound } from './quiet-sound.ts';
import { NOTIFICATION_STRINGS } from './strings.ts';

/** How long a tab's claim to a message lasts: longer than browsers delay the timers of background tabs. */
const MESSAGE_CLAIM_MS = 10_000;
/** Minimum time between two sounds. */
const SOUND_INTERVAL_MS = 4_000;
const PREVIEW_GRAPHEMES = 120;

/** Open notifications by sender id. */
const openNotifications = new Map<string, Set<Notification>>();
const session = createStaleGuard();

// The next user of this device must not read them.
onSessionEnd(() => {
  session.invalidate();
  for (const notifications of openNotifications.values()) for (const open of notifications) open.close();
  openNotifications.clear();
  removeAnnouncements();
});

/**
 * Notifies the viewer of an incoming message through the enabled channels. Only one tab notifies, and no tab does while
 * a tab shows the conversation. A message with a browser notification is not announced on the page.
 *
 * @param openConversation - called with the sender's id when the notification is clicked.
 */
export async function notifyMessage(
  message: Message,
  openConversation: (userId: string) => void,
): Promise<void> {
  const { senderId, receiverId, _id } = message;
  // Another user may have signed in while this script was loading.
  if (!isSignedIn(receiverId)) return;
  const isSessionOver = session.track();
  const sender = useChatStore.getState().users.find((user) => user._id === senderId);
  if (sender?.isBlocked || (await isConversationVisible(senderId))) return;
  const claimFor = (channel: string) => claim(`${channel}:${_id}`, MESSAGE_CLAIM_MS);
  // Each channel is claimed separately: the tab that claims first may not be allowed to play sounds.
  if (
    isNotificationEnabled('sound') &&
    canPlaySound() &&
    (await claimFor('sound')) &&
    (await claim('sound', SOUND_INTERVAL_MS))
  ) {
    void playQuietSound();
  }
  if (getBrowserNotificationState() !== 'on') {
    if (!canAnnounceOnPage(senderId) || !(await claimFor('page'))) return;
    const senderName = sender?.fullName ?? (await fetchSenderName(senderId));
    // The conversation may have been opened in the meantime, or the sender's row loaded.
    if (await isConversationVisible(senderId)) return;
    if (isSessionOver() || !canAnnounceOnPage(senderId)) return;
    announceOnPage({
      senderId,
      senderName,
      preview: previewOf(message),
      onOpen: () => openConversation(senderId),
    });
    return;
  }
  if (!(await claimFor('notice'))) return;
  const senderName = sender?.fullName ?? (await fetchSenderName(senderId));
  if ((await isConversationVisible(senderId)) || isSessionOver()) return;
  const notification = showNotification(senderName, { tag: _id, body: previewOf(message) });
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

/** Whether this tab is visible and does not list the sender, in whose row the message appears anyway. */
function canAnnounceOnPage(senderId: string): boolean {
  if (!isNotificationEnabled('page') || document.visibilityState !== 'visible') return false;
  const rows = document.querySelectorAll<HTMLElement>('[data-contact]');
  return ![...rows].some((row) => row.dataset['contact'] === senderId && row.getClientRects().length > 0);
}

/** Fetches the name of a sender who is not among the loaded contacts. */
async function fetchSenderName(userId: string): Promise<string> {
  try {
    return (await userApi.getById(userId)).fullName;
  } catch {
    return NOTIFICATION_STRINGS.newMessage;
  }
}

function previewOf({ text, postId }: Message): string {
  if (text === '') return postId === undefined ? NOTIFICATION_STRINGS.picture : NOTIFICATION_STRINGS.story;
  return truncate(text, PREVIEW_GRAPHEMES);
}
