import { MessageCircle } from 'lucide-react';
import { useEffect } from 'react';
import { toast } from '../../components/toast.ts';
import { guessLanguage } from '../../lib/text.ts';
import { useChatStore } from '../../stores/chat/chat.store.ts';
import { NOTIFICATION_STRINGS } from './strings.ts';

/** Long enough to read the toast and to reach its button. */
const DURATION_MS = 8_000;

interface Announcement {
  senderId: string;
  senderName: string;
  /** The first words of the message. */
  preview: string;
  onOpen: () => void;
}

/** Ids of the toasts since the session began. */
const toastIds = new Set<string>();

/**
 * Shows a toast with the sender and the first words of a message. A later message from the same sender replaces it;
 * opening the conversation removes it.
 */
export function announceOnPage(announcement: Announcement): void {
  const id = `message:${announcement.senderId}`;
  toastIds.add(id);
  toast(<MessageAnnouncement {...announcement} onDismiss={() => toast.dismiss(id)} />, {
    id,
    duration: DURATION_MS,
    icon: <MessageCircle aria-hidden className="size-5 shrink-0 text-indigo" />,
  });
}

/** Removes all announcements immediately. */
export function removeAnnouncements(): void {
  for (const id of toastIds) toast.remove(id);
  toastIds.clear();
}

interface MessageAnnouncementProps extends Announcement {
  onDismiss: () => void;
}

function MessageAnnouncement({ senderId, senderName, preview, onOpen, onDismiss }: MessageAnnouncementProps) {
  const isOpened = useChatStore(({ selectedUser }) => selectedUser?._id === senderId);
  useEffect(() => {
    if (isOpened) onDismiss();
  }, [isOpened, onDismiss]);
  return (
    <span className="flex items-center gap-1">
      <span className="line-clamp-2">
        <span className="font-semibold" dir="auto" lang={guessLanguage(senderName)}>
          {senderName}
        </span>
        {': '}
        <span dir="auto" lang={guessLanguage(preview)}>
          {preview}
        </span>
      </span>
      <button
        type="button"
        className="link -my-1 min-h-11 shrink-0 px-2"
        onClick={() => {
          onDismiss();
          onOpen();
        }}
      >
        {NOTIFICATION_STRINGS.openChat}
      </button>
    </span>
  );
}
