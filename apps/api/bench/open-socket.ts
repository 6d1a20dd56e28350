import { io, type Socket } from 'socket.io-client';

/** Connects a socket with a session cookie. @throws the error with which the server rejects it. */
export function openSocket(url: string, cookie: string): Promise<Socket> {
  const socket = io(url, {
    transports: ['websocket'],
    extraHeaders: { cookie },
    forceNew: true,
    reconnection: false,
  });
  return new Promise((resolve, reject) => {
    socket.once('connect', () => resolve(socket));
    socket.once('connect_error', reject);
  });
}
