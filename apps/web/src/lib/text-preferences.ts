import { createPersistedChoice } from './persisted-choice.ts';

/**
 * Text sizes and column widths of stories; the first of each is the default. public/theme.js reads the same keys and
 * values.
 */
const TEXT_SIZES = ['standard', 'small', 'large', 'largest'] as const;
const TEXT_WIDTHS = ['standard', 'narrow', 'wide'] as const;
export type TextSize = (typeof TEXT_SIZES)[number];
export type TextWidth = (typeof TEXT_WIDTHS)[number];

function createPreference<T extends string>(key: string, values: readonly [T, ...T[]]) {
  const choice = createPersistedChoice(key);
  const [fallback] = values;
  return {
    /** The value saved on this device; the default when there is none or the browser has no storage. */
    read(): T {
      const stored = choice.read();
      return values.find((value) => value === stored) ?? fallback;
    },
    /** Saves the value on this device and notifies subscribers in all tabs. */
    save: (value: T) => choice.save(value === fallback ? null : value),
    subscribe: choice.subscribe,
  };
}

export const textSizePreference = createPreference<TextSize>('safarnama:text-size', TEXT_SIZES);
export const textWidthPreference = createPreference<TextWidth>('safarnama:text-width', TEXT_WIDTHS);
