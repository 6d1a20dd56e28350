import type { ReactNode } from 'react';

interface SectionLabelProps {
  id: string;
  label: string;
  statusId?: string;
  error: string | undefined;
  /** Shown while there is no error. */
  status?: ReactNode;
}

/** The label of a section of the form. Next to it, its error or status, which is announced. */
export function SectionLabel({ id, label, statusId, error, status }: SectionLabelProps) {
  return (
    <div className="mb-1.5 flex flex-wrap justify-between gap-x-6 text-sm">
      <p id={id} className="font-semibold">
        {label}
      </p>
      <p id={statusId} role="status" className={error === undefined ? 'text-ink-soft' : 'text-danger'}>
        {error ?? status}
      </p>
    </div>
  );
}
