import { codePointLength, isBlank, LIMITS, normalizeText } from '@safarnama/contracts';
import { ImagePlus, Send } from 'lucide-react';
import { type ClipboardEvent, type FormEvent, type KeyboardEvent, useRef, useState } from 'react';
import { PictureButton } from '../../components/picture-button.tsx';
import { toast } from '../../components/toast.ts';
import { useAutoGrow } from '../../components/use-auto-grow.ts';
import { useDebouncedValue } from '../../components/use-debounced-value.ts';
import { useMediaQuery } from '../../components/use-media-query.ts';
import { isComposingKey } from '../../lib/composing-key.ts';
import { useChatStore } from '../../stores/chat/chat.store.ts';
import { getDraft, isEmptyDraft } from '../../stores/chat/drafts-slice.ts';
import { trackUser } from '../../stores/track-user.ts';
import { attachPicture, getPastedFile, useIsReadingPicture, waitForPicture } from './attach-picture.ts';
import { DraftAttachments } from './draft-attachments.tsx';
import { toQuote } from './quote.tsx';
import { CHAT_STRINGS } from './strings.ts';

/** The remaining length is shown when fewer characters than this are left. */
const LENGTH_WARNING_THRESHOLD = 200;
/** Devices whose main input is a touch screen, so that text is usually typed on an on-screen keyboard. */
const TOUCH_SCREEN = '(pointer: coarse)';

/**
 * Sends text, a picture, a story or a combination of them to the selected user. A sent message appears in the
 * conversation immediately.
 */
