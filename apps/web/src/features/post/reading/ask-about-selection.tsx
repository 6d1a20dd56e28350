import type { Post } from '@safarnama/contracts';
import { MessageCircleQuestion } from 'lucide-react';
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { htmlToText } from '../story-html.ts';
import { toQuotedText, useAskAuthor } from './ask-author.ts';
import { STORY_STRINGS } from './story-strings.ts';

/** Delay before the button is hidden: on some touch screens, a tap ends the selection before the click arrives. */
const HIDE_DELAY_MS = 400;
/** Distance between the text and the button, which leaves room for the selection handles of touch screens. */
const OFFSET_PX = 28;
interface SelectedWords {
  text: string;
  /**
   * Position in pixels, relative to the story: `left` and `right` are the distances of the button's centre from both
   * edges.
   */
  left: number;
  right: number;
  top: number;
}

/** Shows a button below words selected in a story; it quotes them in a message to the author. */
export function AskAboutSelection({ post, children }: { post: Post; children: ReactNode }) {
  const container = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const words = useSelectedWords(container, button);
  const askAuthor = useAskAuthor(post);
  return (
    <div ref={container} className="relative">
      {children}
      {words && (
        <button
          ref={button}
          type="button"
          className="button button-primary no-print !absolute z-10 w-max max-w-full !rounded-full shadow-card"
          style={{
            left: words.left,
            top: words.top,
            // Centred, but within the story: percentages refer to the button's width.
            translate: `clamp(${-words.left}px, -50%, calc(${words.right}px - 100%))`,
          }}
          // Pressing a mouse button would end the selection.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => askAuthor(words.text)}
        >
          <MessageCircleQuestion aria-hidden className="size-5" />
          {STORY_STRINGS.askAboutSelection}
        </button>
      )}
    </div>
  );
}

/** The words selected in the text of a story; null without a selection, unless the button is still focused. */
function useSelectedWords(
  container: RefObject<HTMLElement | null>,
  button: RefObject<HTMLElement | null>,
): SelectedWords | null {
  const [words, setWords] = useState<SelectedWords | null>(null);
  useEffect(() => {
    const frame = container.current;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const hide = () => {
      if (document.activeElement !== button.current) setWords(null);
    };
    const update = () => {
      clearTimeout(timer);
      const next = frame && readSelection(frame);
      if (next) setWords(next);
      else timer = setTimeout(hide, HIDE_DELAY_MS);
    };
    document.addEventListener('selectionchange', update);
    frame?.addEventListener('focusout', update);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('selectionchange', update);
      frame?.removeEventListener('focusout', update);
    };
  }, [container, button]);
  return words;
}

function readSelection(container: HTMLElement): SelectedWords | null {
  const selection = document.getSelection();
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return null;
  const range = selection.getRangeAt(0).cloneRange();
  const body = container.querySelector('.story');
  if (!body?.contains(range.startContainer)) return null;
  const isWithin = body.contains(range.endContainer);
  // After a triple click on the last paragraph, the selection ends at the start of what follows the story.
  if (!isWithin) range.setEnd(body, body.childNodes.length);
  const text = toQuotedText(isWithin ? selection.toString() : readText(range));
  if (text === '') return null;
  const last = [...range.getClientRects()].at(-1) ?? range.getBoundingClientRect();
  const frame = container.getBoundingClientRect();
  const center = (last.left + last.right) / 2 - frame.left;
  return {
    text,
    left: center,
    right: frame.width - center,
    top: last.bottom - frame.top + OFFSET_PX,
  };
}

/** The text of a range, with a blank line between blocks. */
function readText(range: Range): string {
  const copy = document.createElement('div');
  copy.append(range.cloneContents());
  return htmlToText(copy.innerHTML);
}
