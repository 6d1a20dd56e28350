import type { Message } from '@safarnama/contracts';
import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { paths } from '../config/paths.ts';
import { isNotificationEnabled, onNotificationPreferenceChange } from '../lib/notification-preferences.ts';
import { onIncomingMessage } from '../stores/chat/incoming-messages.ts';

/** Announces messages that arrive while their conversation is not visible; a click on a notification opens it. */
export function useMessageNotifications(): void {
  const navigate = useNavigate();
  useEffect(() => {
    // Loaded before the first message, because the script also shows other tabs which conversation is visible in this one.
    const preload = () => void loadIfEnabled();
    preload();
    const cleanups = [
      onNotificationPreferenceChange(preload),
      onIncomingMessage((message) => void notify(message, (userId) => navigate(paths.chatWith(userId)))),
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

/** Loads the script if a notification is enabled. @returns null otherwise, and when loading fails. */
async function loadIfEnabled() {
  if (!isNotificationEnabled('browser') && !isNotificationEnabled('sound')) return null;
  try {
    return await import('../features/notifications/notify-message.ts');
  } catch {
    // Without the script, the unread count still shows the message.
    return null;
  }
}
