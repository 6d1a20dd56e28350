import { createLogger } from '../src/config/logger.js';

/** Logger for tests that do not inspect the log. */
export const silentLogger = createLogger({ level: 'silent' });
