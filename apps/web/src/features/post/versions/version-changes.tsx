import type { Revision } from '@safarnama/contracts';
import { Fragment, type ReactNode, useMemo, useState } from 'react';
import { getDirection, getLanguage } from '../../../i18n/language.ts';
import { guessLanguage } from '../../../lib/text.ts';
import type { TextChange } from '../compare-texts.ts';
import { compareVersions, describeChanges, shortenPassage, versionText } from './describe-changes.ts';
import { VERSION_STRINGS } from './strings.ts';
import './versions.css';

/** The differences between two versions of a story, word by word. */
export function VersionChanges({ before, after }: { before: Revision; after: Revision }) {
  const [isWhole, setIsWhole] = useState(false);
  const textBefore = versionText(before);
  const textAfter = versionText(after);
  const { parts, addedWords, removedWords } = useMemo(
    () => compareVersions(textBefore, textAfter),
    [textBefore, textAfter],
  );
  const hasChanges = addedWords + removedWords > 0 || parts.length > 1;
  const notes = describeChanges(
    before,
    after,
    parts.some(({ kind }) => kind !== 'same'),
  );
  return (
    <div className="grid gap-5">
      <div className="grid gap-1">
        {hasChanges && <p>{VERSION_STRINGS.countChanges({ added: addedWords, removed: removedWords })}</p>}
        {notes.map((note) => (
          <p key={note} className="wrap-anywhere">
            {note}
          </p>
        ))}
      </div>
      {hasChanges && (
        <>
          <label className="flex min-h-11 items-center gap-3 justify-self-start">
            <input
              type="checkbox"
              className="size-5"
              checked={isWhole}
              onChange={(event) => setIsWhole(event.target.checked)}
            />
            {VERSION_STRINGS.wholeText}
          </label>
          <div
            className="story wrap-anywhere whitespace-pre-line"
            dir="auto"
            lang={guessLanguage(after.blogContent)}
          >
            {parts.map((part, index) => (
              // The parts have no identity of their own, and no state.
              <Fragment key={index}>
                {toMarkup(part, isWhole, { isFirst: index === 0, isLast: index === parts.length - 1 })}
              </Fragment>
            ))}
          </div>
        </>
      )}
    </div>
  );
}

function toMarkup(
  { kind, text }: TextChange,
  isWhole: boolean,
  position: { isFirst: boolean; isLast: boolean },
): ReactNode {
  if (kind === 'added') return <ins>{nameChange(VERSION_STRINGS.added, text)}</ins>;
  if (kind === 'removed') return <del>{nameChange(VERSION_STRINGS.removed, text)}</del>;
  const shortened = isWhole ? null : shortenPassage(text, position);
  if (shortened === null) return text;
  return (
    <>
      {shortened[0]}
      <span className="my-3 block text-ink-soft">…</span>
      {shortened[1]}
    </>
  );
}

/** A change with its name for screen readers, many of which do not announce insertions and deletions. */
function nameChange(name: string, text: string): ReactNode {
  return (
    <>
      {/* With a direction of its own, it does not decide that of the text. */}
      <span lang={getLanguage()} dir={getDirection(getLanguage())} className="sr-only select-none">
        {` [${name} `}
      </span>
      {text}
      <span className="sr-only select-none">{'] '}</span>
    </>
  );
}
