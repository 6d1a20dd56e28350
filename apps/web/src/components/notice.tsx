import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { RetryButton } from './retry-button.tsx';
import { Scene } from './scene.tsx';

interface FailureProps {
  message: string;
  onRetry: () => void;
}

/** Error message in place of a part of a page, with a retry button. */
export function Failure({ message, onRetry }: FailureProps) {
  return (
    <div role="alert" className="card mx-auto my-8 max-w-md p-6 text-center">
      <CircleAlert aria-hidden className="mx-auto mb-3 size-7 text-danger" />
      <p className="text-danger">{message}</p>
      <RetryButton className="button button-quiet mt-4" onRetry={onRetry} />
    </div>
  );
}

/** Empty state of a page or a part of it: a drawn scene, a title and optional actions. */
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
      <Scene url={scene} />
      <p className="mt-6 font-[560] font-display text-2xl">{title}</p>
      {children}
    </div>
  );
}

/** Replaces a page that cannot be shown: a drawn scene, with the reason and actions as children. */
export function PageNotice({ scene, children }: { scene: string; children: ReactNode }) {
  return (
    <div className="site grid flex-1 place-content-center justify-items-center gap-4 py-12 text-center">
      <Scene url={scene} />
      {children}
    </div>
  );
}
