import { fireEvent } from '@testing-library/react';

/** Replaces the value of a field in one step, for tests where individual keystrokes do not matter. */
export function fill(field: HTMLElement, value: string): void {
  fireEvent.change(field, { target: { value } });
}
