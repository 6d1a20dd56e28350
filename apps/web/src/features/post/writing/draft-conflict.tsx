import { useDeferredValue, useEffect, useMemo } from 'react';
import { toast } from '../../../components/toast.ts';
import { useFocusLost } from '../../../components/use-focus-lost.ts';
import { formatPostDate } from '../../../lib/format-date.ts';
import { placeLabel } from '../../../lib/place-names.ts';
import type { PostFields } from '../../../stores/story-draft/draft-record.ts';
import { compareTexts, type TextPart } from '../compare-texts.ts';
import { textWithPictures } from '../text-with-pictures.ts';
import { WRITING_STRINGS } from './strings.ts';
import { VALIDATION_TOAST_ID } from './use-field-errors.ts';

const { conflict: STRINGS, picture: PICTURE, visibility: READERS } = WRITING_STRINGS;

/** What another device or tab has written. */
export type ConflictingVersion =
  | { kind: 'draft' | 'published'; fields: PostFields }
  /** The draft was published or deleted there. */
  | { kind: 'removed' };

interface DraftConflictProps {
  own: PostFields;
  other: ConflictingVersion;
  /** Number of attempts to publish without choosing; each one moves the focus to this card. */
  publishAttempts: number;
  onKeepOwn: () => void;
  onKeepOther: () => void;
  /** Called when the choice disappears with the focus. */
  onFocusLost: () => void;
}

/** Shows what was written here and elsewhere side by side with the differences marked; the author chooses. */
export function DraftConflict({
  own,
  other,
  publishAttempts,
  onKeepOwn,
  onKeepOther,
  onFocusLost,
}: DraftConflictProps) {
  const card = useFocusLost<HTMLElement>(onFocusLost);
  const ownText = useDeferredValue(toText(own));
  const otherText = other.kind === 'removed' ? null : toText(other.fields);
  const comparison = useMemo(
    () => (otherText === null ? null : compareTexts(ownText, otherText)),
    [ownText, otherText],
  );
  useEffect(() => {
    if (publishAttempts > 0) card.current?.focus();
  }, [publishAttempts, card]);
  const { title, text, label, choice, message } = describeConflict(other.kind);
  const keep = (onKeep: () => void, confirmation: string) => {
    onKeep();
    // The toast that asked the author to choose first.
    toast.dismiss(VALIDATION_TOAST_ID);
    toast.success(confirmation);
  };
  return (
    <section ref={card} aria-label={title} tabIndex={-1} className="card grid scroll-mt-24 gap-4 p-5">
      {/* Without the texts, which would be announced again at each change. */}
      <div role="alert">
        <p className="font-semibold">{title}</p>
        <p className="text-ink-soft text-sm">{text}</p>
      </div>
      {comparison === null ? (
        <button
          type="button"
          className="button button-quiet justify-self-start"
          onClick={() => keep(onKeepOwn, STRINGS.choseAsNew)}
        >
          {STRINGS.keepAsNew}
        </button>
      ) : (
        <div className="grid gap-5 sm:grid-cols-2">
          <WrittenText
            label={STRINGS.own}
            parts={comparison.first}
            choice={STRINGS.keepOwn}
            onChoose={() => keep(onKeepOwn, STRINGS.choseOwn)}
          />
          <WrittenText
            label={label}
            parts={comparison.second}
            choice={choice}
            onChoose={() => keep(onKeepOther, message)}
          />
        </div>
      )}
    </section>
  );
}

function describeConflict(kind: ConflictingVersion['kind']) {
  switch (kind) {
    case 'draft':
      return {
        title: STRINGS.title,
        text: STRINGS.text,
        label: STRINGS.stored,
        choice: STRINGS.keepStored,
        message: STRINGS.choseStored,
      };
    case 'published':
      return {
        title: STRINGS.publishedTitle,
        text: STRINGS.publishedText,
        label: STRINGS.published,
        choice: STRINGS.keepPublished,
        message: STRINGS.chosePublished,
      };
    case 'removed':
      return { title: STRINGS.missingTitle, text: STRINGS.missingText, label: '', choice: '', message: '' };
  }
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

function toText(fields: PostFields): string {
  const { title, html, image, imageAlt, location, place, visitedOn = '', visibility } = fields;
  const pictureLine = image === '' ? '' : [PICTURE.label, imageAlt].filter(Boolean).join(': ');
  const placeLine = place ? STRINGS.place({ place: placeLabel(place) }) : '';
  const visitLine = visitedOn === '' ? '' : STRINGS.visit({ day: formatPostDate(visitedOn) });
  const readersLine = `${READERS.label}: ${READERS[visibility]}`;
  const parts = [title, textWithPictures(html), pictureLine, location, placeLine, visitLine, readersLine];
  return parts.filter((part) => part !== '').join('\n\n');
}
