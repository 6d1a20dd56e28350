import { fireEvent } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { runOnFirstInteraction } from './run-on-first-interaction.ts';

describe('runOnFirstInteraction', () => {
  it.each([
    ['a tap', () => fireEvent.pointerDown(document.body)],
    ['a key press', () => fireEvent.keyDown(document.body, { key: 'Tab' })],
    [
      'a tap that the page handles and stops',
      () => {
        document.body.addEventListener('pointerdown', (event) => event.stopPropagation(), { once: true });
        fireEvent.pointerDown(document.body);
      },
    ],
  ])('with %s: runs the task, and not again with the next one', (_name, interact) => {
    const task = vi.fn();
    runOnFirstInteraction(task);
    expect(task).not.toHaveBeenCalled();

    interact();
    interact();

    expect(task).toHaveBeenCalledOnce();
  });
});
