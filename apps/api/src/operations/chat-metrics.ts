import { Counter, Histogram, type Registry } from 'prom-client';
import { REJECTION_CAUSES, type RealtimeMetrics } from '../realtime/realtime-metrics.js';
import { registerGauge } from './gauge.js';

/** Labels of Socket.IO's disconnect reasons. */
const DISCONNECT_REASONS: Readonly<Record<string, string>> = {
  'transport close': 'transport_close',
  'transport error': 'transport_error',
  'ping timeout': 'ping_timeout',
  'client namespace disconnect': 'client',
  'server namespace disconnect': 'server',
  'server shutting down': 'shutdown',
  'forced close': 'forced',
  'forced server close': 'forced',
  'parse error': 'parse_error',
};

interface ChatMetricSources {
  socketCount(): number;
  userCount(): number;
}

export interface ChatMetrics {
  sockets: RealtimeMetrics;
}

/** Creates the metrics of sockets, presence, and the events that are emitted to them. */
export function createChatMetrics(registry: Registry, sources: ChatMetricSources): ChatMetrics {
  const registers = [registry];
  registerGauge(registry, 'safarnama_sockets_open', 'Open Socket.IO connections in this process', () =>
    sources.socketCount(),
  );
  registerGauge(registry, 'safarnama_people_online', 'Users with at least one socket in this process', () =>
    sources.userCount(),
  );
  const connections = new Counter({
    name: 'safarnama_socket_connects_total',
    help: 'Admitted sockets',
    registers,
  });
  const disconnections = new Counter({
    name: 'safarnama_socket_disconnects_total',
    help: 'Admitted sockets that disconnected, by reason',
    labelNames: ['reason'],
    registers,
  });
  const rejections = new Counter({
    name: 'safarnama_socket_refusals_total',
    help: 'Sockets that were rejected, or closed for sending too many events, by cause',
    labelNames: ['cause'],
    registers,
  });
  const presence = new Counter({
    name: 'safarnama_presence_updates_total',
    help: 'Presence updates sent to sockets, as whole lists or as deltas',
    labelNames: ['kind'],
    registers,
  });
  const events = new Counter({
    name: 'safarnama_realtime_events_total',
    help: 'Events emitted to sockets, by name, without presence and typing',
    labelNames: ['event'],
    registers,
  });
  const sendToEvent = new Histogram({
    name: 'safarnama_message_send_to_event_seconds',
    help: 'Time from the complete send request to the event for the recipient, including storage',
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 6],
    registers,
  });
  const endedSessions = new Counter({
    name: 'safarnama_session_ends_total',
    help: 'Sessions ended before their expiry: signed out, replaced, or ended from another session',
    registers,
  });
  for (const reason of Object.values(DISCONNECT_REASONS)) disconnections.inc({ reason }, 0);
  for (const cause of REJECTION_CAUSES) rejections.inc({ cause }, 0);
  for (const kind of ['list', 'delta']) presence.inc({ kind }, 0);
  events.inc({ event: 'newMessage' }, 0);

  return {
    sockets: {
      connected: () => connections.inc(),
      disconnected: (reason) => disconnections.inc({ reason: DISCONNECT_REASONS[reason] ?? 'other' }),
      rejected: (cause) => rejections.inc({ cause }),
      presenceSent: (kind, count) => presence.inc({ kind }, count),
      emitted: (event) => events.inc({ event }),
      messageEmitted: (seconds) => sendToEvent.observe(seconds),
      sessionEnded: () => endedSessions.inc(),
    },
  };
}
