/*
 * Not in `api-client.ts`, which every first visit loads.
 */
import { ApiError, translateError } from './api-client.ts';

/** A message to read while rendering, so that it follows a change of the language. */
export type LiveMessage = () => string;

/**
 * True if the server has processed the request and rejected it, so repeating it would not help. False without a
 * response (502 and 504 come from a proxy), for a timeout (408), an overloaded server (429, 503) and an expired session
 * (401).
 */
export function isPermanentFailure(error: unknown): error is ApiError {
  if (!(error instanceof ApiError)) return false;
  const { status } = error;
  return status >= 400 && status <= 501 && status !== 401 && status !== 408 && status !== 429;
}

/**
 * True if the server may have processed the request although no response of it has arrived: the network failed, or a
 * proxy sent its own response (408, 502, 504).
 */
export function isUnconfirmed(error: unknown): boolean {
  return !(error instanceof ApiError) || [0, 408, 502, 504].includes(error.status);
}

/** The fields of a form that caused a failure, each with its first message. */
export function fieldMessages<Name extends string>(
  error: ApiError | null,
  names: readonly Name[],
): Partial<Record<Name, LiveMessage>> {
  const messages: Partial<Record<Name, LiveMessage>> = {};
  for (const { field, code, message } of error?.fields ?? []) {
    const name = names.find((known) => known === field);
    if (name !== undefined) messages[name] ??= () => translateError(code, message);
  }
  return messages;
}
