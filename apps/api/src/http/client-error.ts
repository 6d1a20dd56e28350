import { randomUUID } from 'node:crypto';
import { type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { ErrorBody } from '@safarnama/contracts';
import { tooLarge } from './app-error.js';

type ClientErrorResponse = readonly [status: number, code: string, message: string];

const MALFORMED: ClientErrorResponse = [400, 'malformed_request', 'The request cannot be understood'];
const RESPONSES: Readonly<Record<string, ClientErrorResponse>> = {
  HPE_HEADER_OVERFLOW: [431, 'headers_too_large', 'The headers of the request are too large'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'too_large', tooLarge().message],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'request_timeout', 'The request took too long'],
};
const UNKNOWN_EXPECTATION: ClientErrorResponse = [
  417,
  'unknown_expectation',
  'The only supported expectation is 100-continue',
];

/** Builds the body and headers of an error response that does not pass through Express. */
function buildResponse([, code, message]: ClientErrorResponse): {
  body: string;
  headers: Record<string, string>;
} {
  const requestId = randomUUID();
  const body = JSON.stringify({ message, code, requestId } satisfies ErrorBody);
  const headers = {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': String(Buffer.byteLength(body)),
    'Cache-Control': 'no-store',
    'X-Request-Id': requestId,
  };
  return { body, headers };
}

/** Responds in the common error shape to requests that Node.js rejects before they reach the app. */
export function handleClientErrors(http: Server): void {
  http.on('checkExpectation', (_req, res) => {
    const { body, headers } = buildResponse(UNKNOWN_EXPECTATION);
    res.writeHead(UNKNOWN_EXPECTATION[0], headers).end(body);
  });
  const responses = new WeakMap<Duplex, ServerResponse>();
  http.on('request', (req, res) => responses.set(req.socket, res));
  http.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const currentResponse = responses.get(socket);
    const isResponseStarted = currentResponse?.headersSent === true && !currentResponse.writableFinished;
    if (error.code === 'ECONNRESET' || !socket.writable || isResponseStarted) {
      socket.destroy();
      return;
    }
    const response = RESPONSES[error.code ?? ''] ?? MALFORMED;
    const [status] = response;
    const { body, headers } = buildResponse(response);
    socket.end(
      [
        `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
        'Connection: close',
        ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
        '',
        body,
      ].join('\r\n'),
      // A client that continues to send must not keep the connection open.
      () => socket.destroy(),
    );
  });
}
