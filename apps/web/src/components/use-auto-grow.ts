import { type RefObject, useLayoutEffect } from 'react';

/** Grows a textarea with its text in browsers without `field-sizing`. CSS limits the height. */
export function useAutoGrow(textarea: RefObject<HTMLTextAreaElement | null>, text: string): void {
  useLayoutEffect(() => {
    const element = textarea.current;
    if (!element || globalThis.CSS?.supports?.('field-sizing', 'content')) return;
    element.style.height = 'auto';
    const border = element.offsetHeight - element.clientHeight;
    element.style.height = `${element.scrollHeight + border}px`;
  }, [textarea, text]);
}
