import type { BodyOf, EndpointKey, FieldError, ParamsOf, QueryOf, ResponseOf } from '@safarnama/contracts';
import { USER_ID_HEADER } from '@safarnama/contracts';
import { createTranslations } from '../i18n/strings.ts';
import { DEFAULT_MESSAGES } from './default-messages.ts';
import { syncServerClock } from './server-clock.ts';
import { createTransport, type TransportResponse } from './transport.ts';

/** Looks up the translation of an error of the API by its code. */
const translate = createTranslations('api-errors');

type OptionField<Name extends string, T> = [T] extends [undefined]
  ? { [N in Name]?: undefined }
  : { [N in Name]: T };
type QueryField<T> = [T] extends [undefined] ? { query?: undefined } : { query?: Partial<T> };

/** The options of a request; their types come from the table of endpoints. */
type RequestOptions<K extends EndpointKey> = OptionField<'params', ParamsOf<K>> &
  QueryField<QueryOf<K>> &
  OptionField<'body', BodyOf<K>> & {
    headers?: Record<string, string>;
    /**
     * Aborts the request; replaces the timeout. Null for a body with a picture, whose upload may take minutes on a slow
     * network.
     */
    signal?: AbortSignal | null | undefined;
    /** For requests that check or change the session: a 401 is an ordinary response. Only `headers` name the user. */
    expects401?: boolean;
    /** Called with the uploaded fraction of the body, 0 to 1. */
    onProgress?: ((sent: number) => void) | undefined;
  };

/**
 * A failed request. `message` is the server's in English, empty when there is none (no response, the HTML page of a
 * proxy); users are shown `serverMessage`.
 */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** HTTP status; 0 without a response. */
  readonly status: number;
  /** The server's stable error code; empty when it sent none. */
  readonly code: string;
  /** The fields that caused the failure, with messages in English; see `fieldMessages`. */
  readonly fields: readonly FieldError[];
  /** How long to wait before a retry according to the server, in ms; null when it does not specify this. */
  readonly retryAfterMs: number | null;
  /** The whole body, which contains, for example, the stored story of a 409; empty when it was not a JSON object. */
  readonly body: Readonly<Record<string, unknown>>;

  constructor(
    status: number,
    code: string,
    message: string,
    fields: readonly FieldError[] = [],
    retryAfterMs: number | null = null,
    body: Readonly<Record<string, unknown>> = {},
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.fields = fields;
    this.retryAfterMs = retryAfterMs;
    this.body = body;
  }

  /**
   * The code of the message, the first field's or, without fields, the error's own. For a limit with a long wait, the
   * minutes follow it after a colon, so that `translateError` can tell how long.
   */
  get messageCode(): string {
    const minutes = Math.ceil((this.retryAfterMs ?? 0) / 60_000);
    if (this.code === 'too_many_requests' && minutes > 1) return `${this.code}:${minutes}`;
    return this.fields[0]?.code ?? this.code;
  }

  /** The server's message in the current language if its code is known; empty when there is none. */
  get serverMessage(): string {
    return translateError(this.messageCode, this.message);
  }
}

/**
 * True if nothing has the requested id: the server knows no such id, or a URL typed by hand contains a malformed one.
 */
export function isNotFoundError(error: unknown): error is ApiError {
  return error instanceof ApiError && (error.status === 404 || isMalformedId(error));
}

/** True if the server rejected the session, or the user that the request named. */
export function isUnauthorizedError(error: unknown): error is ApiError {
  return error instanceof ApiError && error.status === 401;
}

/** True if the server rejected an id in the path of the request. */
export function isMalformedId({ status, fields }: ApiError): boolean {
  return status === 400 && fields.some(({ field }) => field === 'id' || field === 'userId');
}

/**
 * The server's message, or `fallback` (from the error catalogue) when it sent none. Call it while rendering, so that
 * the message follows a change of the language.
 */
export function errorMessage(error: unknown, fallback: string): string {
  return error instanceof ApiError && error.serverMessage !== '' ? error.serverMessage : fallback;
}

/**
 * Translates an error of the API that was received earlier, perhaps in another language.
 *
 * @param code - `messageCode` of the error, or the code of a field.
 * @param message - returned if there is no translation.
 */
