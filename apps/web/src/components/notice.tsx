import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';

interface FailureProps {
  message: string;
  onRetry: () => void;
}

/** What went wrong with a part of a page, and the way on. */
export function Failure({ message, onRetry }: FailureProps) {
  return (
    <div role="alert" className="card mx-auto my-8 max-w-md p-6 text-center">
      <CircleAlert aria-hidden className="mx-auto mb-3 size-7 text-danger" />
      <p className="text-danger">{message}</p>
      <button type="button" className="button button-quiet mt-4" onClick={onRetry}>
        Try again
      </button>
    </div>
  );
}

/** A page or part of one with nothing in it yet: a drawn scene, a line, a way on. */
export function EmptyState({
  scene,
  title,
  children,
}: {
  scene: string;
  title: string;
  children?: ReactNode;
}) {
  return (
    <div className="mx-auto max-w-md text-balance py-10 text-center">
      <img src={scene} alt="" width={480} height={270} className="mx-auto w-full max-w-80 rounded-card" />
      <p className="mt-6 font-[560] font-display text-2xl">{title}</p>
      {children}
    </div>
  );
}

/** In place of a whole page that cannot be shown: a drawn scene, and under it why, and the way on. */
export function PageNotice({ scene, children }: { scene: string; children: ReactNode }) {
  return (
    <div className="site grid flex-1 place-content-center justify-items-center gap-4 py-12 text-center">
      <img src={scene} alt="" width={480} height={270} className="w-full max-w-80 rounded-card" />
      {children}
    </div>
  );
}
