type BackGuard = (event: PopStateEvent) => void;

let guard: BackGuard | null = null;

// When this module is loaded, which the app does before its router mounts: browsers call the listeners of the window
// in the order of their registration, and only the first can keep Back and Forward from the router.
window.addEventListener('popstate', (event) => guard?.(event), { capture: true });

/**
 * Sees every Back and Forward before the router does. With `stopImmediatePropagation` the router never learns of it.
 *
 * @returns what takes the guard away again.
 */
export function guardBack(next: BackGuard): () => void {
  guard = next;
  return () => {
    if (guard === next) guard = null;
  };
}
