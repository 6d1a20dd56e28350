import { CHAT_STRINGS } from './strings.ts';

/** Online or not, in colour and in a word. */
export function Presence({ isOnline }: { isOnline: boolean }) {
  return (
    <span
      className={`inline-flex items-center gap-1.5 text-xs ${isOnline ? 'text-online' : 'text-ink-soft'}`}
    >
      <span
        aria-hidden
        className={`size-2 rounded-full border ${isOnline ? 'border-online bg-online forced-colors:bg-[Highlight]' : 'border-line-strong'}`}
      />
      {isOnline ? CHAT_STRINGS.online : CHAT_STRINGS.offline}
    </span>
  );
}
