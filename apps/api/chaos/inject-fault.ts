import { setTimeout as delay } from 'node:timers/promises';
import type { TcpProxy } from '../test/tcp-proxy.js';
import type { Fault, FaultKind } from './fault-plan.js';
import type { ReportViolation, SystemUnderTest } from './system-under-test.js';

const CLOCK_OFFSET_S = 3_600;
const DELAY_MS = 250;
/**
 * 9.5 s for in-flight requests, plus tolerance for a busy machine. Shorter than `Api.stop` waits, so that a late exit
 * is reported with its code.
 */
const STOP_LIMIT_MS = 11_500;

type FaultInjector = (
  system: SystemUnderTest,
  fault: Fault,
  reportViolation: ReportViolation,
) => Promise<void>;

/** Creates an injector that disrupts a connection's proxy for the duration of the fault. */
function createProxyFaultInjector(
  selectProxy: (system: SystemUnderTest, index: 0 | 1) => TcpProxy,
  disrupt: (proxy: TcpProxy) => unknown,
  /** Whether the disrupted connections cannot recover and have to be closed. */
  breaksConnections = true,
): FaultInjector {
  return async (system, fault) => {
    const proxy = selectProxy(system, fault.process);
    await disrupt(proxy);
    await delay(fault.durationMs);
    if (breaksConnections) {
      await proxy.disconnect();
      await proxy.open();
    } else {
      proxy.forwardData();
    }
  };
}

const databaseProxy = ({ databaseProxies }: SystemUnderTest, index: 0 | 1) => databaseProxies[index];
const redisProxy = ({ redisProxies }: SystemUnderTest, index: 0 | 1) => redisProxies[index];
const clientProxy = ({ clientProxies }: SystemUnderTest, index: 0 | 1) => clientProxies[index];
const dropData = (proxy: TcpProxy) => proxy.dropData();
const disconnect = (proxy: TcpProxy) => proxy.disconnect();
const slowDown = (proxy: TcpProxy) => proxy.delay(DELAY_MS);
const trickle = (proxy: TcpProxy) => proxy.trickle();
const halfClose = (proxy: TcpProxy) => proxy.halfClose();

function createClockFaultInjector(offsetS: number): FaultInjector {
  return async ({ apis }, fault) => {
    const api = apis[fault.process];
    await api.setClockOffset(offsetS);
    await delay(fault.durationMs);
    await api.setClockOffset(0);
  };
}

const INJECTORS: Record<FaultKind, FaultInjector> = {
  async 'api killed'({ apis }, fault) {
    const api = apis[fault.process];
    await api.kill();
    await delay(fault.durationMs / 4);
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
    await delay(fault.durationMs);
    apis[fault.process].resume();
  },
  async 'database killed'({ database }) {
    // The supervisor restarts the database.
    database.kill();
  },
  async 'database stopped'({ database }, fault) {
    await database.stop();
    await delay(fault.durationMs / 2);
    await database.start();
  },
  async 'database frozen'({ database }, fault) {
    database.freeze();
    await delay(fault.durationMs * 2);
    database.resume();
  },
  async 'redis killed'({ redis }, fault) {
    await redis.kill();
    await delay(fault.durationMs);
    await redis.start();
  },
  async 'redis frozen'({ redis }, fault) {
    redis.freeze();
    await delay(fault.durationMs);
    redis.resume();
  },
  'database disconnected': createProxyFaultInjector(databaseProxy, disconnect),
  'database slow': createProxyFaultInjector(databaseProxy, slowDown, false),
  'database trickling': createProxyFaultInjector(databaseProxy, trickle, false),
  'database dropping data': createProxyFaultInjector(databaseProxy, dropData),
  'database half closed': createProxyFaultInjector(databaseProxy, halfClose),
  'redis disconnected': createProxyFaultInjector(redisProxy, disconnect),
  'redis dropping data': createProxyFaultInjector(redisProxy, dropData),
  'client disconnected': createProxyFaultInjector(clientProxy, disconnect),
  'client slow': createProxyFaultInjector(clientProxy, slowDown, false),
  'client trickling': createProxyFaultInjector(clientProxy, trickle, false),
  'client dropping data': createProxyFaultInjector(clientProxy, dropData),
  'client half closed': createProxyFaultInjector(clientProxy, halfClose),
  async 'disk full'({ disk }, fault) {
    await disk.fill();
    await delay(fault.durationMs);
    await disk.free();
  },
  'clock ahead': createClockFaultInjector(CLOCK_OFFSET_S),
  'clock behind': createClockFaultInjector(-CLOCK_OFFSET_S),
};

/** Injects a fault and returns once it has ended. `durationMs` scales its length; some kinds ignore it. */
export const injectFault: FaultInjector = (system, fault, reportViolation) =>
  INJECTORS[fault.kind](system, fault, reportViolation);