export function translateError(code: string, message: string): string {
  const minutes = /^too_many_requests:(\d+)$/.exec(code)?.[1];
  if (minutes !== undefined) return DEFAULT_MESSAGES.tryAgainIn({ minutes: Number(minutes) });
  return translate(code) ?? message;
}

type UnauthorizedHandler = () => void;
let handleUnauthorized: UnauthorizedHandler = () => undefined;

/** Registers a function to call after a 401, so that this module need not import the stores. */
export function onUnauthorized(handler: UnauthorizedHandler): void {
  handleUnauthorized = handler;
}

/** Reports a 401 of a request that was not sent by `request`. */
export function reportUnauthorized(): void {
  handleUnauthorized();
}

let getCurrentUserId: () => string | null = () => null;

/**
 * Registers a function that returns the id of the user signed in on this page. It is sent with each request, so that
 * the server can reject requests from a page whose user differs from the session's.
 */
export function setUserIdProvider(getUserId: () => string | null): void {
  getCurrentUserId = getUserId;
}

/** The header that names the user of this page; empty without one. */
export function userIdHeaders(): Record<string, string> {
  const userId = getCurrentUserId();
  return userId === null ? {} : { [USER_ID_HEADER]: userId };
}

/**
 * Sends one request to the API.
 *
 * @param endpoint - `METHOD /path` as in the table of endpoints; `:name` is filled from `options.params`.
 * @returns the body of the response.
 * @throws ApiError for every failure, including a missing response; an aborted request throws the signal's reason.
 */
export async function request<K extends EndpointKey>(
  endpoint: K,
  options: RequestOptions<K>,
): Promise<ResponseOf<K>> {
  return (await requestWithHeaders(endpoint, options)).data;
}

const transport = createTransport(async () => (await import('./http-client.ts')).httpClient);

/** Loads the script that sends all requests except early GETs. A form submitted before it has loaded waits for it. */
export const preloadTransport = transport.load;

/** Like `request`, with the status and the headers of the response. */
export async function requestWithHeaders<K extends EndpointKey>(
  endpoint: K,
  { params, query, body, headers, signal, expects401 = false, onProgress }: RequestOptions<K>,
): Promise<TransportResponse<ResponseOf<K>>> {
  const [method = '', template = ''] = endpoint.split(' ');
  try {
    const response = await transport.send<ResponseOf<K>>({
      method,
      url: fillPath(template, params) + buildQueryString(query),
      data: body,
      headers: { ...headers, ...(!expects401 && userIdHeaders()) },
      signal,
      onProgress,
    });
    const { status, data } = response;
    if (status >= 400) throw createApiError(status, data, response.headers['retry-after']);
    // An HTML page with status 200 comes from a captive portal, not from the API.
    if (typeof data === 'string') throw new ApiError(0, '', '');
    syncServerClock(response.headers);
    return response;
  } catch (error) {
    signal?.throwIfAborted();
    const apiError = error instanceof ApiError ? error : new ApiError(0, '', '');
    if (apiError.status === 401 && !expects401) handleUnauthorized();
    throw apiError;
  }
}

function fillPath(template: string, params: object = {}): string {
  return template.replace(/:(\w+)/g, (_match, name: string) => encodeURIComponent(Reflect.get(params, name)));
}

/** Returns the query string with its question mark; empty without parameters. */
function buildQueryString(query: object | undefined): string {
  const values = Object.entries(query ?? {}).filter(([, value]) => value !== undefined);
  return values.length === 0 ? '' : `?${new URLSearchParams(values)}`;
}

/** @param data - the parsed body of the response. */
export function createApiError(status: number, data: unknown, retryAfter: unknown): ApiError {
  const body: Record<string, unknown> = typeof data === 'object' ? { ...data } : {};
  const { message, code } = body;
  // In seconds: the API sends no dates.
  const retryAfterSeconds = Number(retryAfter ?? Number.NaN);
  return new ApiError(
    status,
    typeof code === 'string' ? code : '',
    typeof message === 'string' ? message : '',
    Array.isArray(body['fields']) ? body['fields'] : [],
    Number.isFinite(retryAfterSeconds) ? retryAfterSeconds * 1_000 : null,
    body,
  );
}
