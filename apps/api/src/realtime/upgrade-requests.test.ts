import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { AppServer } from './socket-types.js';
import { watchUpgradeRequests } from './upgrade-requests.js';

const WEB_ORIGIN = 'https://stories.example';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Creates an engine without a network: the tests emit its connections and upgrade requests. */
function createEngine() {
  const engine = new EventEmitter();
  // The cast is safe: only the engine's events are used.
  const upgradeRequests = watchUpgradeRequests(engine as unknown as AppServer['engine'], [WEB_ORIGIN]);
  let lastId = 0;
  const connect = (headers: Record<string, string> = { origin: WEB_ORIGIN }, transport = 'polling') => {
    lastId += 1;
    const connection = Object.assign(new EventEmitter(), {
      id: `sid-${lastId}`,
      request: { headers },
      transport: { name: transport },
    });
    engine.emit('connection', connection);
    return connection;
  };
  /** Emits an upgrade request, and accepts it as engine.io does: by setting `websocket`. */
  const requestUpgrade = (sid: string, origin = WEB_ORIGIN) => {
    const request = {
      headers: { origin, upgrade: 'websocket' },
      _query: { sid },
      websocket: undefined as unknown,
    };
    engine.emit('headers', {}, request);
    request.websocket = {};
    return request;
  };
  return { find: upgradeRequests.find, connect, requestUpgrade };
}

describe('watchUpgradeRequests', () => {
  it('with an upgrade: returns its request, not that of a failed one', async () => {
    const { find, connect, requestUpgrade } = createEngine();
    const connection = connect();

    requestUpgrade(connection.id);
    const request = requestUpgrade(connection.id);
    requestUpgrade('sid-of-another');
    connection.emit('upgrade', { socket: request.websocket });

    expect(await find(connection)).toBe(request);
    // Called again, as for a later packet of the same connection.
    expect(await find(connection)).toBe(request);
  });

  it('with an upgrade request from another origin: returns null', async () => {
    const { find, connect, requestUpgrade } = createEngine();
    const connection = connect();

    const request = requestUpgrade(connection.id, 'https://evil.example');
    connection.emit('upgrade', { socket: request.websocket });

    expect(await find(connection)).toBeNull();
  });

  it('without an upgrade within 5 s, or when the connection closes: returns null', async () => {
    const { find, connect } = createEngine();
    const [idle, closed] = [connect(), connect()];
    let result: unknown = 'pending';
    void find(idle).then((found) => {
      result = found;
    });

    closed.emit('close');
    await vi.advanceTimersByTimeAsync(4_999);
    const before = result;
    await vi.advanceTimersByTimeAsync(1);

    expect(before).toBe('pending');
    expect(result).toBeNull();
    expect(await find(closed)).toBeNull();
  });

  it.each([
    ['with a cookie', { origin: WEB_ORIGIN, cookie: 'a=b' }, 'polling'],
    ['of another origin', { origin: 'https://evil.example' }, 'polling'],
    ['without an origin', {}, 'polling'],
    ['over WebSocket', { origin: WEB_ORIGIN }, 'websocket'],
  ])(
    'with a connection %s: returns null without waiting',
    async (_, headers: Record<string, string>, transport) => {
      const { find, connect } = createEngine();

      // The clock stands still.
      expect(await find(connect(headers, transport))).toBeNull();
    },
  );

  it('with 1,000 pending connections: returns null for further ones until one of them closes', async () => {
    const { find, connect } = createEngine();
    const [first] = Array.from({ length: 1_000 }, () => connect());

    const rejected = connect();
    first?.emit('close');
    await find(first ?? {});
    const accepted = connect();
    let result: unknown = 'pending';
    void find(accepted).then((found) => {
      result = found;
    });

    expect(await find(rejected)).toBeNull();
    expect(result).toBe('pending');
    accepted.emit('close');
  });
});
