import type { Author, PublicUser } from '@safarnama/contracts';
import mongoose, { type Types } from 'mongoose';
import { notFound } from '../http/app-error.js';
import { afterPosition } from '../http/keyset-page.js';
import type { MediaService } from '../media/media.service.js';
import { foldText, tokenize } from '../text/fold.js';
import { buildPrefixFilter } from '../text/word-prefix.js';
import { UserModel } from './user.model.js';
import {
  AUTHOR_FIELDS,
  type AuthorDoc,
  PUBLIC_FIELDS,
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

/** Whether a user has chosen to appear offline to everybody. */
export async function appearsOffline(id: string): Promise<boolean> {
  return (await UserModel.exists({ _id: id, appearOffline: true })) !== null;
}

/** Whether each word of `q` is the beginning of a word of the name. */
export function nameMatches(fullName: string, q: string): boolean {
  const names = tokenize(fullName);
  return tokenize(q).every((word) => names.some((name) => name.startsWith(word)));
}

export function createUserService({ media }: { media: Pick<MediaService, 'urlOf'> }) {
  return {
    /** @throws AppError 404 for an unknown user. */
    async requirePublicUser(id: string): Promise<PublicUser> {
      const user = await UserModel.findById(id).select(PUBLIC_FIELDS).lean();
      if (!user) throw notFound('User not found');
      return presentPublicUser(user, media);
    },

    /** Finds those of these users who appear offline. */
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

    /** Loads the authors with these ids. @returns a lookup function, which presents a missing one as a former member. */
    async loadAuthors(ids: readonly Types.ObjectId[]): Promise<(id: Types.ObjectId) => Author> {
      const users = await UserModel.find({ _id: mongoose.trusted({ $in: ids }) })
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

    /** Finds up to `limit` users with a name that begins with a folded prefix. */
    async findIdsByNamePrefix(prefix: string, limit: number): Promise<Types.ObjectId[]> {
      const users = await UserModel.find({ nameTokens: buildPrefixFilter(prefix) })
        .select('_id')
        .limit(limit)
        .lean();
      return users.map((user) => user._id);
    },

    /** Lists users in the order of their names, after a position. Each word of `q` must begin a word of the name. */
    async listByName(
      q: string,
      after: NamePosition | null,
      limit: number,
    ): Promise<{ user: PublicUser; position: NamePosition }[]> {
      const conditions = tokenize(q).map((word) => ({ nameTokens: buildPrefixFilter(word) }));
      const users = await UserModel.find({ $and: [afterPosition('nameKey', 1, after), ...conditions] })
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

/** Builds the stored fields of a name, with its folded forms for ordering and search. */
export function buildNameFields(fullName: string) {
  // A name that consists of combining accents folds to an empty string, so it is ordered by its original form.
  return { fullName, nameKey: foldText(fullName) || fullName, nameTokens: tokenize(fullName) };
}
