import { type ComponentType, useEffect } from 'react';
import { lazyPart } from '../components/lazy-part.tsx';

/** Creates a page whose script is loaded at its first visit. */
export function lazyPage<Name extends string>(
  load: () => Promise<Record<Name, ComponentType<object>>>,
  name: Name,
) {
  const Shown = lazyPart(load, name);
  function Page() {
    return (
      <>
        <Shown />
        <FirstPageSignal />
      </>
    );
  }
  return Object.assign(Page, { load: Shown.load });
}

let isFirstPageShown = false;
let handleFirstPageShown: (() => void) | null = null;

/** Calls the callback, in place of an earlier one, as soon as the first page has been rendered or hydrated. */
export function onFirstPageShown(callback: () => void): void {
  if (isFirstPageShown) callback();
  else handleFirstPageShown = callback;
}

/** Calls the callback of `onFirstPageShown` when the page next to it, which may be lazy, is in the document. */
function FirstPageSignal() {
  useEffect(() => {
    isFirstPageShown = true;
    handleFirstPageShown?.();
    handleFirstPageShown = null;
  }, []);
  return null;
}
