type BackGuard = (event: PopStateEvent) => void;

let guard: BackGuard | null = null;

// Listeners run in the order of their registration, and only one that runs before the router's can hide an event from
// it. So this one is registered on import: app.tsx imports this module before the router mounts.
window.addEventListener('popstate', (event) => guard?.(event), { capture: true });

/**
 * Handles every Back and Forward before the router does; `stopImmediatePropagation` hides the event from the router.
 *
 * @returns a function that removes the guard.
 */
export function guardBack(next: BackGuard): () => void {
  guard = next;
  return () => {
    if (guard === next) guard = null;
  };
}
