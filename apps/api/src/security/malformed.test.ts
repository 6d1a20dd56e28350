import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { useApp } from '../../test/app.js';
import { findRawResponseFault, malformedRequests, sendRaw } from '../../test/fuzz/malformed-requests.js';
import { chooseSeed } from '../../test/fuzz/run.js';
import { frameSequences, sendFrames } from '../../test/fuzz/socket-frames.js';
import { useDatabase } from '../../test/mongo.js';
import { signIn } from '../../test/sign-in.js';
import { useSockets } from '../../test/socket.js';
import { processEnv } from '../config/env.js';

const BROKEN_REQUESTS = 200;
const FRAME_SEQUENCES = 40;
const TIMEOUT_MS = 120_000;

useDatabase();
const app = useApp();
const sockets = useSockets(app);

const seed = chooseSeed(processEnv()['FUZZ_SEED']);

describe('malformed HTTP', () => {
  it(
    'sent in parallel: get a JSON error or no response, and the server keeps running',
    async () => {
      const parallelRequests = 40;
      const broken = fc.asyncProperty(
        fc.tuple(...Array.from({ length: parallelRequests }, () => malformedRequests)),
        async (all) => {
          const faults = await Promise.all(
            all.map(async (request) => findRawResponseFault(request, await sendRaw(app.url, request))),
          );
          expect(faults.filter((fault) => fault !== null)).toEqual([]);
        },
      );
      await fc.assert(broken, { seed, numRuns: BROKEN_REQUESTS / parallelRequests });

      expect((await app.request().get('/health/live')).status).toBe(200);
    },
    TIMEOUT_MS,
  );
});

describe('malformed events and frames', () => {
  it(
    'over real sockets: leave the process running and other sockets served',
    async () => {
      const user = await signIn(app);
      const property = fc.asyncProperty(frameSequences, (frames) => sendFrames(app.url, user.cookie, frames));

      await fc.assert(property, { seed, numRuns: FRAME_SEQUENCES });

      const socket = await sockets.open({ cookie: user.cookie });
      expect(socket.online()).toContain(user.user._id);
      expect((await user.agent.get('/api/auth/check-auth')).status).toBe(200);
    },
    TIMEOUT_MS,
  );
});
