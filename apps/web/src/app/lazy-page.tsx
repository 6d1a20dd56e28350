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

let handleFirstPageShown: (() => void) | null = null;

/** Registers a callback that is called once, after the first page has been rendered or hydrated. */
export function onFirstPageShown(callback: () => void): void {
  handleFirstPageShown = callback;
}

/** Calls the callback of `onFirstPageShown` when the page next to it, which may be lazy, is in the document. */
function FirstPageSignal() {
  useEffect(() => {
    handleFirstPageShown?.();
    handleFirstPageShown = null;
  }, []);
  return null;
}
