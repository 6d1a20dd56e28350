import type { Quote } from '@safarnama/contracts';
import { X } from 'lucide-react';
import { useChatStore } from '../../stores/chat/chat.store.ts';
import { getDraft } from '../../stores/chat/drafts-slice.ts';
import type { AttachedStory } from '../../stores/chat/outbox/outgoing-message.ts';
import { removePicture, useIsReadingPicture } from './attach-picture.ts';
import { QuoteContent } from './quote.tsx';
import { SharedStory } from './shared-story.tsx';
import { CHAT_STRINGS } from './strings.ts';

interface DraftAttachmentsProps {
  /** The message that the draft replies to. */
  quote: Quote | null;
  /** Called when the user has removed an attachment. */
  onRemove: () => void;
}

/** What the draft of a message to the selected user contains besides its text. */
export function DraftAttachments({ quote, onRemove }: DraftAttachmentsProps) {
  const partner = useChatStore((state) => state.selectedUser);
  const partnerId = partner?._id ?? '';
  const { image, story } = useChatStore((state) => getDraft(state, partnerId));
  const setDraft = useChatStore((state) => state.setDraft);
  const isReadingPicture = useIsReadingPicture(partnerId);
  return (
    <>
      {quote && (
        <ReplyPreview
          quote={quote}
          name={quote.senderId === partnerId && partner ? partner.fullName : CHAT_STRINGS.you}
          onCancel={() => {
            setDraft(partnerId, { replyTo: null });
            onRemove();
          }}
        />
      )}
      {story && (
        <StoryPreview
          story={story}
          onRemove={() => {
            setDraft(partnerId, { story: null });
            onRemove();
          }}
        />
      )}
      {(image !== '' || isReadingPicture) && (
        <PicturePreview
          image={isReadingPicture ? null : image}
          onRemove={() => {
            removePicture(partnerId);
            onRemove();
          }}
        />
      )}
    </>
  );
}

function ReplyPreview({ quote, name, onCancel }: { quote: Quote; name: string; onCancel: () => void }) {
  return (
    <div className="mb-3 flex flex-none items-start gap-2 rounded-control border-marigold border-s-3 bg-paper-sunk ps-3">
      <p className="min-w-0 flex-1 py-1.5">
        <span className="sr-only">{CHAT_STRINGS.inReplyTo} </span>
        <QuoteContent quote={quote} name={name} />
      </p>
      <button type="button" className="button-icon" aria-label={CHAT_STRINGS.cancelReply} onClick={onCancel}>
        <X aria-hidden className="size-4" />
      </button>
    </div>
  );
}

function StoryPreview({ story, onRemove }: { story: AttachedStory; onRemove: () => void }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot shrink with its content.
    <div
      role="group"
      aria-label={CHAT_STRINGS.aboutStory}
      className="mb-3 flex min-h-0 flex-none items-start gap-2 rounded-control border border-line bg-paper"
    >
      <div className="min-w-0 flex-1">
        <SharedStory story={story} />
      </div>
      <button type="button" className="button-icon" aria-label={CHAT_STRINGS.removeStory} onClick={onRemove}>
        <X aria-hidden className="size-4" />
      </button>
    </div>
  );
}

/** @param image - null while the picture is being read. */
function PicturePreview({ image, onRemove }: { image: string | null; onRemove: () => void }) {
  return (
    <div className="relative mb-3 ms-12 w-fit flex-none">
      {image === null ? (
        <div aria-hidden className="skeleton h-[min(9rem,14dvh)] w-36" />
      ) : (
        <img
          src={image}
          alt={CHAT_STRINGS.preview}
          className="max-h-[min(9rem,14dvh)] max-w-full rounded-control border-4 border-white shadow-card"
        />
      )}
      <button
        type="button"
        className="button-icon !absolute -end-2 -top-2 !size-8 border border-line-strong bg-paper-raised"
        aria-label={CHAT_STRINGS.removePicture}
        onClick={onRemove}
      >
        <X aria-hidden className="size-4" />
      </button>
    </div>
  );
}
