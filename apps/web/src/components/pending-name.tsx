/**
 * In place of a name that is loading, such as in the heading of a page: a skeleton, with a label for screen readers.
 */
export function PendingName({ label }: { label: string }) {
  return (
    <>
      <span className="sr-only">{label}</span>
      <span aria-hidden className="skeleton block h-[1lh] max-w-sm" />
    </>
  );
}
