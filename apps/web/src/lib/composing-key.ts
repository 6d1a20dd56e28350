import type { KeyboardEvent } from 'react';

/**
 * Whether a key belongs to an input method that composes text (Hindi, Tamil…). Safari reports the key that ends the
 * composition after its end, with key code 229.
 */
export function isComposingKey({ nativeEvent, keyCode }: KeyboardEvent): boolean {
  return nativeEvent.isComposing || keyCode === 229;
}
