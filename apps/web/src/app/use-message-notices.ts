import type { Message } from '@safarnama/contracts';
import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { paths } from '../config/paths.ts';
import { isNoticeChosen } from '../lib/notice-choice.ts';
import { onIncoming } from '../stores/incoming.ts';

/** Tells of messages that come while one looks elsewhere; a click on a notification leads to its conversation. */
export function useMessageNotices(): void {
  const navigate = useNavigate();
  useEffect(
    () => onIncoming((message) => void notice(message, (userId) => navigate(paths.chatWith(userId)))),
    [navigate],
  );
}

/** Who has switched nothing on does not even load the script of it. */
async function notice(message: Message, openConversation: (userId: string) => void): Promise<void> {
  if (!isNoticeChosen('browser') && !isNoticeChosen('sound')) return;
  try {
    const { announceMessage } = await import('../features/notifications/announce-message.ts');
    await announceMessage(message, openConversation);
  } catch {
    // Without its script, on a weak line, the unread count tells.
  }
}
