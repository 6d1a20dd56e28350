type BackGuard = (event: PopStateEvent) => void;

let guard: BackGuard | null = null;

// Listeners run in the order of their registration, and only the first can hide an event from the router. So this one
// is registered when the module is loaded, which the app does before the router mounts.
window.addEventListener('popstate', (event) => guard?.(event), { capture: true });

/**
 * Handles every Back and Forward before the router does; `stopImmediatePropagation` hides the event from the router.
 *
 * @returns removes the guard.
 */
export function guardBack(next: BackGuard): () => void {
  guard = next;
  return () => {
    if (guard === next) guard = null;
  };
}
