import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import WebSocket from 'ws';
import { useApp } from '../../test/app.js';
import { forgeTokens } from '../../test/forged-tokens.js';
import { useDatabase } from '../../test/mongo.js';
import { signIn } from '../../test/sign-in.js';
import { until, useSockets } from '../../test/socket.js';
import { SessionModel } from '../auth/session.model.js';

useDatabase();
const app = useApp();
const sockets = useSockets(app);

/** Connects and joins without the Socket.IO client, so that a test can send any frame. */
async function connectRaw(cookie: string): Promise<{ socket: WebSocket; received: string[] }> {
  const address = `${app.url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`;
  const socket = new WebSocket(address, { headers: { cookie } });
  const received: string[] = [];
  socket.on('message', (data: Buffer) => received.push(data.toString()));
  await once(socket, 'open');
  socket.send('40');
  return { socket, received };
}

const isClosed = ({ readyState }: WebSocket) => readyState === WebSocket.CLOSED;

describe('Security 4: sockets', () => {
  it('with each forged token: are rejected as not authenticated', async () => {
    const [asha, ravi] = [await signIn(app), await signIn(app)];
    const [ashas, ravis] = await Promise.all(
      [asha, ravi].map(async ({ user }) => ({
        userId: user._id,
        sessionId: String((await SessionModel.findOne({ userId: user._id }).lean())?._id),
      })),
    );
    if (!ashas || !ravis) throw new Error('unreachable');
    const tokens = Object.entries(forgeTokens(ashas, ravis));

    const rejections = await Promise.all(
      tokens.map(async ([name, token]) => {
        const { message } = await sockets.waitForRejection({ cookie: `safarnama_session=${token}` });
        return [name, message];
      }),
    );

    expect(rejections).toEqual(tokens.map(([name]) => [name, 'Not Authenticated.']));
  });

  it('rejected: have their connection closed', async () => {
    const { socket, received } = await connectRaw('');

    await until(() => expect(isClosed(socket)).toBe(true));

    expect(received.at(-1)).toBe('44{"message":"Not Authenticated."}');
  });

  it('that leave without disconnecting: are disconnected, so that no user can hold an unlimited number of connections', async () => {
    const { cookie } = await signIn(app);
    const { socket, received } = await connectRaw(cookie);
    await until(() => expect(received.some((frame) => frame.startsWith('42["getOnlineUsers"'))).toBe(true));

    socket.send('41');

    await until(() => expect(isClosed(socket)).toBe(true));
  });

  it('that join repeatedly on one connection: count each time, and the 51st is rejected', async () => {
    const { cookie } = await signIn(app);
    const { socket, received } = await connectRaw(cookie);

    for (let index = 0; index < 55; index += 1) socket.send('40');
    await until(() => expect(isClosed(socket)).toBe(true), 4_000);

    expect(received.filter((frame) => frame.startsWith('40')).length).toBeLessThanOrEqual(50);
    await delay(0);
    expect((await sockets.open({ cookie })).client.connected).toBe(true);
  });

  it('whose connection closes while they are being admitted: no longer count', async () => {
    const { cookie } = await signIn(app);
    const { blocks } = app.server.services;
    let admit = () => {};
    const admission = new Promise<void>((resolve) => {
      admit = resolve;
    });
    const load = vi.spyOn(blocks, 'loadBlockedUsers').mockImplementation(async () => {
      await admission;
      return new Map();
    });
    onTestFinished(() => admit());
    const { socket } = await connectRaw(cookie);
    for (let index = 0; index < 55; index += 1) socket.send('40');
    await until(() => expect(isClosed(socket)).toBe(true));
    await delay(0);
    load.mockRestore();

    expect((await sockets.open({ cookie })).client.connected).toBe(true);
  });
});
