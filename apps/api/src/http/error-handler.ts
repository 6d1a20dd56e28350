import type { ErrorBody } from '@safarnama/contracts';
import type { ErrorRequestHandler, RequestHandler, Response } from 'express';
import * as z from 'zod/mini';
import { isDatabaseUnavailableError } from '../lib/mongo-errors.js';
import { AppError, tooLarge } from './app-error.js';
import { databaseUnavailable } from './database-guard.js';
import { fromZod } from './input-errors.js';
import { hasLargeUnreadBody } from './lingering-close.js';
import { getRequestId } from './request-id.js';
import { getRequestLogger } from './request-log.js';

const BODY_ERRORS: Readonly<Record<string, readonly [code: string, message: string]>> = {
  'entity.parse.failed': ['malformed_json', 'The body is not valid JSON'],
  'entity.too.large': ['too_large', tooLarge().message],
  'encoding.unsupported': ['unsupported_encoding', 'The encoding of the body is not supported'],
  'charset.unsupported': ['unsupported_charset', 'The body must be in UTF-8'],
  'request.aborted': ['request_aborted', 'The request ended before its body was complete'],
  'request.size.invalid': ['invalid_length', 'The body differs in length from Content-Length'],
};

/** Converts errors of Express and its body parser, which carry a status; null for any other error. */
function fromHttpError(error: unknown): AppError | null {
  if (!(error instanceof Error) || !('status' in error)) return null;
  const { status } = error;
  if (typeof status !== 'number' || status < 400 || status > 499) return null;
  const [code, message] = BODY_ERRORS['type' in error ? String(error.type) : ''] ?? [
    'bad_request',
    'The request cannot be understood',
  ];
  return new AppError(status, code, message);
}

/** Converts a thrown value into the error that the client gets; null for an unexpected one. */
function toAppError(error: unknown): AppError | null {
  if (error instanceof AppError) return error;
  if (error instanceof z.core.$ZodError) return fromZod(error);
  if (error instanceof URIError) return new AppError(400, 'malformed_address', 'The address is malformed');
  if (isDatabaseUnavailableError(error)) return databaseUnavailable();
  return fromHttpError(error);
}

/** Renders the page for a temporary error where there is one; null where JSON is sent. */
function renderPage({ locals }: Response, { status }: AppError): string | null {
  const render = locals.renderErrorPage;
  if (!render || (status !== 429 && status < 500)) return null;
  try {
    return render();
  } catch {
    // What broke the page has probably caused the error, which is logged.
    return null;
  }
}

function send(res: Response, error: AppError): void {
  const { fields, headers = {}, body = {} } = error.details;
  const errorBody: ErrorBody = {
    message: error.message,
    code: error.code,
    requestId: getRequestId(res),
    ...(fields ? { fields: [...fields] } : {}),
    ...body,
  };
  if (hasLargeUnreadBody(res.req)) res.set('Connection', 'close');
  // That of a response which could not be sent.
  res.removeHeader('ETag');
  res.status(error.status).set(headers).set('Cache-Control', 'no-store');
  const page = renderPage(res, error);
  if (page === null) res.json(errorBody);
  else res.type('html').send(page);
}

/**
 * Sends every error in the common shape, or, if it is temporary, as the page that `res.locals.renderErrorPage` renders;
 * an unexpected one is logged in full and sent as 500 without details.
 */
export const errorHandler: ErrorRequestHandler = (error, _req, res, next) => {
  const appError = toAppError(error);
  if (!appError) {
    getRequestLogger(res).error({ err: error }, 'Request failed');
    res.locals.isUnexpectedError = true;
  }
  if (appError && appError.status >= 500) getRequestLogger(res).warn({ err: error }, appError.code);
  // Express closes the connection of a response that has started.
  if (res.headersSent) return next(error);
  send(res, appError ?? new AppError(500, 'internal', 'Something went wrong'));
};

/** Responds 404 as JSON to paths without a route. */
export const unknownPath: RequestHandler = () => {
  throw new AppError(404, 'not_found', 'There is nothing at this address');
};
