import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { useApp } from '../../test/app.js';
import { buildPostInput, createPost, PNG_DATA_URL, saveDraft, updatePost } from '../../test/factories.js';
import { useDatabase } from '../../test/mongo.js';
import { signIn } from '../../test/sign-in.js';
import { listDrafts, publish, unpublish } from '../../test/unpublishing.js';
import { MediaModel } from '../media/media.model.js';
import { DeletedPostModel } from '../post/deleted-post.model.js';
import { PostModel } from '../post/post.model.js';

useDatabase();
const app = useApp();

const VARANASI = { _id: 'gn-1253405', slug: 'varanasi', name: 'Varanasi', state: 'Uttar Pradesh' };
const JAIPUR = { _id: 'gn-1269515', slug: 'jaipur', name: 'Jaipur', state: 'Rajasthan' };
const UNKNOWN_PLACE = {
  message: 'This place is not in our list',
  fields: [{ field: 'placeId', code: 'place_unknown', message: 'This place is not in our list' }],
};

describe('the place of a new story', () => {
  it('is the one that its author has chosen, in every response, beside the text of the location', async () => {
    const author = await signIn(app);
    const blogLocation = '  Assi Ghat, the quiet end ';

    const { slug } = await createPost(author, { blogLocation, placeId: VARANASI._id });
    const full = await author.agent.get(`/api/post/getpost/${slug}`);
    const cards = await author.agent.get('/api/post/getposts?view=card');

    for (const story of [full.body.post, cards.body.posts[0]]) {
      expect(story).toMatchObject({ place: VARANASI, blogLocation: blogLocation.trim() });
      expect(story).not.toHaveProperty('placeIds');
    }
  });

  it('leaves the location letter for letter as it was typed but for outer white space, in a story and a draft', async () => {
    const author = await signIn(app);
    const blogLocation = 'Cafe\u0301  Old \n \u0958ila';
    const typed = ` ${blogLocation}\u00a0`;

    const { slug } = await createPost(author, { blogLocation: typed });
    const draft = await saveDraft(author, randomUUID(), { blogLocation: typed, version: 0 });
    const { body } = await author.agent.get(`/api/post/getpost/${slug}`);

    expect([body.post.blogLocation, draft.blogLocation]).toEqual([blogLocation, blogLocation]);
  });

  it('is stored with the places that contain it', async () => {
    const author = await signIn(app);
    const { _id } = await createPost(author, { placeId: VARANASI._id });

    expect((await PostModel.findById(_id).lean())?.placeIds).toEqual([
      VARANASI._id,
      'sf-district-varanasi-uttar-pradesh',
      'sf-state-up',
      'sf-india',
    ]);
  });

  it.each([
    ['Varanasi', VARANASI],
    ['बनारस', VARANASI],
    ['Jaipur, Rajasthan', JAIPUR],
    ['Rampur', null],
    ['My balcony', null],
    ['', null],
  ])('without a choice and with the location %j: is %j', async (blogLocation, place) => {
    const author = await signIn(app);
    const post = await createPost(author, { blogLocation });
    expect(post).toMatchObject({ place, blogLocation });
  });

  it('is none when the author has chosen none, whatever the location names', async () => {
    const author = await signIn(app);
    expect(await createPost(author, { blogLocation: 'Varanasi', placeId: null })).toMatchObject({
      place: null,
    });
  });

  it.each(['gn-0', '', 'Varanasi', '__proto__', 'x'.repeat(200)])(
    '%j is unknown: responds 400',
    async (placeId) => {
      const author = await signIn(app);
      const response = await author.agent.post('/api/post/create-post').send(buildPostInput({ placeId }));

      expect(response.status).toBe(400);
      expect(response.body).toMatchObject(UNKNOWN_PLACE);
      expect(await PostModel.countDocuments()).toBe(0);
    },
  );

  it.each([
    ['place_id_invalid', 7],
    ['place_id_too_long', 'x'.repeat(201)],
  ])('of another type or length: responds 400 with the code %s', async (code, placeId) => {
    const author = await signIn(app);
    const response = await author.agent.post('/api/post/create-post').send({ ...buildPostInput(), placeId });
    expect(response.status).toBe(400);
    expect(response.body.fields).toMatchObject([{ field: 'placeId', code }]);
  });
});

