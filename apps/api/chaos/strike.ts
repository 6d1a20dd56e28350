import { setTimeout as wait } from 'node:timers/promises';
import type { TcpProxy } from '../test/tcp-proxy.js';
import type { Fault, FaultKind } from './plan.js';
import type { Product } from './product.js';

const CLOCK_OFF_S = 3_600;
const LATE_MS = 250;
/** A process may finish what runs for 10 s; the rest is for a busy machine. */
const STOP_LIMIT_MS = 11_500;

/** What went otherwise than promised while something failed. */
export type Complain = (complaint: string) => void;

type Strike = (product: Product, fault: Fault, complain: Complain) => Promise<void>;

function onLine(
  of: (product: Product, index: 0 | 1) => TcpProxy,
  spoil: (line: TcpProxy) => unknown,
  isBroken = true,
): Strike {
  return async (product, fault) => {
    const line = of(product, fault.process);
    await spoil(line);
    await wait(fault.forMs);
    if (isBroken) {
      await line.cut();
      await line.open();
    } else {
      line.pass();
    }
  };
}

const databaseLine = ({ databaseLines }: Product, index: 0 | 1) => databaseLines[index];
const redisLine = ({ redisLines }: Product, index: 0 | 1) => redisLines[index];
const clientLine = ({ clientLines }: Product, index: 0 | 1) => clientLines[index];
const swallow = (line: TcpProxy) => line.swallow();
const cut = (line: TcpProxy) => line.cut();
const delay = (line: TcpProxy) => line.delay(LATE_MS);
const trickle = (line: TcpProxy) => line.trickle();
const halfClose = (line: TcpProxy) => line.halfClose();

function moveClock(offsetS: number): Strike {
  return async ({ apis }, fault) => {
    const api = apis[fault.process];
    await api.setClock(offsetS);
    await wait(fault.forMs);
    await api.setClock(0);
  };
}

const STRIKES: Record<FaultKind, Strike> = {
  async 'api killed'({ apis }, fault) {
    const api = apis[fault.process];
    await api.kill();
    await wait(fault.forMs / 4);
    await api.start();
  },
  async 'api stopped'({ apis }, fault, complain) {
    const api = apis[fault.process];
    const { code, ms } = await api.stop();
    if (code !== 0 || ms > STOP_LIMIT_MS) complain(`SIGTERM: exit ${code} after ${Math.round(ms)} ms`);
    await api.kill();
    await api.start();
  },
  async 'api frozen'({ apis }, fault) {
    apis[fault.process].freeze();
    await wait(fault.forMs);
    apis[fault.process].thaw();
  },
  async 'database killed'({ database }) {
    database.kill();
  },
  async 'database stopped'({ database }, fault) {
    await database.stop();
    await wait(fault.forMs / 2);
    await database.start();
  },
  async 'database frozen'({ database }, fault) {
    database.freeze();
    await wait(fault.forMs * 2);
    database.thaw();
  },
  async 'redis killed'({ redis }, fault) {
    await redis.kill();
    await wait(fault.forMs);
    await redis.start();
  },
  async 'redis frozen'({ redis }, fault) {
    redis.freeze();
    await wait(fault.forMs);
    redis.thaw();
  },
  'database line cut': onLine(databaseLine, cut),
  'database line late': onLine(databaseLine, delay, false),
  'database line trickling': onLine(databaseLine, trickle, false),
  'database line swallowing': onLine(databaseLine, swallow),
  'database line half closed': onLine(databaseLine, halfClose),
  'redis line cut': onLine(redisLine, cut),
  'redis line swallowing': onLine(redisLine, swallow),
  'client line cut': onLine(clientLine, cut),
  'client line late': onLine(clientLine, delay, false),
  'client line trickling': onLine(clientLine, trickle, false),
  'client line swallowing': onLine(clientLine, swallow),
  'client line half closed': onLine(clientLine, halfClose),
  async 'disk full'({ disk }, fault) {
    await disk.fill();
    await wait(fault.forMs);
    await disk.free();
  },
  'clock ahead': moveClock(CLOCK_OFF_S),
  'clock behind': moveClock(-CLOCK_OFF_S),
};

/** Lets something fail, and mends it. */
export const strike: Strike = (product, fault, complain) => STRIKES[fault.kind](product, fault, complain);
