import { type ComponentType, lazy, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { whenStringsLoaded } from '../i18n/strings.ts';

/**
 * Creates a component whose script is loaded when it is first rendered, or by `load`. Once loaded, it renders
 * immediately; `lazy` alone would first show the fallback for a third of a second, and cache a failure. Here, each
 * navigation loads the script again until that succeeds.
 */
export function lazyPart<Name extends string, Props extends object>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
) {
  let loaded: ComponentType<Props> | null = null;
  let LazyPart: ComponentType<Props>;
  let lazyKey: string | undefined;
  const loadPart = async () => {
    const part = (await load())[name];
    await whenStringsLoaded();
    loaded = part;
    return { default: part };
  };
  function Part(props: Props) {
    const { key } = useLocation();
    // Stays the same while mounted, because a switch would unmount the part.
    const [Shown] = useState(() => {
      if (loaded) return loaded;
      if (key !== lazyKey) {
        lazyKey = key;
        // The cast is safe: the lazy component has the props of the part, which the compiler cannot derive for a
        // generic `Props`.
        LazyPart = lazy(loadPart) as unknown as ComponentType<Props>;
      }
      return LazyPart;
    });
    return <Shown {...props} />;
  }
  return Object.assign(Part, { load: loadPart });
}
