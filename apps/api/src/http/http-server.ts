import { createServer, IncomingMessage, type Server, type ServerOptions, ServerResponse } from 'node:http';
import type { Express } from 'express';

/**
 * Creates the HTTP server of an Express app.
 *
 * Express sets the prototype of each request and response, which makes all later access to them slow: more than half of
 * the CPU time of a small response. Here, Node.js creates both with these prototypes, so that Express changes nothing.
 */
export function createHttpServer(options: ServerOptions, app: Express): Server {
  class AppRequest extends IncomingMessage {}
  class AppResponse<Req extends IncomingMessage> extends ServerResponse<Req> {}
  Object.setPrototypeOf(AppRequest.prototype, app.request);
  Object.setPrototypeOf(AppResponse.prototype, app.response);
  app.request = AppRequest.prototype as typeof app.request;
  app.response = AppResponse.prototype as typeof app.response;
  return createServer({ ...options, IncomingMessage: AppRequest, ServerResponse: AppResponse }, app);
}
