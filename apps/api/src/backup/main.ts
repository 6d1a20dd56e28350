/**
 * `npm run backup` and `npm run restore`; in a deployed build, `node apps/api/dist/backup/main.js backup FILE`.
 * MONGODB_URI selects the database; the npm scripts set it to the embedded one.
 */
import { parseEnv, processEnv, type Settings } from '../config/env.js';
import { createLogger } from '../config/logger.js';
import type { AnyModel } from '../lib/any-model.js';
import {
  CommandError,
  createInterruptSignal,
  describeError,
  formatCount,
  parseStrict,
  readUsage,
  runMain,
  withDatabase,
} from '../lib/command.js';
import { PRODUCT_VERSION } from '../lib/product-version.js';
import { createImageStorage } from '../media/create-storage.js';
import { findMigrationBlocker, runMigrations } from '../migrations/run-migrations.js';
import { PostModel } from '../post/post.model.js';
import { UserModel } from '../user/user.model.js';
import type { Manifest } from './archive-format.js';
import { createBackup } from './backup.js';
import { BackupError } from './backup-error.js';
import { requirePepper, requirePepperOfPasswords } from './pepper.js';
import { readArchive } from './read-archive.js';
import { restoreBackup } from './restore.js';

const USAGE = `${readUsage('backup')}\n\n${readUsage('restore')}`;

/** Exit code when the archive was written, but some pictures were missing from the storage. */
const PICTURES_MISSING = 2;
/** Exit code when the site was restored, but not all migrations could be completed. */
const MIGRATIONS_LEFT = 2;
const PROGRESS_INTERVAL_MS = 500;

const signal = createInterruptSignal();

/** Prints progress lines that begin with an ellipsis; in a terminal, `npm run` replaces each with the next. */
function createProgressPrinter() {
  let printedAt = 0;
  return (text: string) => {
    if (Date.now() - printedAt < PROGRESS_INTERVAL_MS) return;
    printedAt = Date.now();
    process.stderr.write(`… ${text}\n`);
  };
}

function countDocuments({ collections }: Manifest, model: AnyModel): number {
  return collections[model.collection.name]?.documents ?? 0;
}

function describeContents(manifest: Manifest): string {
  const [users, stories] = [countDocuments(manifest, UserModel), countDocuments(manifest, PostModel)];
  const collections = Object.values(manifest.collections);
  const documents = collections.reduce((total, each) => total + each.documents, 0);
  const { files, bytes } = manifest.pictures;
  return (
    `${formatCount(users, 'user')} and ${formatCount(stories, 'story', 'stories')} ` +
    `(${formatCount(documents, 'document')} in ${formatCount(collections.length, 'collection')}, ` +
    `${formatCount(files, 'picture file')}, ${(bytes / 1e6).toFixed(1)} MB)`
  );
}

/** Warns of a backup that probably is of another database than the product's. */
function warnIfEmpty(manifest: Manifest): void {
  if (countDocuments(manifest, UserModel) + countDocuments(manifest, PostModel) > 0) return;
  process.stderr.write(
    'Warning: this backup is of an empty site. If the site has users, set MONGODB_URI or DATA_DIR as for the product.\n',
  );
}

async function backup(file: string, force: boolean, settings: Settings): Promise<number> {
  const passwordPepper = requirePepper(settings);
  const onProgress = createProgressPrinter();
  return withDatabase(settings, async () => {
    const blocker = await findMigrationBlocker();
    if (blocker !== null) throw new BackupError(blocker);
    await requirePepperOfPasswords(passwordPepper);
    const storage = await createImageStorage(settings.storage, { isReadOnly: true });
    const { manifest, missingPictures } = await createBackup({
      file,
      force,
      storage,
      passwordPepper,
      signal,
      onProgress,
      product: PRODUCT_VERSION,
    });
    process.stdout.write(`Saved ${describeContents(manifest)} to ${file}\n`);
    warnIfEmpty(manifest);
    if (missingPictures === 0) return 0;
    process.stderr.write(
      `Missing from the storage: ${formatCount(missingPictures, 'picture')} that records refer to, lost before this backup.\n`,
    );
    return PICTURES_MISSING;
  });
}

async function verify(file: string): Promise<number> {
  const manifest = await readArchive(file, { signal });
  process.stdout.write(
    `${file} is complete: ${describeContents(manifest)}, saved ${manifest.createdAt} by version ${manifest.product}\n`,
  );
  warnIfEmpty(manifest);
  return 0;
}

async function restore(file: string, replace: boolean, settings: Settings): Promise<number> {
  const onProgress = createProgressPrinter();
  return withDatabase(settings, async () => {
    const storage = await createImageStorage(settings.storage);
    const manifest = await restoreBackup({ file, replace, storage, settings, signal, onProgress });
    // Before the migrations: if they are interrupted, the product continues them, and a second restore is not needed.
    process.stdout.write(`Restored ${describeContents(manifest)}, saved ${manifest.createdAt}\n`);
    process.stderr.write('… migrating\n');
    try {
      await runMigrations({ logger: createLogger({ level: 'warn' }), signal });
      return 0;
    } catch (error) {
      process.stderr.write('The site is complete. Start the product: it continues the migrations.\n');
      if (signal.aborted) throw error;
      process.stderr.write(`${describeError(error)}\n`);
      return MIGRATIONS_LEFT;
    }
  });
}

/** The options of each command, besides --help. */
const OPTIONS = new Map([
  ['backup', ['force', 'verify']],
  ['restore', ['replace']],
]);

async function main(args: string[]): Promise<number> {
  const flag = { type: 'boolean' } as const;
  const { positionals, values } = parseStrict({
    args,
    options: { force: flag, replace: flag, verify: flag, help: { ...flag, short: 'h' } },
    maxPositionals: 2,
    usage: USAGE,
  });
  const { help, ...flags } = values;
  if (help) {
    process.stdout.write(`${USAGE}\n`);
    return 0;
  }
  const [command = '', file] = positionals;
  const options = OPTIONS.get(command);
  if (!options || file === undefined) throw new CommandError(USAGE);
  const surplus = Object.keys(flags).find((name) => !options.includes(name));
  if (surplus !== undefined) throw new CommandError(`${command} has no option --${surplus}\n\n${USAGE}`);
  if (flags.verify) return verify(file);
  const settings = parseEnv(processEnv());
  if (command === 'backup') return backup(file, flags.force ?? false, settings);
  return restore(file, flags.replace ?? false, settings);
}

await runMain(() => main(process.argv.slice(2)), { signal });
