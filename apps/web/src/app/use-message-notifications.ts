import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { paths } from '../config/paths.ts';
import { isNotificationEnabled } from '../lib/notification-preferences.ts';
import { onIncomingMessage } from '../stores/chat/incoming-messages.ts';

/** Announces messages that arrive while their conversation is not visible; a click on a notification opens it. */
export function useMessageNotifications(): void {
  const navigate = useNavigate();
  useEffect(() => {
    let isActive = true;
    // Loaded with the first message, because most visits end without one.
    const stop = onIncomingMessage(async (message) => {
      const script = await loadIfEnabled();
      if (isActive) await script?.notifyMessage(message, (userId) => navigate(paths.chatWith(userId)));
    });
    return () => {
      isActive = false;
      stop();
    };
  }, [navigate]);
}

/** Loads the script if a notification is enabled. @returns null if no notification is enabled or loading fails. */
async function loadIfEnabled() {
  if (!(['browser', 'sound', 'page'] as const).some(isNotificationEnabled)) return null;
  try {
    return await import('../features/notifications/notify-message.ts');
  } catch {
    // Without the script, the unread count still shows the message.
    return null;
  }
}
