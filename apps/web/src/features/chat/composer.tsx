import { codePointLength, DEFAULT_MESSAGES, isBlank, LIMITS, normalizeText } from '@safarnama/contracts';
import { ImagePlus, Send, X } from 'lucide-react';
import {
  type ClipboardEvent,
  type FormEvent,
  type KeyboardEvent,
  useEffect,
  useLayoutEffect,
  useRef,
} from 'react';
import toast from 'react-hot-toast';
import { ImageInput } from '../../components/image-input.tsx';
import { draftTo, useChatStore } from '../../stores/chat.store.ts';
import { CHAT_STRINGS } from './strings.ts';
import { pastedFile, takePicture } from './take-picture.ts';

/** From here on it is told how much room is left. */
const NEAR_LIMIT = 200;

/** Text, a picture, or both, to the selected person. What could not be sent stays. */
export function Composer() {
  const selectedId = useChatStore((state) => state.selectedUser?._id ?? '');
  const { text, image } = useChatStore((state) => draftTo(state, selectedId));
  const setDraft = useChatStore((state) => state.setDraft);
  const field = useRef<HTMLTextAreaElement>(null);
  useGrowingField(field, text);
  useRefusalToast();
  // A code point is at most two units of `length`, so that only a long text is measured.
  const left =
    text.length < LIMITS.messageText - NEAR_LIMIT
      ? NEAR_LIMIT
      : LIMITS.messageText - codePointLength(normalizeText(text.trim()));
  const canSend = (!isBlank(text) || image !== '') && left >= 0;

  const handleSubmit = async (event?: FormEvent) => {
    event?.preventDefault();
    if (!canSend) return;
    if (selectedId === '') {
      toast.error(CHAT_STRINGS.selectUserFirst);
      return;
    }
    await useChatStore.getState().sendMessage({ text: text.trim(), image });
    field.current?.focus();
  };

  const handleKeyDown = (event: KeyboardEvent) => {
    // While an input method composes (Hindi, Tamil…), Enter chooses a word. Key code 229 is Safari's way to say so.
    const isComposing = event.nativeEvent.isComposing || event.keyCode === 229;
    if (event.key !== 'Enter' || event.shiftKey || isComposing) return;
    event.preventDefault();
    void handleSubmit();
  };

  const handlePaste = (event: ClipboardEvent) => {
    const file = pastedFile(event);
    if (!file) return;
    event.preventDefault();
    void takePicture(file, selectedId);
  };

  return (
    <form
      onSubmit={handleSubmit}
      className="border-line border-t bg-paper-raised px-3 pt-3 pb-3 md:px-6 md:pb-4"
    >
      {image !== '' && (
        <div className="relative mb-3 ms-12 w-fit">
          <img
            src={image}
            alt={CHAT_STRINGS.preview}
            className="max-h-36 max-w-full rounded-control border-4 border-white shadow-card"
          />
          <button
            type="button"
            className="button-icon !absolute -top-2 -right-2 !size-8 border border-line-strong bg-paper-raised"
            aria-label={CHAT_STRINGS.removePicture}
            onClick={() => {
              setDraft(selectedId, { image: '' });
              field.current?.focus();
            }}
          >
            <X aria-hidden className="size-4" />
          </button>
        </div>
      )}
      <div className="flex items-end gap-1.5">
        <ImageInput
          label={CHAT_STRINGS.attach}
          onPick={(picked) => {
            setDraft(selectedId, { image: picked });
            field.current?.focus();
          }}
          className="button-icon"
        >
          <ImagePlus aria-hidden className="size-5" />
          <span className="sr-only">{CHAT_STRINGS.attach}</span>
        </ImageInput>
        <textarea
          ref={field}
          rows={1}
          aria-label={CHAT_STRINGS.message}
          aria-describedby="composer-hint composer-length"
          aria-invalid={left < 0}
          placeholder={CHAT_STRINGS.placeholder}
          enterKeyHint="send"
          dir="auto"
          // Six lines and the padding; beyond them it scrolls.
          className="input max-h-[calc(6lh+1.125rem)] resize-none !rounded-[1.375rem] !px-4 font-text text-[1.0625rem] leading-normal [field-sizing:content] [overflow-wrap:anywhere] focus-visible:outline-offset-0"
          value={text}
          onChange={(event) => setDraft(selectedId, { text: event.target.value })}
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
        {CHAT_STRINGS.keyHint}
      </p>
      <p
        id="composer-length"
        role="status"
        className={`ms-13 text-sm ${left < NEAR_LIMIT ? 'mt-1.5' : ''} ${left < 0 ? 'text-danger' : 'text-ink-soft'}`}
      >
        {left < 0 ? CHAT_STRINGS.tooLong(-left) : left < NEAR_LIMIT ? CHAT_STRINGS.lengthLeft(left) : ''}
      </p>
    </form>
  );
}

/** The server's message; the store's own default is said in other words on the screen. */
function reasonOf(error: string | null): string {
  return error === null || error === DEFAULT_MESSAGES.messageSend ? CHAT_STRINGS.sendFailed : error;
}

/** Says once what the server has refused. */
function useRefusalToast(): void {
  const refusal = useChatStore((state) => state.refusal);
  useEffect(() => {
    if (refusal === null) return;
    toast.error(reasonOf(refusal.message));
    useChatStore.getState().dismissRefusal();
  }, [refusal]);
}

/** As high as its text, where the browser does not do that by itself; the style sheet says how high at most. */
function useGrowingField(field: React.RefObject<HTMLTextAreaElement | null>, text: string): void {
  useLayoutEffect(() => {
    const element = field.current;
    if (!element || globalThis.CSS?.supports?.('field-sizing', 'content')) return;
    element.style.height = 'auto';
    const border = element.offsetHeight - element.clientHeight;
    element.style.height = `${element.scrollHeight + border}px`;
  }, [field, text]);
}
