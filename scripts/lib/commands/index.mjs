import { admin } from './admin.mjs';
import { backup } from './backup.mjs';
import { bench } from './bench.mjs';
import { check } from './check.mjs';
import { dbBuild } from './db-build.mjs';
import { dev } from './dev.mjs';
import { e2e } from './e2e.mjs';
import { importStories } from './import.mjs';
import { lighthouse } from './lighthouse.mjs';
import { chaos, soak } from './load-tests.mjs';
import { migrate } from './migrate.mjs';
import { mutation } from './mutation.mjs';
import { responsiveness } from './responsiveness.mjs';
import { restore } from './restore.mjs';
import { screenshots } from './screenshots.mjs';
import { seed } from './seed.mjs';
import { start } from './start.mjs';
import { audit, sbom } from './supply-chain.mjs';
import { systemTest, test } from './test.mjs';

/** @type {ReadonlyMap<string, import('../run-command.mjs').Command>} */
export const COMMANDS = new Map([
  ['start', start],
  ['dev', dev],
  ['test', test],
  ['test:system', systemTest],
  ['e2e', e2e],
  ['check', check],
  ['seed', seed],
  ['admin', admin],
  ['import', importStories],
  ['backup', backup],
  ['restore', restore],
  ['migrate', migrate],
  ['bench', bench],
  ['soak', soak],
  ['mutation', mutation],
  ['audit', audit],
  ['sbom', sbom],
  ['chaos', chaos],
  ['screenshots', screenshots],
  ['lighthouse', lighthouse],
  ['responsiveness', responsiveness],
  ['db:build', dbBuild],
]);
