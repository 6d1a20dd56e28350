import { REACTIONS, type Reaction, type ReactionEmoji } from '@safarnama/contracts';
import type { ReactNode } from 'react';
import { useFocusLost } from '../../components/use-focus-lost.ts';
import { getLocale } from '../../i18n/language.ts';
import { focusMessage } from './focus-message.ts';
import { CHAT_STRINGS } from './strings.ts';

interface ReactionsProps {
  reactions: readonly Reaction[];
  ownId: string;
  partnerName: string;
  tabIndex: 0 | -1;
  /** Null removes the viewer's own reaction. */
  onReact: (emoji: ReactionEmoji | null) => void;
}

/** The reactions to a message: each emoji once with its count, labelled with the names of the users. */
export function Reactions({ reactions, ownId, partnerName, tabIndex, onReact }: ReactionsProps) {
  const usedEmoji = REACTIONS.filter((emoji) => reactions.some((reaction) => reaction.emoji === emoji));
  const listFormat = new Intl.ListFormat(getLocale(), { type: 'conjunction' });
  return (
    <ul aria-label={CHAT_STRINGS.reactions} className="flex flex-wrap gap-1">
      {usedEmoji.map((emoji) => {
        const matching = reactions.filter((reaction) => reaction.emoji === emoji);
        const isOwn = matching.some(({ userId }) => userId === ownId);
        const names = matching.map(({ userId }) => (userId === ownId ? CHAT_STRINGS.you : partnerName));
        return (
          <ReactionItem key={emoji}>
            <button
              type="button"
              aria-pressed={isOwn}
              aria-label={CHAT_STRINGS.reactionBy({
                reaction: CHAT_STRINGS.reactionNames[emoji],
                names: listFormat.format(names),
              })}
              tabIndex={tabIndex}
              className="inline-flex min-h-7 items-center gap-1 rounded-full border border-line bg-paper-raised px-2 text-sm leading-none hover:border-line-strong aria-pressed:border-indigo aria-pressed:bg-indigo-wash"
              onClick={() => onReact(isOwn ? null : emoji)}
            >
              <span aria-hidden>{emoji}</span>
              {matching.length > 1 && <span aria-hidden>{matching.length}</span>}
            </button>
          </ReactionItem>
        );
      })}
    </ul>
  );
}

function ReactionItem({ children }: { children: ReactNode }) {
  return <li ref={useFocusLost<HTMLLIElement>(focusMessage)}>{children}</li>;
}

/** The viewer's own reaction to a message. */
export function ownReaction(
  reactions: readonly Reaction[] | undefined,
  ownId: string,
): ReactionEmoji | undefined {
  return reactions?.find(({ userId }) => userId === ownId)?.emoji;
}
