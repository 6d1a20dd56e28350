import mongoose from 'mongoose';
import { afterPosition } from '../http/keyset-page.js';
import type { StoryRecord, StoryRecords, StoryVersion } from '../search/index-sync.js';
import { DeletedPostModel } from './deleted-post.model.js';
import { type PostDoc, PostModel } from './post.model.js';
import { findPublishedIds } from './post-queries.js';

const RECORD_FIELDS = 'authorId createdAt indexedAt placeIds searchWords';
type RecordDoc = Pick<PostDoc, '_id' | 'authorId' | 'createdAt'> & {
  indexedAt?: Date;
  placeIds?: string[] | null;
  /** `lean` does not convert binary values. */
  searchWords?: mongoose.mongo.Binary | null;
};

function toRecord({ _id, authorId, createdAt, indexedAt, placeIds, searchWords }: RecordDoc): StoryRecord {
  return {
    id: _id.toHexString(),
    authorId: authorId.toHexString(),
    createdAt: createdAt.getTime(),
    indexedAt: indexedAt?.getTime() ?? 0,
    placeIds: placeIds ?? [],
    words: searchWords?.buffer.subarray(0, searchWords.position) ?? new Uint8Array(),
  };
}

type VersionDoc = Pick<RecordDoc, '_id' | 'indexedAt'>;

const toVersion = ({ _id, indexedAt }: VersionDoc): StoryVersion => ({
  id: _id.toHexString(),
  indexedAt: indexedAt?.getTime() ?? 0,
});

const since = (time: number) => mongoose.trusted({ $gt: new Date(time) });

/** Reads the stored stories for the search index. */
export const storyRecords: StoryRecords = {
  async listNewest(after, limit) {
    const position = after && { value: new Date(after.createdAt), id: after.id };
    const rows = await PostModel.find(afterPosition('createdAt', -1, position))
      .sort({ createdAt: -1, _id: -1 })
      .limit(limit)
      .select(RECORD_FIELDS)
      .lean<RecordDoc[]>();
    return rows.map(toRecord);
  },

  async findByIds(ids) {
    const rows = await PostModel.find({ _id: mongoose.trusted({ $in: ids }) })
      .select(RECORD_FIELDS)
      .lean<RecordDoc[]>();
    return rows.map(toRecord);
  },

  async findNewestTime() {
    const newest = await PostModel.findOne({ indexedAt: since(0) })
      .sort({ indexedAt: -1 })
      .select('indexedAt')
      .lean<Pick<VersionDoc, 'indexedAt'>>();
    return newest?.indexedAt?.getTime() ?? 0;
  },

  async listVersions(after, limit) {
    const rows = await PostModel.find({ indexedAt: since(after) })
      .sort({ indexedAt: 1 })
      .limit(limit)
      .select('indexedAt')
      .lean<VersionDoc[]>();
    return rows.map(toVersion);
  },

  async listVersionsById(afterId, limit) {
    const rows = await PostModel.find(afterId === null ? {} : { _id: mongoose.trusted({ $gt: afterId }) })
      .sort({ _id: 1 })
      .limit(limit)
      .select('indexedAt')
      .lean<VersionDoc[]>();
    return rows.map(toVersion);
  },

  async listHidden(after) {
    const rows = await DeletedPostModel.find({ indexedAt: since(after) })
      .select('indexedAt')
      .lean<VersionDoc[]>();
    return rows.map(toVersion);
  },

  findExisting: findPublishedIds,
};
