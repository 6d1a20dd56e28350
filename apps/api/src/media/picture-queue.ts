import { createQueueMonitor } from '../lib/queue-monitor.js';

/** Maximum number of pictures that wait to be processed. */
export const MAX_PENDING = 64;

/**
 * Monitors the queues of pictures in general and of large ones together: a large picture waits in one after the other.
 */
export const pictureQueue = createQueueMonitor(MAX_PENDING, 'uploads_busy');
