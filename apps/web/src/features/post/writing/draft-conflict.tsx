import type { Draft } from '@safarnama/contracts';
import { useDeferredValue, useMemo } from 'react';
import { type PostFields, toFields } from '../../../stores/story-draft/draft-record.ts';
import { htmlToText } from '../story-html.ts';
import { compareTexts, type TextPart } from './compare-texts.ts';
import { WRITING_STRINGS } from './strings.ts';

const { conflict: STRINGS } = WRITING_STRINGS;

interface DraftConflictProps {
  own: PostFields;
  /** Null when the draft was removed elsewhere. */
  stored: Draft | null;
  onKeepOwn: () => void;
  onKeepStored: (stored: Draft) => void;
}

/** Shows what was written here and elsewhere side by side with the differences marked; the author chooses. */
export function DraftConflict({ own, stored, onKeepOwn, onKeepStored }: DraftConflictProps) {
  const ownText = useDeferredValue(toText(own));
  const texts = useMemo(
    () => (stored ? compareTexts(ownText, toText(toFields(stored))) : null),
    [ownText, stored],
  );
  return (
    <div role="alert" className="card grid gap-4 p-5">
      <div>
        <p className="font-semibold">{stored ? STRINGS.title : STRINGS.missingTitle}</p>
        <p className="text-ink-soft text-sm">{stored ? STRINGS.text : STRINGS.missingText}</p>
      </div>
      {stored === null || texts === null ? (
        <button type="button" className="button button-quiet justify-self-start" onClick={onKeepOwn}>
          {STRINGS.keepAsNew}
        </button>
      ) : (
        <div className="grid gap-5 sm:grid-cols-2">
          <WrittenText
            label={STRINGS.own}
            parts={texts.first}
            choice={STRINGS.keepOwn}
            onChoose={onKeepOwn}
          />
          <WrittenText
            label={STRINGS.stored}
            parts={texts.second}
            choice={STRINGS.keepStored}
            onChoose={() => onKeepStored(stored)}
          />
        </div>
      )}
    </div>
  );
}

interface WrittenTextProps {
  label: string;
  parts: readonly TextPart[];
  choice: string;
  onChoose: () => void;
}

function WrittenText({ label, parts, choice, onChoose }: WrittenTextProps) {
  return (
    <section aria-label={label} className="grid min-w-0 content-between gap-3">
      <div className="grid gap-2">
        <p className="kicker">{label}</p>
        <div
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reachable by keyboard.
          tabIndex={0}
          className="wrap-anywhere max-h-72 overflow-y-auto whitespace-pre-line text-sm"
          dir="auto"
        >
          {parts.map(({ text, isDifferent }, index) =>
            // The parts have no identity of their own, and no state.
            isDifferent ? (
              <mark
                className="rounded-sm bg-indigo-wash text-ink underline decoration-2 decoration-marigold underline-offset-4"
                key={`${index}-${text}`}
              >
                {text}
              </mark>
            ) : (
              text
            ),
          )}
        </div>
      </div>
      <button type="button" className="button button-quiet" onClick={onChoose}>
        {choice}
      </button>
    </section>
  );
}

function toText({ title, html, location }: PostFields): string {
  return [title, htmlToText(html), location].filter((part) => part !== '').join('\n\n');
}
