// The baseline of the benchmarks: a bare node:http response, and a bare WebSocket relay that does one durable insert
// before it forwards a message.
import { createServer } from 'node:http';
import mongoose from 'mongoose';
import { WebSocketServer } from 'ws';

// biome-ignore lint/style/noProcessEnv: a process of its own
const { MONGODB_URI = '' } = process.env;
await mongoose.connect(MONGODB_URI, { writeConcern: { w: 'majority', journal: true } });
const inserts = mongoose.connection.collection('bare_messages');

/** @type {Buffer} The response body, set by PUT. */
let bytes = Buffer.alloc(0);
/** @type {Set<import('ws').WebSocket>} */
const sockets = new Set();

const server = createServer((req, res) => {
  /** @type {Buffer[]} */
  const chunks = [];
  req.on('data', (chunk) => chunks.push(chunk));
  req.on('end', async () => {
    if (req.method === 'PUT') bytes = Buffer.concat(chunks);
    if (req.method === 'POST') {
      const text = Buffer.concat(chunks).toString();
      await inserts.insertOne({ text });
      const [recipient] = sockets;
      recipient?.send(text);
    }
    if (req.headers['if-none-match']) res.writeHead(304).end();
    else res.writeHead(200, { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' }).end(bytes);
  });
});
new WebSocketServer({ server }).on('connection', (socket) => {
  sockets.add(socket);
  socket.on('close', () => sockets.delete(socket));
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (address && typeof address === 'object') console.log(`listening at http://127.0.0.1:${address.port}`);
});
process.on('SIGTERM', () => process.exit(0));