export function Composer() {
  const selectedId = useChatStore((state) => state.selectedUser?._id ?? '');
  const { text, image, replyTo, story } = useChatStore((state) => getDraft(state, selectedId));
  const setDraft = useChatStore((state) => state.setDraft);
  // Shows the current message instead of the stored quote: it may have been deleted while the reply was being written.
  const repliedMessage = useChatStore(({ messages }) => messages.find(({ _id }) => _id === replyTo?._id));
  const quote = repliedMessage ? toQuote(repliedMessage) : replyTo;
  const isReadingPicture = useIsReadingPicture(selectedId);
  const [isWaiting, setIsWaiting] = useState(false);
  const textarea = useRef<HTMLTextAreaElement>(null);
  useAutoGrow(textarea, text);
  const { lengthHint, isTooLong } = getLengthHint(text);
  const announcedLengthHint = useDebouncedValue(lengthHint);
  const isTouchScreen = useMediaQuery(TOUCH_SCREEN);
  const hasPicture = image !== '' || isReadingPicture;
  const canSend = (!isBlank(text) || hasPicture || story !== null) && !isTooLong && !isWaiting;

  const handleSubmit = async (event?: FormEvent) => {
    event?.preventDefault();
    if (!canSend) return;
    if (selectedId === '') {
      toast.error(CHAT_STRINGS.selectUserFirst);
      return;
    }
    // Focuses the text before the message is stored; later, the user may have moved to another field.
    textarea.current?.focus();
    if (isReadingPicture) {
      const isSessionOver = trackUser();
      setIsWaiting(true);
      const isAttached = await waitForPicture(selectedId);
      setIsWaiting(false);
      if (!isAttached || isSessionOver()) return;
    }
    const chat = useChatStore.getState();
    const draft = getDraft(chat, selectedId);
    // A user who left the conversation and returned before the picture was ready has sent or changed the message.
    if (isEmptyDraft(draft) || draft.text !== text) return;
    await chat.sendMessage({
      ...draft,
      receiverId: selectedId,
      text: draft.text.trim(),
      replyTo: draft.replyTo?._id === replyTo?._id ? quote : draft.replyTo,
    });
  };

  const handleKeyDown = (event: KeyboardEvent) => {
    // During a composition, Enter selects a candidate of the input method.
    const isComposing = isComposingKey(event);
    if (event.key === 'Escape' && quote && !isComposing) {
      event.preventDefault();
      setDraft(selectedId, { replyTo: null });
    }
    if (event.key !== 'Enter' || event.shiftKey || isComposing) return;
    // On-screen keyboards have no Shift+Enter, so Enter starts a new line and only the button sends.
    if (isTouchScreen && !event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    void handleSubmit();
  };

  const handlePaste = (event: ClipboardEvent) => {
    const file = getPastedFile(event);
    if (!file) return;
    event.preventDefault();
    attachPicture(file, selectedId);
  };

  return (
    <form
      data-composer
      onSubmit={handleSubmit}
      // Pressing a button keeps the focus in the text, so that an on-screen keyboard stays open.
      onMouseDown={(event) => {
        if (event.target !== textarea.current) event.preventDefault();
      }}
      // The row with the text shrinks to make room for a quote or a picture.
      className="flex max-h-[40dvh] flex-none flex-col border-line border-t bg-paper-raised px-3 pt-3 pb-3 md:px-6 md:pb-4"
    >
      <DraftAttachments quote={quote} onRemove={() => textarea.current?.focus()} />
      {/* At most six lines and the padding; longer text scrolls. */}
      <div className="grid max-h-[calc(6lh+1.125rem)] min-h-11 grid-cols-[auto_minmax(0,1fr)_auto] grid-rows-[minmax(0,auto)] items-end gap-1.5 font-text text-[1.0625rem] leading-normal">
        <PictureButton
          label={CHAT_STRINGS.attach}
          onFile={(file) => {
            attachPicture(file, selectedId);
            textarea.current?.focus();
          }}
          className="button-icon"
        >
          <ImagePlus aria-hidden className="size-5" />
          <span className="sr-only">{CHAT_STRINGS.attach}</span>
        </PictureButton>
        <textarea
          ref={textarea}
          rows={1}
          aria-label={CHAT_STRINGS.message}
          aria-describedby="composer-hint composer-length"
          aria-invalid={isTooLong}
          placeholder={CHAT_STRINGS.placeholder}
          enterKeyHint={isTouchScreen ? 'enter' : 'send'}
          dir="auto"
          readOnly={isWaiting}
          className="input max-h-full resize-none self-stretch !rounded-[1.375rem] !px-4 [field-sizing:content] focus-visible:outline-offset-0"
          value={text}
          onChange={({ target: { value } }) => {
            setDraft(selectedId, { text: value });
            if (value !== '') useChatStore.getState().notifyTyping();
          }}
          onKeyDown={handleKeyDown}
          onPaste={handlePaste}
        />
        <button
          type="submit"
          className="button button-primary !size-11 !min-h-0 flex-none !rounded-full !p-0"
          aria-label={CHAT_STRINGS.send}
          disabled={!canSend}
        >
          <Send aria-hidden className="size-5" />
        </button>
      </div>
      <p id="composer-hint" className="sr-only">
        {isTouchScreen ? CHAT_STRINGS.touchKeyHint : CHAT_STRINGS.keyHint}
      </p>
      <p
        id="composer-length"
        className={`ms-13 text-sm ${lengthHint === '' ? '' : 'mt-1.5'} ${isTooLong ? 'text-danger' : 'text-ink-soft'}`}
      >
        {lengthHint}
      </p>
      <p role="status" className="sr-only">
        {isReadingPicture ? CHAT_STRINGS.readingPicture : announcedLengthHint}
      </p>
    </form>
  );
}

/** @returns the hint about the remaining length; empty while the text is well below the limit. */
function getLengthHint(text: string): { lengthHint: string; isTooLong: boolean } {
  // Counting code points is slow. Normalization makes a text at most three times as long, so short texts need no
  // counting.
  if (text.length * 3 < LIMITS.messageText - LENGTH_WARNING_THRESHOLD)
    return { lengthHint: '', isTooLong: false };
  const remaining = LIMITS.messageText - codePointLength(normalizeText(text.trim()));
  if (remaining < 0)
    return {
      lengthHint: CHAT_STRINGS.tooLong({ count: -remaining, limit: LIMITS.messageText }),
      isTooLong: true,
    };
  const isNearLimit = remaining < LENGTH_WARNING_THRESHOLD;
  return { lengthHint: isNearLimit ? CHAT_STRINGS.lengthLeft({ count: remaining }) : '', isTooLong: false };
}
