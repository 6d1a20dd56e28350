import type { ComponentProps } from 'react';
import { TextField } from '../../../components/text-field.tsx';
import { charactersLeft, formatCounter } from '../text-limit.ts';

/** The note under a field: by how much it is too long, else its error, else the counter near its limit. */
export function fieldNote(text: string, max: number, error: string | undefined): string | undefined {
  const counter = formatCounter(text, max);
  return charactersLeft(text, max) < 0 ? counter : (error ?? counter);
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
