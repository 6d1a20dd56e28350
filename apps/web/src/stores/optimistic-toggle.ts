import { onSessionEnd } from '../lib/session-end.ts';

interface ToggleOptions<Saved> {
  /** Shows a state before the server has confirmed it. */
  show: (isOn: boolean) => void;
  save: (isOn: boolean) => Promise<Saved>;
  /** Called with the response of the last request. */
  onSaved?: (saved: Saved) => void;
  /** Called with the error when saving failed. */
  onFailed?: ((cause: unknown) => void) | undefined;
}

/**
 * Creates a toggle that shows a change before it is saved. Toggling again while a request is pending only
 * changes the target state, which is sent after the response: two quick clicks never reach the server in the wrong
 * order. Call it once for the lifetime of the page, because the toggle listens to the end of the session.
 */
export function createOptimisticToggle() {
  let sessionTargets = new Map<string, boolean>();
  onSessionEnd(() => {
    sessionTargets = new Map();
  });

  /** When saving fails, the last saved state is shown again. After the end of the session, the response changes nothing. */
  return async function toggle<Saved>(
    key: string,
    isOn: boolean,
    { show, save, onSaved, onFailed }: ToggleOptions<Saved>,
  ): Promise<void> {
    const targets = sessionTargets;
    const isSessionOver = () => targets !== sessionTargets;
    const isSaving = targets.has(key);
    targets.set(key, !isOn);
    show(!isOn);
    if (isSaving) return;
    let stored = isOn;
    try {
      while (targets.get(key) !== stored) {
        const saved = await save(!stored);
        if (isSessionOver()) break;
        stored = !stored;
        if (targets.get(key) === stored) onSaved?.(saved);
      }
    } catch (cause) {
      if (isSessionOver()) return;
      show(stored);
      onFailed?.(cause);
    } finally {
      targets.delete(key);
    }
  };
}