describe('the place of a changed story', () => {
  it('stays with an update that does not name it, whatever its location says', async () => {
    const author = await signIn(app);
    const { _id } = await createPost(author, { placeId: VARANASI._id });
    expect(await updatePost(author, _id, { blogLocation: 'Jaipur' })).toMatchObject({ place: VARANASI });
  });

  it('is removed by null, and stays removed', async () => {
    const author = await signIn(app);
    const { _id } = await createPost(author, { placeId: VARANASI._id });

    const removed = await updatePost(author, _id, { placeId: null });
    const later = await updatePost(author, _id, { blogLocation: 'Varanasi', blogTitle: 'Later' });

    expect([removed.place, later.place]).toEqual([null, null]);
    expect(await PostModel.findById(_id).lean()).toMatchObject({ placeId: null, placeIds: [] });
  });

  it('is a change on its own; the same place again is not', async () => {
    const author = await signIn(app);
    const input = buildPostInput({ placeId: VARANASI._id });
    const { _id } = await createPost(author, input);

    const changed = await updatePost(author, _id, { ...input, placeId: JAIPUR._id });
    const repeated = await updatePost(author, _id, { ...input, placeId: JAIPUR._id });

    expect([changed.version, repeated.version]).toEqual([2, 2]);
  });

  it('null for a story without a place: is stored, but is not a change', async () => {
    const author = await signIn(app);
    const input = buildPostInput({ blogLocation: 'Rampur' });
    const { _id, updatedAt } = await createPost(author, input);

    const updated = await updatePost(author, _id, { ...input, placeId: null });

    expect(updated).toMatchObject({ place: null, version: 1, updatedAt });
    expect(await PostModel.findById(_id).lean()).toMatchObject({ placeId: null, version: 1 });
  });

  it('that is unknown: responds 400 and changes nothing', async () => {
    const author = await signIn(app);
    const { _id } = await createPost(author, { placeId: VARANASI._id });

    const response = await author.agent
      .put(`/api/post/update-post/${_id}`)
      .send(buildPostInput({ blogTitle: 'Elsewhere', placeId: 'gn-0' }));

    expect(response.status).toBe(400);
    expect(response.body).toMatchObject(UNKNOWN_PLACE);
    expect(await PostModel.findById(_id).lean()).toMatchObject({ placeId: VARANASI._id, version: 1 });
  });

  it('that is unknown, with a picture and an outdated draft: responds 400 and stores no picture', async () => {
    const author = await signIn(app);
    const { _id } = await createPost(author);
    const draftKey = randomUUID();
    await saveDraft(author, draftKey, { blogTitle: 'घाट', version: 0 });

    for (const draftVersion of [1, 2]) {
      const response = await author.agent
        .put(`/api/post/update-post/${_id}`)
        .send(buildPostInput({ placeId: 'gn-0', blogImage: PNG_DATA_URL, draftKey, draftVersion }));

      expect(response.status).toBe(400);
      expect(response.body).toMatchObject(UNKNOWN_PLACE);
    }
    expect(await MediaModel.countDocuments()).toBe(0);
  });

  it("that is unknown, with another author's or a missing story: responds 400", async () => {
    const [author, other] = [await signIn(app), await signIn(app)];
    const { _id } = await createPost(author);

    for (const id of [_id, 'a'.repeat(24)]) {
      const response = await other.agent
        .put(`/api/post/update-post/${id}`)
        .send(buildPostInput({ placeId: 'gn-0' }));

      expect(response.status).toBe(400);
      expect(response.body).toMatchObject(UNKNOWN_PLACE);
    }
  });

  it('is part of a revision, and restored with it', async () => {
    const author = await signIn(app);
    const { _id } = await createPost(author, { placeId: VARANASI._id });
    await updatePost(author, _id, { placeId: JAIPUR._id });
    await updatePost(author, _id, { placeId: null });
    const readPlace = async (number: number) =>
      (await author.agent.get(`/api/post/${_id}/revisions/${number}`)).body.revision.placeId;

    expect([await readPlace(1), await readPlace(2), await readPlace(3)]).toEqual([
      VARANASI._id,
      JAIPUR._id,
      null,
    ]);
    const restored = await author.agent.post(`/api/post/${_id}/revisions/1/restore`);

    expect(restored.body.post.place).toEqual(VARANASI);
    expect((await PostModel.findById(_id).lean())?.placeIds).toContain('sf-state-up');
  });

  it('is none again when a version without one is restored', async () => {
    const author = await signIn(app);
    const { _id } = await createPost(author, { blogLocation: 'my village' });
    await updatePost(author, _id, { placeId: JAIPUR._id });

    const restored = await author.agent.post(`/api/post/${_id}/revisions/1/restore`);

    expect(restored.body.post).toMatchObject({ blogLocation: 'my village', place: null });
    // Neither found nor chosen, so that it may get one when names are added to the gazetteer.
    const stored = await PostModel.findById(_id).lean();
    expect([stored?.placeId, stored?.placeIds]).toEqual([undefined, undefined]);
  });

  it('is none again when a version without one is restored, though its location names one', async () => {
    const author = await signIn(app);
    const { _id } = await createPost(author, { blogLocation: 'my village' });
    await updatePost(author, _id, { blogLocation: 'Varanasi' });
    await updatePost(author, _id, { placeId: JAIPUR._id });

    const restored = await author.agent.post(`/api/post/${_id}/revisions/2/restore`);

    expect(restored.body.post).toMatchObject({ blogLocation: 'Varanasi', place: null });
  });

  it('survives deletion and restoration', async () => {
    const author = await signIn(app);
    const { _id } = await createPost(author, { placeId: VARANASI._id });
    await author.agent.delete(`/api/post/delete-post/${_id}`);

    const restored = await author.agent.post(`/api/post/${_id}/undelete`);

    expect(restored.body.post.place).toEqual(VARANASI);
    expect((await PostModel.findById(_id).lean())?.placeIds).toHaveLength(4);
  });

  it('of a district that was corrected while the story was hidden: is the current one when it returns', async () => {
    const author = await signIn(app);
    const input = buildPostInput({ blogLocation: 'Varanasi', placeId: VARANASI._id });
    const [deleted, unpublished] = [await createPost(author, input), await createPost(author, input)];
    await author.agent.delete(`/api/post/delete-post/${deleted._id}`);
    await unpublish(author, unpublished._id);
    await DeletedPostModel.updateMany({}, { placeIds: [VARANASI._id, 'sf-india'] });
    const [draft] = await listDrafts(author);
    if (!draft) throw new Error('The draft is missing');

    await author.agent.post(`/api/post/${deleted._id}/undelete`).expect(200);
    await publish(author, draft, { blogLocation: 'Varanasi' }).expect(201);

    for (const { placeId, placeIds } of await PostModel.find().lean()) {
      expect({ placeId, count: placeIds?.length }).toEqual({ placeId: VARANASI._id, count: 4 });
    }
    expect(await PostModel.countDocuments()).toBe(2);
  });

  it('stays none when a story without one is hidden and returns, though its location names one', async () => {
    const author = await signIn(app);
    const input = buildPostInput({ blogLocation: 'my village' });
    const [deleted, unpublished] = [await createPost(author, input), await createPost(author, input)];
    for (const { _id } of [deleted, unpublished]) await updatePost(author, _id, { blogLocation: 'Varanasi' });
    await author.agent.delete(`/api/post/delete-post/${deleted._id}`);
    await unpublish(author, unpublished._id);
    const [draft] = await listDrafts(author);
    if (!draft) throw new Error('The draft is missing');

    const restored = await author.agent.post(`/api/post/${deleted._id}/undelete`);
    const published = await publish(author, draft, { blogLocation: 'Varanasi' });

    expect([restored.body.post.place, published.body.post.place]).toEqual([null, null]);
    const stored = await PostModel.find().lean();
    // Neither found nor chosen.
    expect(stored.map(({ placeId }) => placeId)).toEqual([undefined, undefined]);
  });

  it('taken off while the story was unpublished: stays off when it returns', async () => {
    const author = await signIn(app);
    const input = buildPostInput({ blogLocation: 'Varanasi', placeId: VARANASI._id });
    const { _id } = await createPost(author, input);
    await unpublish(author, _id);
    await DeletedPostModel.updateMany({}, { $unset: { placeId: 1, placeIds: 1 } });
    const [draft] = await listDrafts(author);
    if (!draft) throw new Error('The draft is missing');

    await publish(author, draft, { blogLocation: 'Varanasi', placeId: null }).expect(201);

    expect(await PostModel.findById(_id).lean()).toMatchObject({ placeId: null, placeIds: [] });
  });

  it('of a newer gazetteer, in a process of an older version: is preserved when the story returns', async () => {
    const author = await signIn(app);
    const { _id } = await createPost(author);
    await author.agent.delete(`/api/post/delete-post/${_id}`).expect(200);
    const newer = { placeId: 'gn-of-a-newer-version', placeIds: ['gn-of-a-newer-version', 'sf-india'] };
    await DeletedPostModel.updateOne({ _id }, { $set: newer }, { timestamps: false });

    await author.agent.post(`/api/post/${_id}/undelete`).expect(200);

    expect(await PostModel.findById(_id).lean()).toMatchObject(newer);
  });

  it('survives unpublishing, and can be changed in the draft', async () => {
    const author = await signIn(app);
    const { _id } = await createPost(author, { placeId: VARANASI._id });
    await unpublish(author, _id);
    const [draft] = await listDrafts(author);
    if (!draft) throw new Error('The draft is missing');
    expect(draft).toMatchObject({ placeId: VARANASI._id, place: VARANASI });

    const published = await publish(author, draft, { placeId: JAIPUR._id });

    expect(published.body.post).toMatchObject({ _id, place: JAIPUR });
  });
});

