import { type ComponentType, lazy, useEffect, useState } from 'react';
import { whenStringsLoaded } from '../i18n/strings.ts';

/**
 * Creates a component whose script is loaded when it is first rendered, or by `load`. Once loaded, it renders at once;
 * `lazy` alone would show the fallback for a third of a second first.
 */
export function lazyPart<Name extends string, Props extends object>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
) {
  let loaded: ComponentType<Props> | null = null;
  const loadPart = async () => {
    const part = (await load())[name];
    await whenStringsLoaded();
    loaded = part;
    return { default: part };
  };
  // Has the props of what it loads, which the compiler cannot derive for any `Props`.
  const LazyPart = lazy(loadPart) as unknown as ComponentType<Props>;
  function Part(props: Props) {
    // Stays the same while mounted, because a switch would unmount the part.
    const [Shown] = useState<ComponentType<Props>>(() => loaded ?? LazyPart);
    return <Shown {...props} />;
  }
  return Object.assign(Part, { load: loadPart });
}

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

/** Calls back once, when a page has been rendered or hydrated. */
export function onFirstPageShown(callback: () => void): void {
  handleFirstPageShown = callback;
}

/** Calls `onFirstPageShown` back when the page beside it, which may be lazy, is in the document. */
function FirstPageSignal() {
  useEffect(() => {
    handleFirstPageShown?.();
    handleFirstPageShown = null;
  }, []);
  return null;
}
