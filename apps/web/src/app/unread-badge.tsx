import { type ReactNode, useId } from 'react';
import { FRAME_STRINGS } from '../components/frame-strings.ts';

const MAX_SHOWN = 99;

/** An unread count over an icon; hidden at zero. `useUnreadDescription` describes it to screen readers. */
export function UnreadBadge({ count: unread }: { count: number }) {
  if (unread === 0) return null;
  return (
    <span
      aria-hidden
      className="absolute -end-2 -top-2 min-w-4.5 rounded-full bg-marigold px-1 text-center font-bold text-[0.6875rem] text-on-marigold leading-4.5 tabular-nums ring-2 ring-paper forced-colors:border"
    >
      {unread > MAX_SHOWN ? `${MAX_SHOWN}+` : unread}
    </span>
  );
}

/**
 * Describes an unread count for screen readers, which read it after the name of a link.
 * @returns `description` to render next to the link, `descriptionId` for its `aria-describedby`.
 */
export function useUnreadDescription(
  unread: number,
  kind: 'message' | 'notification',
): { description: ReactNode; descriptionId: string | undefined } {
  const id = useId();
  if (unread === 0) return { description: null, descriptionId: undefined };
  return {
    description: (
      <span id={id} hidden>
        {FRAME_STRINGS.unread[kind]({ count: unread })}
      </span>
    ),
    descriptionId: id,
  };
}
