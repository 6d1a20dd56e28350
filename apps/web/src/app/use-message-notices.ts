import type { Message } from '@safarnama/contracts';
import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { paths } from '../config/paths.ts';
import { isNoticeChosen, onNoticeChoice } from '../lib/notice-choice.ts';
import { onIncoming } from '../stores/incoming.ts';

/** Tells of messages that come while one looks elsewhere; a click on a notification leads to its conversation. */
export function useMessageNotices(): void {
  const navigate = useNavigate();
  useEffect(() => {
    // Before the first message: by it a tab tells the others what is looked at here.
    const prepare = () => void loadIfChosen();
    prepare();
    const ends = [
      onNoticeChoice(prepare),
      onIncoming((message) => void notice(message, (userId) => navigate(paths.chatWith(userId)))),
    ];
    return () => {
      for (const end of ends) end();
    };
  }, [navigate]);
}

async function notice(message: Message, openConversation: (userId: string) => void): Promise<void> {
  const script = await loadIfChosen();
  await script?.announceMessage(message, openConversation);
}

/** Who has switched nothing on does not load the script. @returns null then, and when it does not come. */
async function loadIfChosen() {
  if (!isNoticeChosen('browser') && !isNoticeChosen('sound')) return null;
  try {
    return await import('../features/notifications/announce-message.ts');
  } catch {
    // On a weak line the unread count tells.
    return null;
  }
}
