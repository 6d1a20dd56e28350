import { once } from 'node:events';
import fc, { type Arbitrary } from 'fast-check';
import WebSocket from 'ws';

/**
 * One WebSocket frame: an Engine.IO packet (type in the first character) with a Socket.IO packet (second), or noise.
 */
type Frame = string | Uint8Array;

const EVENT_NAMES = [
  'typing',
  'watchPost',
  'unwatchPost',
  'postComment',
  'getOnlineUsers',
  'newMessage',
  'disconnect',
  'connect',
  'error',
  'newListener',
  '__proto__',
  'constructor',
  'toString',
  '',
];
const PAYLOADS: readonly unknown[] = [
  undefined,
  null,
  0,
  'x',
  [],
  {},
  { postId: null },
  { postId: { $gt: '' } },
  { postId: 'F'.repeat(24) },
  { postId: 'x'.repeat(20_000) },
  { toUserId: null },
  { toUserId: { $gt: '' } },
  { toUserId: 'f'.repeat(24) },
  { toUserId: 'x'.repeat(20_000) },
  { __proto__: { toUserId: 'f'.repeat(24) } },
  [{ toUserId: 1 }, 2],
  '\ud800',
  { a: [[[[[[[[]]]]]]]] },
];
const PACKETS = [
  '',
  '0',
  '1',
  '2',
  '2probe',
  '3',
  '4',
  '5',
  '6',
  '9',
  '40',
  '40{',
  '40{"presence":"delta"}',
  '40{"presence":{"$gt":""}}',
  '40/admin,',
  '41',
  '42',
  '42[',
  '42[]',
  '42{}',
  '42[null]',
  '42[1,2]',
  '42/nowhere,["typing"]',
  '4299999999999999999999["typing"]',
  '43[]',
  '430[]',
  '44',
  '45',
  '451-["typing",{"_placeholder":true,"num":0}]',
  '4599999-["typing",{"_placeholder":true,"num":-1}]',
  '46["typing"]',
  '4[2,["typing"]]',
];

const event: Arbitrary<string> = fc
  .tuple(
    fc.constantFrom(...EVENT_NAMES),
    fc.array(fc.oneof(fc.constantFrom(...PAYLOADS), fc.jsonValue()), { maxLength: 3 }),
    fc.constantFrom('', '0', '7'),
  )
  // A number before the list requests an acknowledgement.
  .map(([name, payloads, id]) => `42${id}${JSON.stringify([name, ...payloads])}`);

const frame: Arbitrary<Frame> = fc.oneof(
  { weight: 4, arbitrary: event },
  { weight: 2, arbitrary: fc.constantFrom(...PACKETS) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 20 }) },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 40 }) },
  { weight: 1, arbitrary: fc.constant('4'.repeat(70_000)) },
);

/** Generates the frames of one connection. Half of them begin with a valid connect packet. */
export const frameSequences: Arbitrary<Frame[]> = fc
  .tuple(fc.boolean(), fc.array(frame, { minLength: 5, maxLength: 30 }))
  .map(([isClient, frames]) => (isClient ? ['40', ...frames] : frames));

/** Sends frames over a WebSocket of a signed-in user until all are sent or the server closes. */
export async function sendFrames(url: string, cookie: string, frames: readonly Frame[]): Promise<void> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`, {
    headers: { cookie },
  });
  socket.on('error', () => {});
  const closed = once(socket, 'close');
  await Promise.race([once(socket, 'open'), closed]);
  for (const frame of frames) {
    if (socket.readyState !== WebSocket.OPEN) break;
    await new Promise<void>((resolve) => socket.send(frame, () => resolve()));
  }
  socket.close();
  await closed;
}
