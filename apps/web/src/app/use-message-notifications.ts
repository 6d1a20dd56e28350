import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { paths } from '../config/paths.ts';
import { isNotificationEnabled, onNotificationPreferenceChange } from '../lib/notification-preferences.ts';
import { runWhenIdle } from '../lib/run-when-idle.ts';
import { onIncomingMessage } from '../stores/chat/incoming-messages.ts';

/** Announces messages that arrive while their conversation is not visible; a click on a notification opens it. */
export function useMessageNotifications(): void {
  const navigate = useNavigate();
  useEffect(() => {
    let isActive = true;
    const cleanups = [
      runWhenIdle(preloadIfChosen),
      onNotificationPreferenceChange(preloadIfChosen),
      onIncomingMessage(async (message) => {
        const script = await loadIfEnabled();
        if (isActive) await script?.notifyMessage(message, (userId) => navigate(paths.chatWith(userId)));
      }),
    ];
    return () => {
      isActive = false;
      for (const cleanup of cleanups) cleanup();
    };
  }, [navigate]);
}

/**
 * Loads the script before the first message for users who have chosen notifications or the sound, so that a tab that
 * stays open announces messages even after a deployment has replaced the script. For the others, most of whose visits
 * end without a message, it is loaded with the first one.
 */
function preloadIfChosen(): void {
  if (isNotificationEnabled('browser') || isNotificationEnabled('sound')) void loadIfEnabled();
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
