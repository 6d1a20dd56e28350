import type { Author, PublicUser } from '@safarnama/contracts';
import mongoose, { type QueryFilter, type Types } from 'mongoose';
import { type AppError, notFound } from '../http/app-error.js';
import { afterPosition } from '../http/keyset-page.js';
import type { MediaService } from '../media/media.service.js';
import { type NameWord, nameMatchFilters, nameWordFilters } from './name-search.js';
import { type UserDoc, UserModel } from './user.model.js';
import {
  AUTHOR_FIELDS,
  type AuthorDoc,
  PUBLIC_FIELDS,
  type PublicUserDoc,
  presentAuthor,
  presentPublicUser,
} from './user.presenter.js';

/** Stands for an author whose account no longer exists. */
function buildFormerAuthor(id: string): Author {
  return { _id: id, fullName: 'A former member', profilePic: '' };
}

/** A position in a list of users ordered by name. */
export interface NamePosition {
  /** The folded name. */
  value: string;
  id: string;
}

export async function userExists(id: string): Promise<boolean> {
  return (await UserModel.exists({ _id: id })) !== null;
}

/** @throws AppError 404 for an unknown user. */
export async function requireUser(id: string): Promise<void> {
  if (!(await userExists(id))) throw notFound('User not found');
}

/**
 * Requires a user other than oneself.
 *
 * @param oneself - creates the error for one's own id.
 * @throws AppError 404 for an unknown user.
 */
export async function requireOtherUser(
  userId: string,
  otherId: string,
  oneself: () => AppError,
): Promise<void> {
  if (otherId === userId) throw oneself();
  await requireUser(otherId);
}

/** Whether a user has chosen to appear offline to everybody. */
export async function appearsOffline(id: string): Promise<boolean> {
  return (await UserModel.exists({ _id: id, appearOffline: true })) !== null;
}

/** Where the id is in a BSON document `{ _id }`: after the length of the document and the type and name of the field. */
const RAW_ID = { start: 9, end: 21 } as const;

/**
 * Finds the ids of up to `limit` users. They are read from undecoded documents: decoding a thousand would take as long
 * as the rest of a search.
 */
async function findIds(filter: QueryFilter<UserDoc>, limit: number): Promise<string[]> {
  const documents = await UserModel.find(filter)
    .select('_id')
    .limit(limit)
    .setOptions({ raw: true, batchSize: limit })
    .lean<Buffer[]>();
  return documents.map((document) => document.toString('hex', RAW_ID.start, RAW_ID.end));
}

export function createUserService({ media }: { media: Pick<MediaService, 'urlOf'> }) {
  return {
    /** @throws AppError 404 for an unknown user. */
    async requirePublicUser(id: string): Promise<PublicUser> {
      const user = await UserModel.findById(id).select(PUBLIC_FIELDS).lean();
      if (!user) throw notFound('User not found');
      return presentPublicUser(user, media);
    },

    /** Returns a user with their bio. @throws AppError 404 for an unknown user. */
    async requireProfile(id: string): Promise<{ user: PublicUser; bio: string }> {
      const user = await UserModel.findById(id).select(`${PUBLIC_FIELDS} bio`).lean();
      if (!user) throw notFound('User not found');
      return { user: presentPublicUser(user, media), bio: user.bio ?? '' };
    },

    /** Finds which of these users appear offline. */
    async findAppearingOffline(ids: readonly string[]): Promise<Set<string>> {
      const users = await UserModel.find({ _id: mongoose.trusted({ $in: ids }), appearOffline: true })
        .select('_id')
        .lean();
      return new Set(users.map((user) => user._id.toHexString()));
    },

    /** Whether the user exists and has the picture with this key. */
    async hasPicture(id: string, key: string): Promise<boolean> {
      return (await UserModel.exists({ _id: id, 'profilePic.key': key })) !== null;
    },

    /**
     * Loads the authors with these ids. @returns a lookup function, which presents a missing author as a former member.
     */
    async loadAuthors(ids: readonly Types.ObjectId[]): Promise<(id: Types.ObjectId) => Author> {
      const distinctIds = [...new Set(ids.map((id) => id.toHexString()))];
      const users = await UserModel.find({ _id: mongoose.trusted({ $in: distinctIds }) })
        .select(AUTHOR_FIELDS)
        .lean<AuthorDoc[]>();
      const byId = new Map(users.map((user) => [user._id.toHexString(), presentAuthor(user, media)]));
      return (id) => byId.get(id.toHexString()) ?? buildFormerAuthor(id.toHexString());
    },

    /** Loads users by id; missing ones are left out. */
    async loadPublicUsers(ids: readonly string[]): Promise<Map<string, PublicUser>> {
      const users = await UserModel.find({ _id: mongoose.trusted({ $in: ids }) })
        .select(PUBLIC_FIELDS)
        .lean();
      return new Map(users.map((user) => [user._id.toHexString(), presentPublicUser(user, media)]));
    },

    /**
     * Finds up to `limit` users whose name has a word that begins with `word`; if there are fewer, also users whose name
     * has a word that sounds alike.
     */
    async findIdsByNameWord(word: NameWord, limit: number): Promise<string[]> {
      const [beginsWith, soundsAlike] = nameWordFilters(word);
      const ids = await findIds({ nameSearch: beginsWith }, limit);
      if (ids.length === limit) return ids;
      return [...new Set([...ids, ...(await findIds({ nameSearch: soundsAlike }, limit))])].slice(0, limit);
    },

    /**
     * Finds users whose names have a word that begins with each of these words; after them, users whose names have
     * words that sound like these words.
     *
     * @param excludedIds - users to leave out.
     */
    async findByNameWords(
      words: readonly NameWord[],
      excludedIds: ReadonlySet<string>,
      limit: number,
    ): Promise<PublicUser[]> {
      if (words.length === 0) return [];
      const filters = words.map(nameWordFilters);
      // One query by the first filter of every word, and one by the second.
      const found = await Promise.all(
        ([0, 1] as const).map((index) =>
          UserModel.find({ $and: filters.map((wordFilters) => ({ nameSearch: wordFilters[index] })) })
            .sort({ nameKey: 1, _id: 1 })
            .limit(limit + excludedIds.size)
            .select(PUBLIC_FIELDS)
            .lean<PublicUserDoc[]>(),
        ),
      );
      const byId = new Map(found.flat().map((user) => [user._id.toHexString(), user]));
      return [...byId.values()]
        .filter(({ _id }) => !excludedIds.has(_id.toHexString()))
        .slice(0, limit)
        .map((user) => presentPublicUser(user, media));
    },

    /** Lists users whose names match `q`, as in `createNameMatcher`, in the order of their names, after a position. */
    async listByName(
      q: string,
      after: NamePosition | null,
      limit: number,
    ): Promise<{ user: PublicUser; position: NamePosition }[]> {
      const users = await UserModel.find({
        $and: [afterPosition('nameKey', 1, after), ...nameMatchFilters(q)],
      })
        .sort({ nameKey: 1, _id: 1 })
        .limit(limit)
        .select(`${PUBLIC_FIELDS} nameKey`)
        .lean();
      return users.map((user) => ({
        user: presentPublicUser(user, media),
        position: { value: user.nameKey, id: user._id.toHexString() },
      }));
    },
  };
}
export type UserService = ReturnType<typeof createUserService>;
