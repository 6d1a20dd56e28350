import { createLogger } from '../src/config/logger.js';

/** For tests that do not read the log. */
export const silentLogger = createLogger({ level: 'silent' });
