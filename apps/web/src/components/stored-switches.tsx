import { useState } from 'react';
import { errorMessage } from '../lib/api-client.ts';
import { onSessionEnd } from '../lib/session-end.ts';
import { createStaleGuard } from '../lib/stale-guard.ts';
import { LoadFailure } from './load-failure.tsx';
import { SwitchField } from './switch-field.tsx';
import { toastFailure } from './toast-failure.tsx';
import { useLoaded } from './use-loaded.ts';

type Switches<Name extends string> = Record<Name, boolean>;

interface SwitchStorage<Name extends string> {
  /** Loads the switches once all changes are saved, including those made before the page was left. */
  load: () => Promise<Switches<Name>>;
  /** @param onSaved - called after the last of several changes, with the stored switches as far as known. */
  save: (
    name: Name,
    isOn: boolean,
    onSaved: (stored: Switches<Name>) => void,
    onFailed: (cause: unknown) => void,
  ) => void;
}

/** Call it once for the lifetime of the page, because the storage listens to the end of the session. */
export function createSwitchStorage<Name extends string>(
  fetch: () => Promise<Switches<Name>>,
  update: (switches: Switches<Name>) => Promise<unknown>,
): SwitchStorage<Name> {
  // The next user has settings of their own.
  const session = createStaleGuard();
  let saving = Promise.resolve();
  let stored: Switches<Name>;
  onSessionEnd(() => {
    session.invalidate();
    saving = Promise.resolve();
  });

  return {
    async load() {
      const isSessionOver = session.track();
      await saving;
      const loaded = await fetch();
      if (!isSessionOver()) stored = loaded;
      return loaded;
    },

    save(name, isOn, onSaved, onFailed) {
      const isSessionOver = session.track();
      // Sends one request after another, because each contains all switches.
      const save: Promise<void> = saving.then(async () => {
        if (isSessionOver()) return;
        try {
          // Other switches may have been changed in another tab or on another device.
          const before = await fetch();
          if (isSessionOver()) return;
          stored = before;
          const changed = { ...before, [name]: isOn };
          await update(changed);
          if (isSessionOver()) return;
          stored = changed;
        } catch (cause) {
          if (isSessionOver()) return;
          onFailed(cause);
        }
        // The last request decides, since the others may have failed or may not contain all changes.
        if (saving === save) onSaved(stored);
      });
      saving = save;
    },
  };
}

interface StoredSwitchesProps<Name extends string> {
  storage: SwitchStorage<Name>;
  /** In the order in which they are shown. */
  names: readonly Name[];
  labels: Readonly<Record<Name, { label: string; hint: string }>>;
  texts: { loading: string; loadFailed: string; saveFailed: string };
}

/** Switches that are stored on the server, so they apply to all devices. */
export function StoredSwitches<Name extends string>(props: StoredSwitchesProps<Name>) {
  const { storage, names, texts } = props;
  const { data: switches, error, reload } = useLoaded(storage.load);
  if (error !== null) return <LoadFailure message={errorMessage(error, texts.loadFailed)} onRetry={reload} />;
  if (switches !== undefined) return <LoadedSwitches {...props} initial={switches} />;
  return names.map((name, index) => (
    <div key={name}>
      {index === 0 && (
        <p role="status" className="sr-only">
          {texts.loading}
        </p>
      )}
      <SwitchSkeleton />
    </div>
  ));
}

function LoadedSwitches<Name extends string>({
  storage,
  names,
  labels,
  texts,
  initial,
}: StoredSwitchesProps<Name> & { initial: Switches<Name> }) {
  const [shown, setShown] = useState(initial);
  const handleChange = (name: Name, isOn: boolean) => {
    setShown((current) => ({ ...current, [name]: isOn }));
    storage.save(name, isOn, setShown, (cause) => toastFailure(errorMessage(cause, texts.saveFailed)));
  };
  return names.map((name) => (
    <SwitchField
      key={name}
      {...labels[name]}
      isOn={shown[name]}
      onChange={(isOn) => handleChange(name, isOn)}
    />
  ));
}

function SwitchSkeleton() {
  return (
    <div aria-hidden className="flex items-start justify-between gap-5">
      <div className="flex-1">
        <div className="skeleton h-6 w-36" />
        <div className="skeleton mt-1 h-5 max-w-md" />
      </div>
      <div className="skeleton h-7 w-12 !rounded-full" />
    </div>
  );
}