describe('the place of a draft', () => {
  it('is stored, stays with a change that does not name it, and is removed by null', async () => {
    const author = await signIn(app);
    const key = randomUUID();

    const created = await saveDraft(author, key, { placeId: VARANASI._id, version: 0 });
    const unnamed = await saveDraft(author, key, { blogTitle: 'Later', version: 1 });
    const removed = await saveDraft(author, key, { placeId: null, version: 2 });
    const later = await saveDraft(author, key, { blogTitle: 'Still later', version: 3 });

    expect([created.place, unnamed.place, removed.place, later.place]).toEqual([
      VARANASI,
      VARANASI,
      null,
      null,
    ]);
    expect([created.placeId, removed.placeId]).toEqual([VARANASI._id, null]);
    expect([created.isPlaceChosen, later.isPlaceChosen]).toEqual([true, true]);
  });

  it('without a choice of its author: is not chosen, and the story gets the place that its location names', async () => {
    const author = await signIn(app);
    const key = randomUUID();

    const draft = await saveDraft(author, key, { blogLocation: 'Varanasi', version: 0 });
    const post = await createPost(author, { blogLocation: 'Varanasi', draftKey: key });

    expect(draft).toMatchObject({ placeId: null, place: null, isPlaceChosen: false });
    expect(post.place).toEqual(VARANASI);
  });

  it('of a new draft of a story: is the place of the story', async () => {
    const author = await signIn(app);
    const { _id } = await createPost(author, { placeId: VARANASI._id });
    expect(await saveDraft(author, randomUUID(), { postId: _id, version: 0 })).toMatchObject({
      place: VARANASI,
    });
  });

  it('that is unknown: responds 400', async () => {
    const author = await signIn(app);
    const response = await author.agent
      .put(`/api/drafts/${randomUUID()}`)
      .send({ placeId: 'gn-0', version: 0 });
    expect(response.status).toBe(400);
    expect(response.body).toMatchObject(UNKNOWN_PLACE);
  });
});
