import { isBlank, LIMITS } from '@safarnama/contracts';
import { ImagePlus, Send, X } from 'lucide-react';
import { type FormEvent, type KeyboardEvent, useRef, useState } from 'react';
import toast from 'react-hot-toast';
import { ImageInput } from '../../components/image-input.tsx';
import { useChatStore } from '../../stores/chat.store.ts';

/** The store's own default of a failed send, which the screen says in other words. */
const STORE_DEFAULT = 'Message Send Failed';

/** Text, a picture, or both, to the selected person. What could not be sent stays. */
export function Composer() {
  const { selectedUser, sending, sendMessage } = useChatStore();
  const [text, setText] = useState('');
  const [image, setImage] = useState('');
  const field = useRef<HTMLTextAreaElement>(null);
  /** One id for all tries of one content: a try whose answer was lost is not sent twice. */
  const attempt = useRef({ content: '', clientMessageId: '' });
  const canSend = (!isBlank(text) || image !== '') && !sending;

  const handleSubmit = async (event?: FormEvent) => {
    event?.preventDefault();
    if (!canSend) return;
    if (!selectedUser) {
      toast.error('Please select a user to chat with.');
      return;
    }
    const content = JSON.stringify([selectedUser._id, text, image]);
    if (attempt.current.content !== content)
      attempt.current = { content, clientMessageId: crypto.randomUUID() };
    const { clientMessageId } = attempt.current;
    if (!(await sendMessage({ text: text.trim(), image, clientMessageId }))) {
      const { error } = useChatStore.getState();
      toast.error(error === null || error === STORE_DEFAULT ? 'Failed to send message' : error);
      return;
    }
    attempt.current = { content: '', clientMessageId: '' };
    // What was typed while the message was on its way is the next one.
    setText((now) => (now === text ? '' : now));
    setImage((now) => (now === image ? '' : now));
    field.current?.focus();
  };

  const handleKeyDown = (event: KeyboardEvent) => {
    // While an input method composes (Hindi, Tamil…), Enter chooses a word. Key code 229 is Safari's way to say so.
    const isComposing = event.nativeEvent.isComposing || event.keyCode === 229;
    if (event.key !== 'Enter' || event.shiftKey || isComposing) return;
    event.preventDefault();
    void handleSubmit();
  };

  return (
    <form onSubmit={handleSubmit} className="border-line border-t bg-paper p-3">
      {image !== '' && (
        <div className="relative mb-3 w-fit">
          <img src={image} alt="What you are about to send" className="max-h-32 rounded-control" />
          <button
            type="button"
            className="button-icon !absolute -top-2 -right-2 !size-8 border border-line bg-paper-raised"
            aria-label="Remove picture"
            onClick={() => setImage('')}
          >
            <X aria-hidden className="size-4" />
          </button>
        </div>
      )}
      <div className="flex items-end gap-1.5">
        <ImageInput label="Attach a picture" onPick={setImage} className="button-icon">
          <ImagePlus aria-hidden className="size-5" />
          <span className="sr-only">Attach a picture</span>
        </ImageInput>
        <textarea
          ref={field}
          rows={1}
          aria-label="Message"
          placeholder="Write a message"
          maxLength={LIMITS.messageText}
          dir="auto"
          className="input max-h-40 resize-none [field-sizing:content]"
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={handleKeyDown}
        />
        <button
          type="submit"
          className="button button-primary !w-12 flex-none !px-0"
          aria-label="Send"
          disabled={!canSend}
        >
          <Send aria-hidden className="size-5" />
        </button>
      </div>
    </form>
  );
}
