/** The mark: a sun over two waves of road. */
export function LogoMark({ className = 'size-9' }: { className?: string }) {
  return (
    <svg viewBox="0 0 64 64" aria-hidden="true" className={className}>
      <rect width="64" height="64" rx="14" className="fill-indigo-fill" />
      <circle cx="32" cy="27" r="11" className="fill-marigold" />
      <path d="M6 46c9-9 17-9 26 0s17 9 26 0v8c-9 9-17 9-26 0s-17-9-26 0z" className="fill-[#faf5ea]" />
    </svg>
  );
}
