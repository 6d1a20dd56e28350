import { type ComponentType, useEffect, useState } from 'react';

/**
 * The short messages over the page. One region that always stands announces them politely: a live region that
 * comes together with its text is passed over by some screen readers, and one inside another is read twice.
 */
export function Toasts() {
  const [AppToaster, setAppToaster] = useState<ComponentType | null>(null);

  // After the page stands: nobody is told anything before, and what is told while it loads waits for it.
  useEffect(() => {
    let isMounted = true;
    import('./toaster.tsx').then(
      (loaded) => {
        if (isMounted) setAppToaster(() => loaded.AppToaster);
      },
      () => undefined, // Without it there are no toasts; everything else goes on.
    );
    return () => {
      isMounted = false;
    };
  }, []);

  return (
    <section aria-label="Notifications" aria-live="polite" aria-relevant="additions text" aria-atomic="false">
      {AppToaster && <AppToaster />}
    </section>
  );
}
