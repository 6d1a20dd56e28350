import { describe, expect, it } from 'vitest';
import { useApp } from '../test/app.js';
import { buildPostInput, buildSignup, createPost, sendMessage } from '../test/factories.js';
import { useDatabase } from '../test/mongo.js';
import { buildPicture, toDataUrl } from '../test/pictures.js';
import { signIn } from '../test/sign-in.js';
import { DraftModel } from './draft/draft.model.js';
import { BlobModel, MediaModel } from './media/media.model.js';
import { MessageModel } from './message/message.model.js';
import { PostModel } from './post/post.model.js';
import { RevisionModel } from './post/revision.model.js';
import { UserModel } from './user/user.model.js';

useDatabase();
const app = useApp();

const DAY_MS = 24 * 60 * 60 * 1000;
/** A time at which all pictures are old enough for a sweep to remove them. */
const inTwoDays = () => new Date(Date.now() + 2 * DAY_MS);

describe('Reliability 9: services.sweepMedia', () => {
  /** Creates one record of each kind, each with its own picture. */
  async function createPictures() {
    // Removes files of earlier tests.
    await app.server.services.sweepMedia(inTwoDays());
    const [asha, ravi] = [await signIn(app), await signIn(app)];
    const pictures = await Promise.all(
      ['#d98e04', '#2e3a87', '#a23b2a', '#317a4c', '#8f1d5c'].map(async (colour) =>
        toDataUrl(await buildPicture(40, 30, colour).png().toBuffer()),
      ),
    );
    const [postPicture = '', draftPicture = '', profilePicture = '', messagePicture = ''] = pictures;
    const revisionPicture = pictures[4] ?? '';
    const { _id } = await createPost(asha, { blogImage: revisionPicture });
    const changed = await asha.agent
      .put(`/api/post/update-post/${_id}`)
      .send(buildPostInput({ blogImage: postPicture }));
    const former = await asha.agent.get(`/api/post/${_id}/revisions/1`);
    const draft = await asha.agent.put(`/api/drafts/${crypto.randomUUID()}`).send({
      blogTitle: 'खाका',
      blogHtml: '',
      blogImage: draftPicture,
      blogLocation: '',
      version: 0,
    });
    const user = await asha.agent
      .put('/api/auth/update-profile')
      .send({ fullName: buildSignup().fullName, password: '', profilePic: profilePicture });
    const message = await sendMessage(asha, ravi.user._id, { text: '', image: messagePicture });
    const imageUrls: string[] = [
      changed.body.post.blogImage,
      former.body.revision.blogImage,
      draft.body.draft.blogImage,
      user.body.profilePic,
      message.image,
    ];
    return { asha, imageUrls };
  }

  it('with records of every kind: keeps their pictures', async () => {
    const { asha, imageUrls } = await createPictures();

    const sweepResult = await app.server.services.sweepMedia(inTwoDays());

    expect(sweepResult).toEqual({ media: 0, blobs: 0, files: 0, uploads: 0 });
    for (const imageUrl of imageUrls) expect((await asha.agent.get(imageUrl)).status).toBe(200);
  });

  it('with pictures that no record refers to: removes media, blobs and files', async () => {
    const { asha, imageUrls } = await createPictures();
    await Promise.all(
      [PostModel, RevisionModel, DraftModel, MessageModel].map((model) => model.collection.deleteMany({})),
    );
    await UserModel.updateMany({}, { $set: { profilePic: null } });

    const sweepResult = await app.server.services.sweepMedia(inTwoDays());

    expect(sweepResult).toEqual({ media: 5, blobs: 5, files: 5, uploads: 0 });
    expect(await MediaModel.countDocuments()).toBe(0);
    expect(await BlobModel.countDocuments()).toBe(0);
    for (const imageUrl of imageUrls) expect((await asha.agent.get(imageUrl)).status).toBe(404);
  });

  it('with recent pictures: keeps them, because their records may not be stored yet', async () => {
    const { imageUrls } = await createPictures();
    await PostModel.deleteMany({});

    const sweepResult = await app.server.services.sweepMedia(new Date());

    expect(sweepResult).toEqual({ media: 0, blobs: 0, files: 0, uploads: 0 });
    expect(await MediaModel.countDocuments()).toBe(imageUrls.length);
  });
});
