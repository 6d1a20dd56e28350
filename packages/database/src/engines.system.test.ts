import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { availableEngines, openStories, start } from './testing/running.js';
import { createMachineEnvironment, makeTempDir } from './testing/sandbox.js';

const STORIES = [
  { _id: 1, title: 'जयपुर की सुबह' },
  { _id: 2, title: 'காஞ்சிபுரம் 🛕' },
];

it('this machine can run at least one engine', () => {
  expect(availableEngines).not.toEqual([]);
});

describe.each(availableEngines)('%s', (engine) => {
  it('after a restart: still has its documents and its unique index', async () => {
    const dataDir = makeTempDir();
    const env = createMachineEnvironment({ DATABASE_ENGINE: engine });

    const first = await start({ dataDir, env });
    const written = await openStories(first.uri);
    await written.createIndex({ title: 1 }, { unique: true });
    await written.insertMany(STORIES);
    await first.stop();
    const second = await start({ dataDir, env });
    const read = await openStories(second.uri);

    expect(await read.find().sort({ _id: 1 }).toArray()).toEqual(STORIES);
    await expect(read.insertOne({ _id: 3, title: 'जयपुर की सुबह' })).rejects.toMatchObject({ code: 11000 });
    expect([first.engine, second.engine]).toEqual([engine, engine]);
    expect(first.reason).toBe(`Database: ${engine} (set by DATABASE_ENGINE).`);
    expect(readFileSync(join(dataDir, 'db', 'engine'), 'utf8')).toBe(`${engine}\n`);
  });
});

const secantusEngines = availableEngines.filter((engine) => engine.startsWith('secantus'));
const pairs = secantusEngines.flatMap((writer) =>
  secantusEngines.filter((reader) => reader !== writer).map((reader) => ({ writer, reader })),
);

describe.each(pairs)('a data folder written by $writer', ({ writer, reader }) => {
  it(`opened by ${reader}: has the same documents`, async () => {
    const dataDir = makeTempDir();

    const before = await start({ dataDir, env: createMachineEnvironment({ DATABASE_ENGINE: writer }) });
    await (await openStories(before.uri)).insertMany(STORIES);
    await before.stop();
    const after = await start({ dataDir, env: createMachineEnvironment({ DATABASE_ENGINE: reader }) });

    expect(after.reason).toContain(`${writer} wrote this data folder`);
    expect(await (await openStories(after.uri)).find().sort({ _id: 1 }).toArray()).toEqual(STORIES);
    expect(readFileSync(join(dataDir, 'db', 'engine'), 'utf8')).toBe(`${writer}\n`);
  });
});
