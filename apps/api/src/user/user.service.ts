import type { Author, PublicUser } from '@safarnama/contracts';
import mongoose, { type Types } from 'mongoose';
import { notFound } from '../http/app-error.js';
import { afterPosition } from '../http/keyset-page.js';
import type { MediaService } from '../media/media.service.js';
import { foldText, tokenize } from '../text/fold.js';
import { prefixFilter } from '../text/word-prefix.js';
import { UserModel } from './user.model.js';
import {
  AUTHOR_FIELDS,
  type AuthorDoc,
  PUBLIC_FIELDS,
  presentAuthor,
  presentPublicUser,
} from './user.presenter.js';

/** Stands for a writer whose account is gone. */
function buildFormerAuthor(id: string): Author {
  return { _id: id, fullName: 'A former member', profilePic: '' };
}

/** A place in the list of people, ordered by name. */
export interface NamePosition {
  /** The folded name. */
  value: string;
  id: string;
}

export function createUserService({ media }: { media: Pick<MediaService, 'urlOf'> }) {
  return {
    /** @throws AppError 404 when there is no such person. */
    async requirePublicUser(id: string): Promise<PublicUser> {
      const user = await UserModel.findById(id).select(PUBLIC_FIELDS).lean();
      if (!user) throw notFound('User not found');
      return presentPublicUser(user, media);
    },

    /** Whether somebody has this id. */
    async exists(id: string): Promise<boolean> {
      return (await UserModel.exists({ _id: id })) !== null;
    },

    /** Whether a person has chosen to appear offline to everybody. */
    async appearsOffline(id: string): Promise<boolean> {
      return (await UserModel.exists({ _id: id, appearOffline: true })) !== null;
    },

    /** Which of these people have chosen to appear offline to everybody. */
    async findAppearingOffline(ids: readonly string[]): Promise<Set<string>> {
      const users = await UserModel.find({ _id: mongoose.trusted({ $in: ids }), appearOffline: true })
        .select('_id')
        .lean();
      return new Set(users.map((user) => user._id.toHexString()));
    },

    /** Whether somebody has this id and this picture. */
    async hasPicture(id: string, key: string): Promise<boolean> {
      return (await UserModel.exists({ _id: id, 'profilePic.key': key })) !== null;
    },

    /** Gives a function from id to author for all of the ids. */
    async loadAuthors(ids: readonly Types.ObjectId[]): Promise<(id: Types.ObjectId) => Author> {
      const users = await UserModel.find({ _id: mongoose.trusted({ $in: ids }) })
        .select(AUTHOR_FIELDS)
        .lean<AuthorDoc[]>();
      const byId = new Map(users.map((user) => [user._id.toHexString(), presentAuthor(user, media)]));
      return (id) => byId.get(id.toHexString()) ?? buildFormerAuthor(id.toHexString());
    },

    /** People by id; missing ones are left out. */
    async loadPublicUsers(ids: readonly string[]): Promise<Map<string, PublicUser>> {
      const users = await UserModel.find({ _id: mongoose.trusted({ $in: ids }) })
        .select(PUBLIC_FIELDS)
        .lean();
      return new Map(users.map((user) => [user._id.toHexString(), presentPublicUser(user, media)]));
    },

    /** Ids of at most `limit` people one of whose names begins with the folded word. */
    async findIdsByNamePrefix(prefix: string, limit: number): Promise<Types.ObjectId[]> {
      const users = await UserModel.find({ nameTokens: prefixFilter(prefix) })
        .select('_id')
        .limit(limit)
        .lean();
      return users.map((user) => user._id);
    },

    /** People in the order of their names, after a place, whose names begin with all words of `q`. */
    async listByName(
      q: string,
      after: NamePosition | null,
      limit: number,
    ): Promise<{ user: PublicUser; position: NamePosition }[]> {
      const conditions = tokenize(q).map((word) => ({ nameTokens: prefixFilter(word) }));
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

    /** True when the name has, for each word of `q`, a word that begins with it. */
    nameMatches(fullName: string, q: string): boolean {
      const names = tokenize(fullName);
      return tokenize(q).every((word) => names.some((name) => name.startsWith(word)));
    },
  };
}
export type UserService = ReturnType<typeof createUserService>;

/** A name as it is stored: with its folded forms for order and for search. */
export function nameFields(fullName: string) {
  // A name of accents alone folds to nothing: it is ordered by what it is.
  return { fullName, nameKey: foldText(fullName) || fullName, nameTokens: tokenize(fullName) };
}
