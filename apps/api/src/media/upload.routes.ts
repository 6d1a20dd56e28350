import { PassThrough, Readable } from 'node:stream';
import { endpoints } from '@safarnama/contracts';
import type { Request as ExpressRequest, Response as ExpressResponse, RequestHandler } from 'express';
import { AppError, badRequest, uploadStalled } from '../http/app-error.js';
import { watchIdleBody } from '../http/idle-body.js';
import type { RateLimits } from '../http/rate-limit.js';
import type { Call, Routes } from '../http/routes.js';
import type { UploadService } from './upload.service.js';
import { handleTus, type UPLOADS_PATH } from './upload-protocol.js';

const TUS_VERSION = '1.0.0';
const BODY_TYPE = endpoints['PATCH /api/media/uploads/:uploadId'].bodyType;

/** Request headers that the protocol uses. The product decides on all others, such as those of proxies. */
const REQUEST_HEADERS = [
  'Content-Length',
  'Content-Type',
  'Tus-Resumable',
  'Upload-Defer-Length',
  'Upload-Concat',
  'Upload-Length',
  'Upload-Metadata',
  'Upload-Offset',
];

type UploadRoute = Extract<keyof Routes, `${string} ${typeof UPLOADS_PATH}${string}`>;

/** Methods that clients may replace with POST where their environment does not support them. */
const OVERRIDING_METHODS = ['PATCH', 'DELETE'];

/**
 * Applies what the protocol requires of every request, before any check: all responses have `Tus-Resumable`, and a POST
 * is handled as the method in `X-HTTP-Method-Override`.
 */
export const tusProtocol: RequestHandler = (req, res, next) => {
  res.set('Tus-Resumable', TUS_VERSION);
  const method = req.get('X-HTTP-Method-Override');
  if (req.method === 'POST' && method !== undefined && OVERRIDING_METHODS.includes(method)) {
    req.method = method;
  }
  next();
};

/** Checks what the tus server does not check, or reports with another status than the protocol requires. */
function checkHeaders(req: ExpressRequest): void {
  if (req.get('Tus-Resumable') !== TUS_VERSION) {
    throw new AppError(
      412,
      'unsupported_tus_version',
      `The request must have Tus-Resumable: ${TUS_VERSION}`,
      {
        headers: { 'Tus-Version': TUS_VERSION },
      },
    );
  }
  if (req.method !== 'PATCH') return;
  if (req.get('Content-Type') !== BODY_TYPE) {
    throw new AppError(415, 'upload_media_type', `The body must be ${BODY_TYPE}`);
  }
  if (req.get('Upload-Offset') === undefined) throw badRequest('missing_offset', 'Upload-Offset is missing');
}

/**
 * Opens the body of a request. When the client disconnects or sends nothing for `idleMs`, the body ends instead of
 * failing, so that all bytes that have arrived are stored.
 */
function openBody(
  req: ExpressRequest,
  idleMs: number,
): { stream: Readable; hasStalled(): boolean; close(): void } {
  const stream = new PassThrough();
  let hasStalled = false;
  const end = () => stream.end();
  // A client may have disconnected already. Neither `close` nor `end` follows then, but the bytes can be read.
  if (req.destroyed) {
    stream.end(req.read());
  } else {
    req.once('close', end);
    req.pipe(stream);
    watchIdleBody(req, idleMs, () => {
      hasStalled = true;
      req.unpipe(stream);
      end();
    });
  }
  return {
    stream,
    hasStalled: () => hasStalled,
    close() {
      req.off('close', end);
      req.unpipe(stream);
      // Rejected bodies are discarded, otherwise they would block the connection.
      req.resume();
    },
  };
}

/** Passes a request to the tus server. @throws AppError 408 when its body stalls, after what has arrived is stored. */
async function forward(
  uploads: UploadService,
  { req, me }: Pick<Call<UploadRoute>, 'req' | 'me'>,
  bodyIdleMs: number,
): Promise<globalThis.Response> {
  const headers = new Headers({ 'Tus-Resumable': TUS_VERSION });
  for (const name of REQUEST_HEADERS) {
    const value = req.get(name);
    if (value !== undefined) headers.set(name, value);
  }
  const url = new URL(req.path, 'http://localhost');
  if (req.method !== 'PATCH') {
    headers.delete('Content-Type');
    return handleTus(uploads, new Request(url, { method: req.method, headers }), me?.userId ?? null);
  }
  const body = openBody(req, bodyIdleMs);
  try {
    const init = {
      method: 'PATCH',
      headers,
      body: Readable.toWeb(body.stream),
      duplex: 'half',
    } as RequestInit;
    const response = await handleTus(uploads, new Request(url, init), me?.userId ?? null);
    if (body.hasStalled()) throw uploadStalled();
    return response;
  } finally {
    body.close();
  }
}

/** Sends a response of the tus server. CORS headers are set by the product, for its own origins. */
function send(res: ExpressResponse, { status, headers }: globalThis.Response): undefined {
  // The database guard has responded while the request was being handled.
  if (res.headersSent) return;
  for (const [name, value] of headers) {
    if (!name.startsWith('access-control-') && name !== 'content-type') res.set(name, value);
  }
  res.status(status).set('Cache-Control', 'no-store').end();
}

interface UploadRouteDeps {
  uploads: UploadService;
  limits: Pick<RateLimits, 'countFailureAfterwards'>;
  /** How long a body may stall. */
  bodyIdleMs: number;
}

/** Creates the handlers of the endpoints of the tus protocol. */
export function uploadRoutes({ uploads, limits, bodyIdleMs }: UploadRouteDeps) {
  async function handle(call: Call<UploadRoute>): Promise<undefined> {
    checkHeaders(call.req);
    send(call.res, await forward(uploads, call, bodyIdleMs));
  }

  /** Handles a call for one upload, and stores its picture when all bytes have arrived. */
  async function handleOne(call: Call<UploadRoute & `${'HEAD' | 'PATCH'} ${string}`>): Promise<undefined> {
    const { req, res, me, params } = call;
    checkHeaders(req);
    const { size } = await uploads.find(me.userId, params.uploadId);
    const response = await forward(uploads, call, bodyIdleMs);
    if (Number(response.headers.get('Upload-Offset')) === size) {
      const key = await limits.countFailureAfterwards('busy-pictures', req, res, () =>
        uploads.finish(params.uploadId),
      );
      response.headers.set('Upload-Media', `/media/${key}`);
    }
    send(res, response);
  }

  async function handleOptions(call: Pick<Call<UploadRoute>, 'req' | 'me' | 'res'>): Promise<undefined> {
    send(call.res, await forward(uploads, call, bodyIdleMs));
  }

  return {
    'OPTIONS /api/media/uploads': handleOptions,
    'OPTIONS /api/media/uploads/:uploadId': handleOptions,
    'POST /api/media/uploads': handle,
    'HEAD /api/media/uploads/:uploadId': handleOne,
    'PATCH /api/media/uploads/:uploadId': handleOne,
    'DELETE /api/media/uploads/:uploadId': handle,
  } satisfies Routes<UploadRoute>;
}
