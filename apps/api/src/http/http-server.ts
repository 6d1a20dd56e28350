import { createServer, IncomingMessage, type Server, type ServerOptions, ServerResponse } from 'node:http';
import type { Express } from 'express';

interface HttpServerOptions extends ServerOptions {
  /** Beginning of the URLs that may upgrade to another protocol. */
  upgradePath: string;
}

/**
 * Creates the HTTP server of an Express app. It ignores requests to upgrade at other URLs, as HTTP permits, and serves
 * them like any other: clients with HTTP/2 send them with an ordinary request.
 *
 * Express sets the prototype of each request and response, which makes all later access to them slow: more than half of
 * the CPU time of a small response. Here, Node.js creates both with these prototypes, so that Express changes nothing.
 */
export function createHttpServer({ upgradePath, ...options }: HttpServerOptions, app: Express): Server {
  class AppRequest extends IncomingMessage {
    declare isUpgrade: boolean | null;

    /**
     * Node.js sets this from the headers, then reads it: if true, it detaches the connection from HTTP and emits
     * `upgrade`. The server option `shouldUpgradeCallback` can replace it, but exists only since Node.js 24.9.
     */
    get upgrade(): boolean | null {
      // The decision is stored, as Express changes the URL.
      this.isUpgrade &&= this.method === 'CONNECT' || this.url?.startsWith(upgradePath) === true;
      return this.isUpgrade;
    }
    set upgrade(isUpgrade: boolean | null) {
      this.isUpgrade = isUpgrade;
    }
  }
  class AppResponse<Req extends IncomingMessage> extends ServerResponse<Req> {}
  Object.setPrototypeOf(AppRequest.prototype, app.request);
  Object.setPrototypeOf(AppResponse.prototype, app.response);
  app.request = AppRequest.prototype as IncomingMessage as typeof app.request;
  app.response = AppResponse.prototype as typeof app.response;
  return createServer({ ...options, IncomingMessage: AppRequest, ServerResponse: AppResponse }, app);
}
