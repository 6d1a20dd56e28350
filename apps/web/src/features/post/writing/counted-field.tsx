import { codePointLength, normalizeText } from '@safarnama/contracts';
import type { ComponentProps } from 'react';
import { TextField } from '../../../components/text-field.tsx';

/** The counter appears when fewer than this many characters are left. */
const COUNTER_THRESHOLD = 40;

/** Characters that still fit, counted as the server counts them; negative when the text is too long. */
export function charactersLeft(text: string, max: number): number {
  return max - codePointLength(normalizeText(text.trim()));
}

/** Counter of a text near or over its limit, such as '12 characters left'; undefined for shorter texts. */
function remainingText(text: string, max: number): string | undefined {
  const remaining = charactersLeft(text, max);
  if (remaining >= COUNTER_THRESHOLD) return undefined;
  const count = Math.abs(remaining);
  const characters = `${count} ${count === 1 ? 'character' : 'characters'}`;
  return remaining < 0 ? `${characters} too long (limit ${max})` : `${characters} left`;
}

/** The note under a field: by how much it is too long, else its error, else the counter near its limit. */
export function fieldNote(text: string, max: number, error: string | undefined): string | undefined {
  const remaining = remainingText(text, max);
  return charactersLeft(text, max) < 0 ? remaining : (error ?? remaining);
}

interface CountedFieldProps extends ComponentProps<typeof TextField> {
  value: string;
  max: number;
}

/** A field with a counter near its limit. It accepts longer text, so that pasted text is never cut off. */
export function CountedField({ max, hint, error, ...field }: CountedFieldProps) {
  const note = fieldNote(field.value, max, error);
  const hints = [hint, note].filter((part) => part !== undefined).join(' ');
  return (
    <TextField
      {...field}
      error={error === undefined ? undefined : note}
      {...(hints !== '' && { hint: hints })}
    />
  );
}
