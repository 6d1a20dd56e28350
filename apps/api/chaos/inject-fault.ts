import { setTimeout as wait } from 'node:timers/promises';
import type { TcpProxy } from '../test/tcp-proxy.js';
import type { Fault, FaultKind } from './fault-plan.js';
import type { Product } from './product.js';

const CLOCK_OFFSET_S = 3_600;
const DELAY_MS = 250;
/** 10 s for running requests, plus tolerance for a busy machine. */
const STOP_LIMIT_MS = 11_500;

/** Reports a violated guarantee. */
export type ReportViolation = (violation: string) => void;

type FaultInjector = (product: Product, fault: Fault, reportViolation: ReportViolation) => Promise<void>;

/** Creates a fault of a connection: disrupts its proxy for the duration of the fault. */
function createProxyFault(
  selectProxy: (product: Product, index: 0 | 1) => TcpProxy,
  disrupt: (proxy: TcpProxy) => unknown,
  /** Whether the disrupted connections cannot recover and have to be closed. */
  breaksConnections = true,
): FaultInjector {
  return async (product, fault) => {
    const proxy = selectProxy(product, fault.process);
    await disrupt(proxy);
    await wait(fault.durationMs);
    if (breaksConnections) {
      await proxy.disconnect();
      await proxy.open();
    } else {
      proxy.forwardData();
    }
  };
}

const databaseProxy = ({ databaseProxies }: Product, index: 0 | 1) => databaseProxies[index];
const redisProxy = ({ redisProxies }: Product, index: 0 | 1) => redisProxies[index];
const clientProxy = ({ clientProxies }: Product, index: 0 | 1) => clientProxies[index];
const dropData = (proxy: TcpProxy) => proxy.dropData();
const disconnect = (proxy: TcpProxy) => proxy.disconnect();
const delay = (proxy: TcpProxy) => proxy.delay(DELAY_MS);
const trickle = (proxy: TcpProxy) => proxy.trickle();
const halfClose = (proxy: TcpProxy) => proxy.halfClose();

function createClockFault(offsetS: number): FaultInjector {
  return async ({ apis }, fault) => {
    const api = apis[fault.process];
    await api.setClock(offsetS);
    await wait(fault.durationMs);
    await api.setClock(0);
  };
}

const INJECTORS: Record<FaultKind, FaultInjector> = {
  async 'api killed'({ apis }, fault) {
    const api = apis[fault.process];
    await api.kill();
    await wait(fault.durationMs / 4);
    await api.start();
  },
  async 'api stopped'({ apis }, fault, reportViolation) {
    const api = apis[fault.process];
    const { code, ms } = await api.stop();
    if (code !== 0 || ms > STOP_LIMIT_MS) reportViolation(`SIGTERM: exit ${code} after ${Math.round(ms)} ms`);
    await api.kill();
    await api.start();
  },
  async 'api frozen'({ apis }, fault) {
    apis[fault.process].freeze();
    await wait(fault.durationMs);
    apis[fault.process].thaw();
  },
  async 'database killed'({ database }) {
    database.kill();
  },
  async 'database stopped'({ database }, fault) {
    await database.stop();
    await wait(fault.durationMs / 2);
    await database.start();
  },
  async 'database frozen'({ database }, fault) {
    database.freeze();
    await wait(fault.durationMs * 2);
    database.thaw();
  },
  async 'redis killed'({ redis }, fault) {
    await redis.kill();
    await wait(fault.durationMs);
    await redis.start();
  },
  async 'redis frozen'({ redis }, fault) {
    redis.freeze();
    await wait(fault.durationMs);
    redis.resume();
  },
  'database disconnected': createProxyFault(databaseProxy, disconnect),
  'database slow': createProxyFault(databaseProxy, delay, false),
  'database trickling': createProxyFault(databaseProxy, trickle, false),
  'database dropping data': createProxyFault(databaseProxy, dropData),
  'database half closed': createProxyFault(databaseProxy, halfClose),
  'redis disconnected': createProxyFault(redisProxy, disconnect),
  'redis dropping data': createProxyFault(redisProxy, dropData),
  'client disconnected': createProxyFault(clientProxy, disconnect),
  'client slow': createProxyFault(clientProxy, delay, false),
  'client trickling': createProxyFault(clientProxy, trickle, false),
  'client dropping data': createProxyFault(clientProxy, dropData),
  'client half closed': createProxyFault(clientProxy, halfClose),
  async 'disk full'({ disk }, fault) {
    await disk.fill();
    await wait(fault.durationMs);
    await disk.free();
  },
  'clock ahead': createClockFault(CLOCK_OFFSET_S),
  'clock behind': createClockFault(-CLOCK_OFFSET_S),
};

/** Injects a fault and ends it after its duration. */
export const injectFault: FaultInjector = (product, fault, reportViolation) =>
  INJECTORS[fault.kind](product, fault, reportViolation);
