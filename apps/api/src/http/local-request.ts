import type { Request } from 'express';
import { isLoopbackHost } from '../config/env.js';

/** Headers that proxies add. A request through a local proxy comes from this machine, but not from its users. */
const FORWARDING_HEADERS = /^(x-forwarded(-.+)?|forwarded|via|x-real-ip|x-client-ip|cf-connecting-ip)$/;

/** Whether a request was sent on this machine, and not through a proxy. */
export function isLocalRequest(req: Pick<Request, 'headers' | 'socket'>): boolean {
  const peer = (req.socket.remoteAddress ?? '').replace(/^::ffff:/, '');
  return isLoopbackHost(peer) && !Object.keys(req.headers).some((name) => FORWARDING_HEADERS.test(name));
}
