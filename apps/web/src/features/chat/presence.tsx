/** Online or not, in colour and in a word. */
export function Presence({ isOnline }: { isOnline: boolean }) {
  return (
    <span className={`flex items-center gap-1.5 text-sm ${isOnline ? 'text-online' : 'text-ink-soft'}`}>
      <span
        aria-hidden
        className={`size-2.5 rounded-full border ${isOnline ? 'border-online bg-online' : 'border-line-strong'}`}
      />
      {isOnline ? 'Online' : 'Offline'}
    </span>
  );
}
