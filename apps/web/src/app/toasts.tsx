import { useEffect, useState } from 'react';
import { FRAME_STRINGS } from '../components/frame-strings.ts';
import { type ToasterScript, toasterLoaded } from '../components/toaster-loaded.ts';
import { useAuthStore } from '../stores/auth.store.ts';

/**
 * The toasts over the page, in one permanent live region: some screen readers skip a live region that appears together
 * with its text, and read nested ones twice.
 */
export function Toasts() {
  const [script, setScript] = useState<ToasterScript | null>(null);
  const isSessionAlive = useAuthStore((state) => state.isAuthenticated && !state.loading);

  useEffect(() => void toasterLoaded.then(setScript), []);

  return (
    <section
      aria-label={FRAME_STRINGS.notifications}
      aria-live="polite"
      aria-relevant="additions text"
      aria-atomic="false"
    >
      {script && <script.AppToaster isSessionAlive={isSessionAlive} />}
    </section>
  );
}
