import type { Message } from '@safarnama/contracts';
import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { paths } from '../config/paths.ts';
import { isNotificationEnabled, onNotificationPreferenceChange } from '../lib/notification-preferences.ts';
import { onIncoming } from '../stores/chat/incoming.ts';

/** Tells of messages that come while one looks elsewhere; a click on a notification leads to its conversation. */
export function useMessageNotifications(): void {
  const navigate = useNavigate();
  useEffect(() => {
    // Before the first message: by it a tab tells the others what is looked at here.
    const preload = () => void loadIfEnabled();
    preload();
    const cleanups = [
      onNotificationPreferenceChange(preload),
      onIncoming((message) => void notify(message, (userId) => navigate(paths.chatWith(userId)))),
    ];
    return () => {
      for (const cleanup of cleanups) cleanup();
    };
  }, [navigate]);
}

async function notify(message: Message, openConversation: (userId: string) => void): Promise<void> {
  const script = await loadIfEnabled();
  await script?.notifyMessage(message, openConversation);
}

/** Who has switched nothing on does not load the script. @returns null then, and when it does not come. */
async function loadIfEnabled() {
  if (!isNotificationEnabled('browser') && !isNotificationEnabled('sound')) return null;
  try {
    return await import('../features/notifications/notify-message.ts');
  } catch {
    // On a weak line the unread count tells.
    return null;
  }
}
