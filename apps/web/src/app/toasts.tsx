import { type ComponentType, useEffect, useState } from 'react';
import { FRAME_STRINGS } from '../components/frame-strings.ts';

/**
 * The toasts over the page, in one permanent live region: some screen readers skip a live region that appears together
 * with its text, and read nested ones twice.
 */
export function Toasts() {
  const [AppToaster, setAppToaster] = useState<ComponentType | null>(null);

  // Loaded after the page has rendered; toasts raised in the meantime wait for it.
  useEffect(() => {
    import('./toaster.tsx').then(
      (loaded) => setAppToaster(() => loaded.AppToaster),
      () => undefined, // Without the script, there are no toasts, but everything else works.
    );
  }, []);

  return (
    <section
      aria-label={FRAME_STRINGS.notifications}
      aria-live="polite"
      aria-relevant="additions text"
      aria-atomic="false"
    >
      {AppToaster && <AppToaster />}
    </section>
  );
}
