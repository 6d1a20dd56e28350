import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

const COMPRESSIBLE = /\.(?:js|css|svg|json|txt|webmanifest)$/;
/** Smaller files fit into one packet anyway. */
const MIN_BYTES = 1_024;

/**
 * Writes a `.br` and a `.gz` file beside the built scripts, styles and other text files, so that the server need not
 * compress them. Fonts and pictures are compressed already; the server changes the HTML for each request.
 */
export function precompress(): Plugin {
  let outDir = '';
  /** Folder of the files that only the server reads. They are never sent, so they are not compressed. */
  let serverFolder = '';
  return {
    name: 'precompress',
    apply: 'build',
    configResolved(config) {
      outDir = path.resolve(config.root, config.build.outDir);
      serverFolder = path.join(outDir, '.vite');
    },
    async writeBundle() {
      const entries = await readdir(outDir, { recursive: true, withFileTypes: true });
      const files = entries.filter(
        (entry) =>
          entry.isFile() && COMPRESSIBLE.test(entry.name) && !entry.parentPath.startsWith(serverFolder),
      );
      await Promise.all(files.map((entry) => compressFile(path.join(entry.parentPath, entry.name))));
    },
  };
}

async function compressFile(file: string): Promise<void> {
  const bytes = await readFile(file);
  if (bytes.length < MIN_BYTES) return;
  const [brotli, gzipped] = await Promise.all([
    compressBrotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }),
    compressGzip(bytes, { level: constants.Z_BEST_COMPRESSION }),
  ]);
  await Promise.all([writeFile(`${file}.br`, brotli), writeFile(`${file}.gz`, gzipped)]);
}
