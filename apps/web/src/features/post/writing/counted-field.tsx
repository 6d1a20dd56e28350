import { codePointLength, normalizeText } from '@safarnama/contracts';
import type { ComponentProps } from 'react';
import { TextField } from '../../../components/text-field.tsx';

/** A counter is shown when fewer than this many characters are left. */
const COUNTER_THRESHOLD = 40;

/** How many characters fit in still, counted as the server counts; negative when it is too long. */
export function charactersLeft(text: string, max: number): number {
  return max - codePointLength(normalizeText(text.trim()));
}

/** What is said of a text that comes near its limit; undefined when it does not. */
export function remainingText(text: string, max: number): string | undefined {
  const remaining = charactersLeft(text, max);
  if (remaining >= COUNTER_THRESHOLD) return undefined;
  const count = Math.abs(remaining);
  return `${count} ${count === 1 ? 'character' : 'characters'} ${remaining < 0 ? 'too many' : 'left'}`;
}

interface CountedFieldProps extends ComponentProps<typeof TextField> {
  value: string;
  max: number;
}

/** A field that counts near its limit, and never cuts off what was pasted. */
export function CountedField({ max, hint, error, ...field }: CountedFieldProps) {
  const remaining = remainingText(field.value, max);
  const note = [hint, remaining].filter((part) => part !== undefined).join(' ');
  return (
    <TextField
      {...field}
      error={error === undefined ? undefined : [error, remaining].filter(Boolean).join(': ')}
      {...(note !== '' && { hint: note })}
    />
  );
}
