import { createHash, randomUUID } from 'node:crypto';
import { cp, mkdir, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import mongoose, { type SchemaType } from 'mongoose';
import tar from 'tar-stream';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { TEST_SECRETS, useApp } from '../../test/app.js';
import { createPost, PNG_DATA_URL, sendMessage } from '../../test/factories.js';
import { insertInBatches } from '../../test/insert-in-batches.js';
import { useDatabase } from '../../test/mongo.js';
import { signIn, signInAgain } from '../../test/sign-in.js';
import { uploadPicture } from '../../test/upload-picture.js';
import { storePepperCheck } from '../auth/pepper-check.js';
import { SessionModel } from '../auth/session.model.js';
import { DraftModel } from '../draft/draft.model.js';
import type { AnyModel } from '../lib/any-model.js';
import { whenBackgroundTasksEnd } from '../lib/background.js';
import { createDiskStorage } from '../media/disk-storage.js';
import { imageSchema, textPictureSchema } from '../media/image.schema.js';
import type { ImageStorage } from '../media/image-storage.js';
import { MediaModel } from '../media/media.model.js';
import { OWNER_KEY, requireOwnStorage } from '../media/storage-owner.js';
import { MigrationModel } from '../migrations/migration.model.js';
import { findMigrationBlocker } from '../migrations/run-migrations.js';
import { SubscriptionModel } from '../newsletter/newsletter.model.js';
import { CommentModel } from '../post/comment.model.js';
import { DeletedPostModel } from '../post/deleted-post.model.js';
import { PostModel } from '../post/post.model.js';
import { repairCounts } from '../post/post-counts.js';
import { BookmarkModel, LikeModel } from '../post/reaction.model.js';
import { RevisionModel } from '../post/revision.model.js';
import { storyRecords } from '../post/story-records.js';
import { createIndexSync } from '../search/index-sync.js';
import { parseDocument, RAW, type RawDocument, serializeDocument } from './archive-format.js';
import { BACKED_UP_MODELS, EXCLUDED_MODELS, PICTURE_FIELDS } from './archived-models.js';
import { createBackup } from './backup.js';
import { collectDocuments } from './collect-documents.js';
import { requirePepper } from './pepper.js';
import { readArchive } from './read-archive.js';
import { restoreBackup } from './restore.js';

const folder = path.join(tmpdir(), `safarnama-backup-${randomUUID()}`);
const FORMAT_1 = fileURLToPath(new URL('../../test/fixtures/backup-format-1.tar', import.meta.url));
/** SHA-256 of the picture in that archive. */
const FORMAT_1_PICTURE = 'd0eaded28941857011492ae6f840b0f8f02da1495ee2537476b3b82677d43c8a';

useDatabase();
const app = useApp({ env: { DATA_DIR: folder } });
let storage: ImageStorage;
let file = '';
beforeAll(async () => {
  storage = await createDiskStorage(path.join(folder, 'media'));
});
beforeEach(async () => {
  // Removes the pictures of earlier tests; the next line creates the folder again.
  await rm(path.join(folder, 'media'), { recursive: true, force: true });
  storage = await createDiskStorage(path.join(folder, 'media'));
  file = path.join(folder, randomUUID(), 'site.tar');
  await mkdir(path.dirname(file), { recursive: true });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const save = (options: { force?: boolean; signal?: AbortSignal; passwordPepper?: string } = {}) =>
  createBackup({
    file,
    storage,
    force: false,
    product: '0.0.0',
    passwordPepper: TEST_SECRETS.passwordPepper,
    ...options,
  });

function restore(options: { replace?: boolean; passwordPepper?: string | null; signal?: AbortSignal } = {}) {
  const { replace = true, passwordPepper = TEST_SECRETS.passwordPepper, signal } = options;
  return restoreBackup({
    file,
    storage,
    replace,
    settings: { dataDir: path.join(path.dirname(file), 'data'), passwordPepper },
    ...(signal ? { signal } : {}),
  });
}

/** Creates a small site with documents of each kind that matters here. */
async function createSite() {
  // The product stores the pepper check when it starts.
  await storePepperCheck(TEST_SECRETS.passwordPepper);
  const [asha, ravi] = await Promise.all([signIn(app), signIn(app)]);
  const post = await createPost(asha, { blogImage: PNG_DATA_URL, blogTitle: 'घाट पर सुबह' });
  await sendMessage(ravi, asha.user._id, { text: 'वहाँ कैसे पहुँचे?', image: PNG_DATA_URL });
  await ravi.agent.put(`/api/post/${post._id}/like`).expect(200);
  // A notification stored after the backup would make the restored database differ.
  await whenBackgroundTasksEnd();
  return { asha, ravi, post };
}

/** Serializes all documents, to compare the database before and after. */
async function serializeDatabase(): Promise<string[]> {
  await whenBackgroundTasksEnd();
  const lines: string[] = [];
  for (const model of [...BACKED_UP_MODELS, ...EXCLUDED_MODELS]) {
    for (const document of await model.collection.find({}, RAW).sort({ _id: 1 }).toArray()) {
      lines.push(`${model.collection.name} ${serializeDocument(document)}`);
    }
  }
  return lines;
}

interface TarEntry {
  header: Pick<tar.Header, 'name'> & Partial<tar.Header>;
  bytes: Buffer;
}

/** Replaces the archive by one with changed entries. */
async function rewriteArchive(change: (entries: TarEntry[]) => TarEntry[]): Promise<void> {
  const extract = tar.extract();
  extract.end(await readFile(file));
  const entries: TarEntry[] = [];
  for await (const entry of extract) {
    const chunks: Buffer[] = [];
    for await (const chunk of entry) chunks.push(chunk as Buffer);
    const { name, type, mode } = entry.header;
    entries.push({ header: { name, type, mode }, bytes: Buffer.concat(chunks) });
  }
  const pack = tar.pack();
  for (const { header, bytes } of change(entries)) pack.entry(header, bytes);
  pack.finalize();
  const chunks: Buffer[] = [];
  for await (const chunk of pack) chunks.push(chunk as Buffer);
  await writeFile(file, Buffer.concat(chunks));
}

/** Changes one JSON entry of the archive. */
const rewriteJson = (name: string, change: (value: Record<string, unknown>) => object) =>
  rewriteArchive((entries) =>
    entries.map((entry) =>
      entry.header.name === name
        ? { ...entry, bytes: Buffer.from(JSON.stringify(change(JSON.parse(entry.bytes.toString())))) }
        : entry,
    ),
  );

async function flipByteInEntry(name: RegExp): Promise<void> {
  await rewriteArchive((entries) =>
    entries.map((entry) => {
      if (!name.test(entry.header.name)) return entry;
      const bytes = Buffer.from(entry.bytes);
      const middle = bytes.length >> 1;
      bytes[middle] = (bytes[middle] ?? 0) ^ 1;
      return { ...entry, bytes };
    }),
  );
}

describe('archived models', () => {
  it('every model: is archived or excluded explicitly', () => {
    const archived = [...BACKED_UP_MODELS, ...EXCLUDED_MODELS].map(({ modelName }) => modelName);

    expect(Object.keys(mongoose.models).sort()).toEqual([...archived].sort());
  });

  it('every field with a picture: is listed in PICTURE_FIELDS', () => {
    const found = BACKED_UP_MODELS.flatMap((model) =>
      Object.entries<SchemaType>(model.schema.paths)
        .filter(([, { schema }]) => schema === imageSchema || schema === textPictureSchema)
        .map(([field]) => [model.modelName, field]),
    );

    expect(found.sort()).toEqual(
      [...PICTURE_FIELDS]
        .flatMap(([model, fields]) => fields.map((field) => [model.modelName, field]))
        .sort(),
    );
  });
});

describe('createBackup', () => {
  it('followed by a restore: preserves the values and types of every document and the bytes of every picture', async () => {
    const { asha, ravi, post } = await createSite();
    const comment = { text: 'बहुत सुंदर!', clientCommentId: randomUUID() };
    const comments = `/api/post/${post._id}/comments`;
    const { body: commented } = await ravi.agent.post(comments).send(comment).expect(201);
    const { Binary, Decimal128, Double, Int32, Long, ObjectId } = mongoose.mongo.BSON;
    await SubscriptionModel.collection.insertOne({
      _id: new ObjectId(),
      email: 'line\u2028separator\n"quoted"',
      emailKey: 'types',
      many: [new Int32(5), new Double(5), new Double(-0), Long.fromString('9007199254740993'), null, true],
      other: {
        decimal: Decimal128.fromString('1.10'),
        bytes: new Binary(Buffer.from([0, 255])),
        at: new Date(0),
      },
    });
    // A former version with a picture, and a revision whose change of the story was interrupted.
    const changed = { blogTitle: 'x', blogContent: 'y', blogLocation: '' };
    await asha.agent.put(`/api/post/update-post/${post._id}`).send(changed).expect(200);
    const former = await RevisionModel.findOne({}).lean();
    const interrupted = await RevisionModel.create({
      ...former,
      _id: new ObjectId(),
      number: 2,
      blogImage: null,
    });
    const before = await serializeDatabase();
    const pictures = await readdir(path.join(folder, 'media'), { recursive: true });

    const { manifest, missingPictures } = await save();
    await rm(path.join(folder, 'media'), { recursive: true });
    storage = await createDiskStorage(path.join(folder, 'media'));
    await restore();

    const isSessionLine = (line: string) => line.startsWith('sessions ');
    expect((await serializeDatabase()).filter((line) => !line.startsWith('migrations '))).toEqual(
      before.filter((line) => !isSessionLine(line) && !line.includes(interrupted._id.toHexString())),
    );
    expect(before.filter(isSessionLine)).toHaveLength(2);
    expect((await readdir(path.join(folder, 'media'), { recursive: true })).sort()).toEqual(pictures.sort());
    expect(missingPictures).toBe(0);
    expect(manifest.collections['posts']).toMatchObject({ documents: 1 });
    const agent = app.agent();
    await agent.post('/api/auth/login').send({ email: asha.user.email, password: asha.password }).expect(200);
    await agent.get(post.blogImage).expect(200);
    const { body: version } = await agent.get(`/api/post/${post._id}/revisions/1`).expect(200);
    expect(version.revision).toMatchObject({ blogTitle: post.blogTitle, missingPictures: [] });
    await agent.get(version.revision.blogImage).expect(200);
    // The restore creates the indexes of the models.
    const like = { userId: ravi.user._id, postId: post._id };
    await expect(LikeModel.create(like)).rejects.toMatchObject({ code: 11000 });
    // A repeated comment is still recognized by its client id.
    const commenter = app.agent();
    await commenter
      .post('/api/auth/login')
      .send({ email: ravi.user.email, password: ravi.password })
      .expect(200);
    expect((await commenter.post(comments).send(comment).expect(200)).body).toEqual(commented);
    const copy = { postId: post._id, authorId: ravi.user._id, text: 'x' };
    const clientKey = `${ravi.user._id}:${comment.clientCommentId}`;
    await expect(CommentModel.create({ ...copy, clientKey })).rejects.toMatchObject({ code: 11000 });
  });

  it('with one picture in several texts: restores the picture and its references', async () => {
    const author = await signIn(app);
    const key = await uploadPicture(app, author);
    const blogHtml = `<p>भोर</p><figure><img src="/media/${key}" alt="Ghat" width="4" height="3"></figure>`;
    const post = await createPost(author, { blogHtml });
    const { blogTitle, blogLocation } = post;
    await author.agent
      .put(`/api/post/update-post/${post._id}`)
      .send({ blogTitle, blogLocation, blogHtml: '<p>x</p>' });
    await createPost(author, { blogHtml });
    await author.agent.put(`/api/drafts/${randomUUID()}`).send({ blogHtml }).expect(200);

    const { missingPictures } = await save();
    await restore();

    expect(missingPictures).toBe(0);
    const agent = app.agent();
    await agent
      .post('/api/auth/login')
      .send({ email: author.user.email, password: author.password })
      .expect(200);
    await agent.get(`/media/${key}`).expect(200);
    const { body } = await agent.get(`/api/post/${post._id}/revisions/1`).expect(200);
    expect(body.revision).toMatchObject({ blogHtml, pictures: post.pictures, missingPictures: [] });
  });

  it('to an existing file: is rejected, or with force replaces it, and leaves only that file, readable by its owner', async () => {
    await createSite();
    await writeFile(file, 'precious');

    await expect(save()).rejects.toThrow(`${file} already exists. Choose another name, or add --force`);
    expect(await readFile(file, 'utf8')).toBe('precious');
    await save({ force: true });
    const manifest = await readArchive(file);

    expect(manifest.collections['users']?.documents).toBe(2);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await readdir(path.dirname(file))).toEqual(['site.tar']);
  });

  it('stopped midway, or with a missing folder: leaves no file', async () => {
    await createSite();
    const stopping = new AbortController();
    const { read } = storage;
    let folderContents: string[] = [];
    storage.read = async (key) => {
      folderContents = await readdir(path.dirname(file));
      stopping.abort();
      return read(key);
    };

    await expect(save({ signal: stopping.signal })).rejects.toThrow('aborted');
    expect(folderContents).toEqual([`.site.tar.partial-${process.pid}`]);
    expect(await readdir(path.dirname(file))).toEqual([]);
    file = path.join(path.dirname(file), 'nowhere', 'site.tar');
    await expect(save()).rejects.toThrow(/nowhere does not exist\. Create it first/);
  });

  it('after a killed run with the same process id, as in a container: removes its folder and saves the site', async () => {
    const leftover = path.join(path.dirname(file), `.site.tar.partial-${process.pid}`);
    await mkdir(leftover);
    await writeFile(path.join(leftover, 'users.jsonl.gz'), 'half');

    await save();

    expect(await readdir(path.dirname(file))).toEqual(['site.tar']);
  });

  it('after a killed run with another target: removes its folder once nothing was written there for long', async () => {
    const [old, running] = ['.site-1.tar.partial-', '.site-2.tar.partial-'].map((prefix) =>
      path.join(path.dirname(file), `${prefix}${process.pid}`),
    ) as [string, string];
    for (const folder of [old, running]) {
      await mkdir(folder);
      await writeFile(path.join(folder, 'users.jsonl.gz'), 'half');
    }
    const yesterday = new Date(Date.now() - 24 * 3_600_000);
    for (const each of [path.join(old, 'users.jsonl.gz'), old]) await utimes(each, yesterday, yesterday);

    await save();

    expect(await readdir(path.dirname(file))).toEqual([path.basename(running), 'site.tar']);
  });

  it('followed by a restore: a new search index contains the published story but not the deleted one', async () => {
    const author = await signIn(app);
    const post = await createPost(author, { blogTitle: 'Lamps' });
    const deleted = await createPost(author, { blogTitle: 'Boats' });
    await author.agent.delete(`/api/post/delete-post/${deleted._id}`).expect(200);

    await save();
    await restore();

    const index = await createIndexSync(storyRecords).current();
    expect(index.ids()).toEqual([post._id]);
    expect(index.vocabulary().numberOf('lamps')).toBeDefined();
  });

  it('with an unpublished and a deleted story: restores the unpublished one, whose draft publishes it again', async () => {
    const { asha, ravi, post } = await createSite();
    const { body } = await asha.agent.post(`/api/post/${post._id}/unpublish`).expect(200);
    const deleted = await createPost(asha);
    await asha.agent.delete(`/api/post/delete-post/${deleted._id}`).expect(200);

    await save();
    await restore();

    expect((await DeletedPostModel.find().lean()).map(({ _id }) => _id.toHexString())).toEqual([post._id]);
    expect(await LikeModel.countDocuments()).toBe(1);
    const again = await signInAgain(app, asha);
    const response = await again.agent
      .post('/api/post/create-post')
      .send({ blogTitle: post.blogTitle, blogHtml: post.blogHtml, draftKey: body.draft.key });
    expect([response.status, response.body.post._id, response.body.post.likeCount]).toEqual([
      201,
      post._id,
      post.likeCount + 1,
    ]);
    const reader = await signInAgain(app, ravi);
    expect((await reader.agent.get(response.body.post.blogImage)).status).toBe(200);
  });

  it('with many drafts of an unpublished story: has them all, and reads at most 100 at a time', async () => {
    const { asha, post } = await createSite();
    await asha.agent.post(`/api/post/${post._id}/unpublish`).expect(200);
    const draft = await DraftModel.findOne().lean();
    await insertInBatches(
      (part) => DraftModel.collection.insertMany(part),
      Array.from({ length: 250 }, () => ({
        ...draft,
        _id: new mongoose.Types.ObjectId(),
        key: randomUUID(),
      })),
    );
    const toArray = vi.spyOn(mongoose.mongo.FindCursor.prototype, 'toArray');
    onTestFinished(() => toArray.mockRestore());
    let drafts = 0;

    await collectDocuments({
      async write(model) {
        if (model === DraftModel) drafts += 1;
      },
    });

    const lengths = await Promise.all(toArray.mock.results.map(async ({ value }) => (await value).length));
    expect(drafts).toBe(251);
    expect(Math.max(...lengths)).toBeLessThanOrEqual(100);
  });

  it('with an unpublished story that is published again during the backup: includes it once, with its draft', async () => {
    const { asha, post } = await createSite();
    const { body } = await asha.agent.post(`/api/post/${post._id}/unpublish`).expect(200);
    const input = { blogTitle: post.blogTitle, blogHtml: post.blogHtml, draftKey: body.draft.key };
    const written: [string, unknown][] = [];

    await collectDocuments({
      async write(model, { _id, postId }) {
        written.push([model.modelName, String(model === DraftModel ? postId : _id)]);
        if (model === DeletedPostModel)
          await asha.agent.post('/api/post/create-post').send(input).expect(201);
      },
    });

    expect(await DraftModel.countDocuments()).toBe(0);
    const stories = written.filter(([name]) => ['Post', 'DeletedPost', 'Draft'].includes(name));
    expect(stories).toEqual([
      ['Draft', post._id],
      ['DeletedPost', post._id],
    ]);
  });

  describe('while an author works on what was saved before the backup began', () => {
    /** Collects the documents, and runs an action once, just before the first of these documents is written. */
    async function collect(
      before: (model: AnyModel, document: RawDocument) => boolean,
      action: () => Promise<unknown>,
    ): Promise<[string, RawDocument][]> {
      const written: [string, RawDocument][] = [];
      let isDone = false;
      await collectDocuments({
        async write(model, document) {
          const isFirst = !isDone && before(model, document);
          if (isFirst) {
            isDone = true;
            await action();
          }
          written.push([model.modelName, document]);
        },
      });
      expect(isDone).toBe(true);
      return written;
    }
    const findTexts = (written: readonly [string, RawDocument][], ...models: string[]) =>
      written.flatMap(([name, { blogHtml }]) => (models.includes(name) ? [String(blogHtml)] : []));

    it.each([
      ['a story', PostModel],
      ['a draft', DraftModel],
    ] as const)(
      'when a draft is published just before %s is written: includes its text',
      async (_name, at) => {
        const { ravi } = await createSite();
        const key = randomUUID();
        const draft = { blogTitle: 'पहाड़', blogHtml: '<p>बर्फ़</p>', blogLocation: '' };
        await signIn(app).then(({ agent }) =>
          agent.put(`/api/drafts/${randomUUID()}`).send(draft).expect(200),
        );
        await ravi.agent
          .put(`/api/drafts/${key}`)
          .send({ ...draft, blogHtml: '<p>धूप</p>' })
          .expect(200);
        const story = { ...draft, blogHtml: '<p>धूप</p>', draftKey: key, draftVersion: 1 };

        const written = await collect(
          (model) => model === at,
          () => ravi.agent.post('/api/post/create-post').send(story).expect(201),
        );

        expect(await DraftModel.exists({ key })).toBeNull();
        expect(findTexts(written, 'Draft', 'Post')).toContain('<p>धूप</p>');
      },
    );

    it('when an edit is applied just after its story was read: includes the text of the edit', async () => {
      const { asha, post } = await createSite();
      const { blogTitle, blogLocation } = post;
      const edit = { blogTitle, blogLocation, blogHtml: '<p>बदला हुआ</p>' };
      const draftKey = randomUUID();
      await asha.agent
        .put(`/api/drafts/${draftKey}`)
        .send({ ...edit, postId: post._id })
        .expect(200);

      const written = await collect(
        (model) => model === PostModel,
        () =>
          asha.agent
            .put(`/api/post/update-post/${post._id}`)
            .send({ ...edit, draftKey, draftVersion: 1 })
            .expect(200),
      );

      expect(await DraftModel.countDocuments()).toBe(0);
      expect(findTexts(written, 'Draft', 'Post')).toContain('<p>बदला हुआ</p>');
    });

    it.each(['deleted', 'unpublished'] as const)(
      'when a story is %s before it is read, and shown again later: includes it once, as published',
      async (state) => {
        const { asha, ravi, post } = await createSite();
        const other = await createPost(ravi);
        const { blogTitle, blogLocation, blogHtml } = post;
        const change = { blogTitle, blogLocation, blogHtml: '<p>२</p>' };
        await ravi.agent.put(`/api/post/update-post/${other._id}`).send(change).expect(200);
        let draftKey: string | undefined;
        const hide = async () => {
          if (state === 'deleted') {
            await asha.agent.delete(`/api/post/delete-post/${post._id}`).expect(200);
            return;
          }
          const { body } = await asha.agent.post(`/api/post/${post._id}/unpublish`).expect(200);
          draftKey = body.draft.key;
        };
        const show = () =>
          state === 'deleted'
            ? asha.agent.post(`/api/post/${post._id}/undelete`).expect(200)
            : asha.agent.post('/api/post/create-post').send({ blogTitle, blogHtml, draftKey }).expect(201);
        const find = PostModel.collection.find.bind(PostModel.collection);
        const spy = vi.spyOn(PostModel.collection, 'find').mockImplementation(((
          filter: { _id?: { $in: mongoose.Types.ObjectId[] } },
          options: object,
        ) => {
          const cursor = find(filter, options);
          if (!filter._id?.$in.some((id) => id.equals(post._id))) return cursor;
          spy.mockRestore();
          const toArray = cursor.toArray.bind(cursor);
          cursor.toArray = async () => {
            await hide();
            return toArray();
          };
          return cursor;
        }) as never);
        onTestFinished(() => spy.mockRestore());

        const written = await collect((model) => model === RevisionModel, show);

        const stories = written.filter(([name]) => ['Post', 'DeletedPost'].includes(name));
        expect(stories.map(([, { _id }]) => String(_id)).sort()).toEqual([post._id, other._id].sort());
        const [name, story] = stories.find(([, { _id }]) => String(_id) === post._id) ?? [];
        expect([name, story?.deletedAt, story?.unpublishedAt]).toEqual(['Post', undefined, undefined]);
        expect(written.filter(([model]) => model === 'Like')).toHaveLength(1);
        const media = written.find(
          ([model, { kind, recordId }]) => model === 'Media' && kind === 'post' && recordId === post._id,
        );
        expect(media?.[1].viewers).toBeUndefined();
      },
    );
  });

  it.each([
    ['deleted', false],
    ['published again', true],
  ] as const)(
    'with a story that is %s before its picture is read: saves the picture as visible as the story',
    async (_name, isUnpublished) => {
      const { asha, post } = await createSite();
      const unpublish = async () =>
        (await asha.agent.post(`/api/post/${post._id}/unpublish`).expect(200)).body.draft.key;
      const draftKey = isUnpublished ? await unpublish() : undefined;
      const input = { blogTitle: post.blogTitle, blogHtml: post.blogHtml, draftKey };
      const move = () =>
        isUnpublished
          ? asha.agent.post('/api/post/create-post').send(input).expect(201)
          : asha.agent.delete(`/api/post/delete-post/${post._id}`).expect(200);
      const find = MediaModel.collection.find.bind(MediaModel.collection);
      const spy = vi.spyOn(MediaModel.collection, 'find').mockImplementation(((
        filter: { key?: { $in?: string[] } },
        options: object,
      ) => ({
        async toArray() {
          if (filter.key?.$in?.some((key) => post.blogImage.endsWith(key))) {
            spy.mockRestore();
            await move();
          }
          return find(filter, options).toArray();
        },
      })) as never);
      onTestFinished(() => spy.mockRestore());
      const viewers: unknown[] = [];

      await collectDocuments({
        async write(model, document) {
          if (model === MediaModel && document.kind === 'post') viewers.push(document.viewers);
        },
      });

      expect(viewers).toEqual([isUnpublished ? [] : undefined]);
    },
  );

  it('with a wrong counter and a like of a deleted story: saves the correct state', async () => {
    const { ravi, post } = await createSite();
    await PostModel.updateOne({ _id: post._id }, { $set: { likes: 40 } });
    await LikeModel.create({ userId: ravi.user._id, postId: new mongoose.Types.ObjectId() });

    await save();
    await restore();

    expect(await LikeModel.countDocuments()).toBe(1);
    expect(await PostModel.findById(post._id).lean()).toMatchObject({ likes: 1 });
  });

  it('with a like that is added between reading a story and its likes: has it in the list of most liked stories once its counters are repaired', async () => {
    const { post } = await createSite();
    // What the backup reads first: the story as it was before the like.
    const beforeLike = { likes: 0, monthLikes: 0, monthLikesUntil: null };
    await PostModel.updateOne({ _id: post._id }, { $set: beforeLike });

    await save();
    await restore();
    await repairCounts();

    const restored = await PostModel.findById(post._id).lean();
    expect(restored).toMatchObject({ likes: 1, monthLikes: 1, monthLikesUntil: expect.any(Date) });
  });

  it('with a comment and a bookmark that a cursor returns twice, because they change while it reads: includes each once', async () => {
    const { ravi, post } = await createSite();
    const postId = new mongoose.Types.ObjectId(post._id);
    const createRow = () => ({ _id: new mongoose.Types.ObjectId(), postId });
    const comment = createRow();
    const bookmark = { ...createRow(), userId: new mongoose.Types.ObjectId(ravi.user._id) };
    // A deleted comment, and a bookmark that was removed and added again.
    const rows = [
      [CommentModel, [comment, { ...comment, deletedAt: new Date() }]],
      [BookmarkModel, [bookmark, { ...bookmark, ...createRow() }]],
    ] as const;
    for (const [model, found] of rows) {
      // The cast is safe: the cursor is only iterated.
      const find = vi.spyOn(model.collection, 'find').mockReturnValueOnce(found as never);
      onTestFinished(() => find.mockRestore());
    }
    const written: [string, RawDocument][] = [];

    await collectDocuments({ write: async (model, row) => void written.push([model.modelName, row]) });

    expect(written.filter(([name]) => name === 'Comment' || name === 'Bookmark')).toEqual([
      ['Comment', comment],
      ['Bookmark', bookmark],
    ]);
    expect(Number(written.find(([name]) => name === 'Post')?.[1].comments)).toBe(1);
  });

  it('with the storage of another site, or without pictures: saves nothing', async () => {
    await createSite();
    await requireOwnStorage(storage);
    storage = await createDiskStorage(path.join(path.dirname(file), 'media'));

    await expect(save()).rejects.toThrow('Set DATA_DIR or STORAGE_URL as for the product');
    await storage.write(OWNER_KEY, Buffer.from(randomUUID()));
    await expect(save()).rejects.toThrow('Set DATA_DIR or STORAGE_URL as for the product');

    expect(await readdir(path.dirname(file))).toEqual(['media']);
  });

  it('with a lost picture: saves the rest and counts the missing picture', async () => {
    await createSite();
    await requireOwnStorage(storage);
    // The storage key of a file consists of the file id of its blob and a width.
    const blobs = await mongoose.connection.collection('blobs').find().toArray();
    for (const blob of blobs)
      await storage.remove(`${blob.fileId.slice(0, 2)}/${blob.fileId}-${blob.widths[0]}.webp`);

    const { missingPictures, manifest } = await save();

    expect(missingPictures).toBe(1);
    expect(manifest.pictures.files).toBe(0);
    expect(await readArchive(file)).toEqual(manifest);
  });
});

describe('restoreBackup with an unusable archive', () => {
  let whole = '';
  beforeAll(async () => {
    await createSite();
    file = path.join(folder, 'whole.tar');
    await save();
    whole = file;
    await Promise.all(Object.values(mongoose.models).map((model) => model.deleteMany({})));
  });

  it.each([
    ['truncated in its pictures', async () => writeFile(file, (await readFile(file)).subarray(0, -4_000))],
    ['truncated in its documents', async () => writeFile(file, (await readFile(file)).subarray(0, 3_000))],
    ['truncated between two entries', () => rewriteArchive((entries) => entries.slice(0, -1))],
    ['with a changed byte in its documents', () => flipByteInEntry(/messages/)],
    ['with a changed byte in a picture', () => flipByteInEntry(/webp$/)],
    ['with a changed pepper', () => flipByteInEntry(/pepper/)],
    [
      'without one of its collections',
      () => rewriteArchive((all) => all.filter(({ header }) => !/users/.test(header.name))),
    ],
    [
      'with a path outside the archive',
      () =>
        rewriteArchive(([head, ...rest]) =>
          [head, { header: { name: 'pictures/../../evil.webp' }, bytes: Buffer.from('x') }, ...rest].flatMap(
            (entry) => entry ?? [],
          ),
        ),
    ],
    [
      'with a symbolic link',
      () =>
        rewriteArchive(([head, ...rest]) =>
          [
            head,
            {
              header: { name: 'pictures/link', type: 'symlink', linkname: '/etc/passwd' } as const,
              bytes: Buffer.alloc(0),
            },
            ...rest,
          ].flatMap((entry) => entry ?? []),
        ),
    ],
    ['that is not a tar file', () => writeFile(file, 'blogTitle,blogContent\n'.repeat(100))],
    ['with no content', () => writeFile(file, '')],
    [
      'that contains only other files',
      () => rewriteArchive(() => [{ header: { name: 'readme.txt' }, bytes: Buffer.from('hello') }]),
    ],
    ['of a newer format', () => rewriteJson('safarnama-backup.json', (head) => ({ ...head, format: 2 }))],
    [
      'of a newer version of the data',
      () => rewriteJson('manifest.json', (all) => ({ ...all, migrations: ['999-to-come'] })),
    ],
  ])('%s: rejects it and changes nothing', async (_, damage) => {
    await cp(whole, file);
    await SubscriptionModel.create({ email: 'asha@example.com', emailKey: 'asha@example.com' });
    await damage();
    const before = await serializeDatabase();

    await expect(restore()).rejects.toMatchObject({
      name: 'BackupError',
      message: expect.stringContaining(file),
    });
    expect(await serializeDatabase()).toEqual(before);
  });
});

describe('a pepper whose file was truncated', () => {
  const TRUNCATED = [
    ['', 'nothing left'],
    [TEST_SECRETS.passwordPepper.slice(0, 20), 'the first 20 characters left'],
  ] as const;

  it.each(TRUNCATED)('%j (%s), before a backup: is rejected', async (pepper) => {
    const dataDir = path.join(path.dirname(file), 'data');
    await mkdir(path.join(dataDir, 'secrets'), { recursive: true });
    await writeFile(path.join(dataDir, 'secrets', 'password-pepper'), pepper);

    expect(() => requirePepper({ dataDir, passwordPepper: null })).toThrow(
      /password-pepper contains no valid secret/,
    );
  });

  it.each(TRUNCATED)('%j (%s), in an archive: is rejected by verify and restore', async (passwordPepper) => {
    await createSite();
    await save({ passwordPepper });
    const before = await serializeDatabase();

    await expect(readArchive(file)).rejects.toThrow(/its secrets\/password-pepper is not a valid secret/);
    await expect(restore({ passwordPepper: null })).rejects.toThrow(/not a valid secret/);
    expect(await serializeDatabase()).toEqual(before);
  });
});

describe('restoreBackup', () => {
  it('into a database that is not empty, without replace: is rejected', async () => {
    await createSite();
    await save();
    const before = await serializeDatabase();

    await expect(restore({ replace: false })).rejects.toThrow(
      /not empty \(1 posts, 1 likes, .*Add --replace/,
    );
    expect(await serializeDatabase()).toEqual(before);
  });

  it('with another pepper set: is rejected; with none: writes the pepper where the product reads it', async () => {
    await createSite();
    await save();
    const secrets = path.join(path.dirname(file), 'data', 'secrets');

    await expect(restore({ passwordPepper: `other-${TEST_SECRETS.passwordPepper}` })).rejects.toThrow(
      /PASSWORD_PEPPER differs from the value in this backup/,
    );
    await mkdir(secrets, { recursive: true });
    await writeFile(path.join(secrets, 'password-pepper'), 'of an empty site');
    await restore({ passwordPepper: null });

    expect(await readFile(path.join(secrets, 'password-pepper'), 'utf8')).toBe(TEST_SECRETS.passwordPepper);
    expect(await readFile(path.join(secrets, 'password-pepper.before-restore'), 'utf8')).toBe(
      'of an empty site',
    );
  });

  it('with a data folder that cannot be written: is rejected, and changes nothing', async () => {
    await createSite();
    await save();
    const before = await serializeDatabase();
    await mkdir(path.join(path.dirname(file), 'data'), { recursive: true });
    await writeFile(path.join(path.dirname(file), 'data', 'secrets'), 'a file in its place');

    await expect(restore({ passwordPepper: null })).rejects.toThrow('The pepper cannot be written');
    expect(await serializeDatabase()).toEqual(before);
  });

  it('into the database that owns the storage: does not change the owner', async () => {
    await createSite();
    await save();
    await requireOwnStorage(storage);

    await restore();

    await expect(requireOwnStorage(storage)).resolves.toBeUndefined();
  });

  it('with a collection that cannot be dropped: fails and blocks the start of the product; succeeds when repeated', async () => {
    await createSite();
    await save();
    const drop = vi.spyOn(SessionModel.collection, 'drop').mockRejectedValueOnce(new Error('not authorized'));

    await expect(restore()).rejects.toThrow('not authorized');
    expect(await findMigrationBlocker()).toContain('A restore of this database was interrupted');

    drop.mockRestore();
    await restore();
    expect(await SessionModel.countDocuments()).toBe(0);
  });

  it('stopped midway: blocks the start of the product, and completes when repeated', async () => {
    await createSite();
    await save();
    const before = (await serializeDatabase()).filter((line) => !line.startsWith('sessions '));
    const stopping = new AbortController();
    const { write } = storage;
    storage.write = async (...args) => {
      await write(...args);
      stopping.abort();
    };

    await expect(restore({ signal: stopping.signal })).rejects.toThrow('aborted');
    const blocker = await findMigrationBlocker();
    storage.write = write;
    await restore({ replace: false });

    expect(blocker).toContain('A restore of this database was interrupted');
    expect(await findMigrationBlocker()).toBeNull();
    expect((await serializeDatabase()).filter((line) => !line.startsWith('migrations '))).toEqual(before);
    expect(await MigrationModel.countDocuments()).toBe(0);
  });

  it('with an archive of format 1: restores users, story, conversation and picture', async () => {
    await cp(FORMAT_1, file);

    const manifest = await restore();

    expect(manifest).toMatchObject({ format: 1, pictures: { files: 1 } });
    const agent = app.agent();
    await agent
      .post('/api/auth/login')
      .send({ email: 'asha@example.com', password: 'monsoon-kochi-7' })
      .expect(200);
    const { body: found } = await agent.get(`/api/post/getposts`).expect(200);
    expect(found.posts).toMatchObject([{ blogTitle: 'घाट पर सुबह', likeCount: 7, commentCount: 1 }]);
    const picture = await agent.get(found.posts[0].blogImage).expect(200);
    expect(createHash('sha256').update(picture.body).digest('hex')).toBe(FORMAT_1_PICTURE);
    const { body: contacts } = await agent.get('/api/message/get-all-users').expect(200);
    expect(contacts).toMatchObject([{ fullName: 'Ravi Kumar', unreadCount: 1 }]);
  });
});

describe('serializeDocument and parseDocument', () => {
  it('in a round trip: keep every value and type', () => {
    const line = serializeDocument({
      _id: new mongoose.mongo.BSON.ObjectId(),
      text: 'ज़ी\u2028',
      n: new mongoose.mongo.BSON.Double(1),
    });

    expect(serializeDocument(parseDocument(line))).toBe(line);
    expect(line.trimEnd()).not.toContain('\n');
  });
});
