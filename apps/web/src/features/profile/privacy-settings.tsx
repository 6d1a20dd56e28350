import { useState } from 'react';
import * as accountApi from '../../api/account.api.ts';
import { LoadFailure } from '../../components/load-failure.tsx';
import { SwitchField } from '../../components/switch-field.tsx';
import { toastFailure } from '../../components/toast-failure.tsx';
import { useLoaded } from '../../components/use-loaded.ts';
import { errorMessage } from '../../lib/api-client.ts';
import { createOptimisticToggle } from '../../stores/optimistic-toggle.ts';
import { PROFILE_STRINGS } from './strings.ts';

/** Switch for appearing offline. Stored on the server, so it applies to all devices. */
export function AppearOfflineSwitch() {
  const { data: isOn, error, reload } = useLoaded(loadAppearOffline);
  if (error !== null)
    return <LoadFailure message={errorMessage(error, PROFILE_STRINGS.privacy.loadFailed)} onRetry={reload} />;
  if (isOn === undefined) return <SwitchSkeleton />;
  return <LoadedSwitch initialIsOn={isOn} />;
}

const toggle = createOptimisticToggle();
/** Settles when all changes are saved, including those made before the page was left. */
let saving: Promise<unknown> = Promise.resolve();

async function loadAppearOffline(): Promise<boolean> {
  await saving;
  return (await accountApi.fetchPrivacy()).appearOffline;
}

function LoadedSwitch({ initialIsOn }: { initialIsOn: boolean }) {
  const [isOn, setIsOn] = useState(initialIsOn);

  const handleChange = (next: boolean) => {
    const saved = toggle('appearOffline', !next, {
      show: setIsOn,
      save: (appearOffline) => accountApi.updatePrivacy({ appearOffline }),
      onFailed: (cause) => toastFailure(errorMessage(cause, PROFILE_STRINGS.privacy.saveFailed)),
    });
    // The promise of a change made during a request settles at once; that of the request settles when both are saved.
    saving = saving.then(() => saved);
  };
  return (
    <SwitchField
      label={PROFILE_STRINGS.privacy.appearOffline}
      hint={PROFILE_STRINGS.privacy.appearOfflineHint}
      isOn={isOn}
      onChange={handleChange}
    />
  );
}

function SwitchSkeleton() {
  return (
    <div>
      <p role="status" className="sr-only">
        {PROFILE_STRINGS.privacy.loading}
      </p>
      <div aria-hidden className="flex items-start justify-between gap-5">
        <div className="flex-1">
          <div className="skeleton h-6 w-36" />
          <div className="skeleton mt-1 h-5 max-w-md" />
        </div>
        <div className="skeleton h-7 w-12 !rounded-full" />
      </div>
    </div>
  );
}
