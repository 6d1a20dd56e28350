import { type Author, DEFAULT_LANGUAGE, type PublicUser, type User } from '@safarnama/contracts';
import type { MediaService } from '../media/media.service.js';
import type { UserDoc } from './user.model.js';

/** Fields that `presentAuthor` needs. */
export const AUTHOR_FIELDS = 'fullName profilePic';
/** Fields that `presentPublicUser` needs. */
export const PUBLIC_FIELDS = 'fullName profilePic createdAt';

export type AuthorDoc = Pick<UserDoc, '_id' | 'fullName' | 'profilePic'>;
export type PublicUserDoc = AuthorDoc & Pick<UserDoc, 'createdAt'>;
type MediaUrls = Pick<MediaService, 'urlOf'>;

export function presentAuthor(user: AuthorDoc, media: MediaUrls): Author {
  return {
    _id: user._id.toHexString(),
    fullName: user.fullName,
    profilePic: media.urlOf(user.profilePic?.key ?? ''),
  };
}

/** Presents a user to others, without the email address. */
export function presentPublicUser(user: PublicUserDoc, media: MediaUrls): PublicUser {
  return { ...presentAuthor(user, media), createdAt: user.createdAt.toISOString() };
}

/** Presents a user to themselves. Accounts of older versions have neither `bio` nor `language`. */
export function presentUser(
  user: PublicUserDoc & Pick<UserDoc, 'email'> & Partial<Pick<UserDoc, 'bio' | 'language'>>,
  media: MediaUrls,
): User {
  return {
    ...presentPublicUser(user, media),
    email: user.email,
    bio: user.bio ?? '',
    language: user.language ?? DEFAULT_LANGUAGE,
  };
}
