import { useCallback, useEffect, useRef, useState } from 'react';
import toast from 'react-hot-toast';
import * as authApi from '../../api/auth.api.ts';
import { SwitchField } from '../../components/switch-field.tsx';
import { errorMessage } from '../../lib/api-client.ts';
import { LoadFailure } from './load-failure.tsx';
import { PRIVACY_STRINGS } from './strings.ts';

/** Switch for appearing offline. Stored on the server, so it applies to all devices. */
export function AppearOfflineSwitch() {
  const { isOn, failure, load, change } = useAppearOffline();
  if (failure !== null) return <LoadFailure message={failure} onRetry={load} />;
  if (isOn === null) return <SwitchSkeleton />;
  return (
    <SwitchField
      label={PRIVACY_STRINGS.appearOffline}
      hint={PRIVACY_STRINGS.appearOfflineHint}
      isOn={isOn}
      onChange={(next) => void change(next)}
    />
  );
}

/** @returns `isOn` is null until loaded; `failure` is the reason of a failed load. */
function useAppearOffline() {
  const [isOn, setIsOn] = useState<boolean | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  /** The stored value, the desired value, and whether a request to bring them in line is running. */
  const sync = useRef({ stored: false, desired: false, isSaving: false });

  const load = useCallback(async () => {
    setFailure(null);
    try {
      const { appearOffline } = await authApi.fetchPrivacy();
      sync.current.stored = appearOffline;
      setIsOn(appearOffline);
    } catch (cause) {
      setFailure(errorMessage(cause, PRIVACY_STRINGS.loadFailed));
    }
  }, []);
  useEffect(() => {
    void load();
  }, [load]);

  /** Applies the change optimistically and reverts it on failure. Requests run one at a time, so they arrive in order. */
  const change = async (next: boolean) => {
    const state = sync.current;
    state.desired = next;
    setIsOn(next);
    if (state.isSaving) return;
    state.isSaving = true;
    while (state.desired !== state.stored) {
      try {
        state.stored = (await authApi.updatePrivacy({ appearOffline: state.desired })).appearOffline;
      } catch (cause) {
        state.desired = state.stored;
        setIsOn(state.stored);
        toast.error(errorMessage(cause, PRIVACY_STRINGS.saveFailed));
      }
    }
    state.isSaving = false;
  };
  return { isOn, failure, load, change };
}

function SwitchSkeleton() {
  return (
    <div>
      <p role="status" className="sr-only">
        {PRIVACY_STRINGS.loading}
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
