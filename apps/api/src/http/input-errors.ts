import { type FieldError, getCode, PICTURE_REFUSALS } from '@safarnama/contracts';
import type * as z from 'zod/mini';
import { AppError, pictureTooLarge } from './app-error.js';

/**
 * Creates a 400 error with the message of the first issue, and all issues in `fields`; the 413 error for a picture that
 * is too large, which takes precedence.
 */
export function fromZod({ issues }: Pick<z.core.$ZodError, 'issues'>): AppError {
  if (issues.some(({ message }) => message === PICTURE_REFUSALS.tooLarge)) return pictureTooLarge();
  const fields = issues.map((issue) => ({
    field: issue.path.join('.'),
    code: getCode(issue.message),
    message: issue.message,
  }));
  return new AppError(400, 'invalid', fields[0]?.message ?? 'The request is not valid', { fields });
}

const fieldsOf = (error: unknown): readonly FieldError[] | undefined =>
  error instanceof AppError && error.status === 400 ? error.details.fields : undefined;

/**
 * Runs independent checks of an input.
 *
 * @returns their results.
 * @throws AppError 400 as the first failed check, with the fields of all; any other error of a check takes precedence.
 */
export async function checkAll<T extends readonly unknown[]>(
  ...checks: { [K in keyof T]: () => T[K] | Promise<T[K]> }
): Promise<T> {
  const results = await Promise.allSettled(checks.map(async (check) => check()));
  const errors: unknown[] = results.flatMap((result) =>
    result.status === 'rejected' ? [result.reason] : [],
  );
  const other = errors.find((error) => !fieldsOf(error));
  if (other) throw other;
  const [first] = errors;
  if (first instanceof AppError) {
    const fields = errors.flatMap((error) => fieldsOf(error) ?? []);
    throw new AppError(first.status, first.code, first.message, { fields });
  }
  // No check has failed: these are the results of all, in their order.
  return results.map((result) => (result.status === 'fulfilled' ? result.value : undefined)) as unknown as T;
}
