import type { Model } from 'mongoose';
import { SessionModel } from '../auth/session.model.js';
import { DraftModel } from '../draft/draft.model.js';
import { BlobModel, MediaModel } from '../media/media.model.js';
import { BlockModel } from '../message/block.model.js';
import { ChangeModel } from '../message/change.model.js';
import { ConversationModel } from '../message/conversation.model.js';
import { MessageModel } from '../message/message.model.js';
import { MigrationModel } from '../migrations/migration.model.js';
import { SubscriptionModel } from '../newsletter/newsletter.model.js';
import { CommentModel } from '../post/comment.model.js';
import { PostModel } from '../post/post.model.js';
import { BookmarkModel, LikeModel } from '../post/reaction.model.js';
import { UserModel } from '../user/user.model.js';

// biome-ignore lint/suspicious/noExplicitAny: models of any documents; they are read and written past mongoose
export type AnyModel = Model<any>;

/** What a backup holds. A new model belongs here or below: a test asks for it. */
export const ARCHIVED: readonly AnyModel[] = [
  PostModel,
  LikeModel,
  BookmarkModel,
  CommentModel,
  DraftModel,
  MessageModel,
  ConversationModel,
  ChangeModel,
  BlockModel,
  SubscriptionModel,
  UserModel,
  MediaModel,
  BlobModel,
];

/**
 * What it does not hold. Sessions: one that was ended since (a password changed, a device lost) must not come back to
 * life with an older backup. Migrations: which are through stands in the manifest.
 */
export const EXCLUDED: readonly AnyModel[] = [SessionModel, MigrationModel];

/** The field in which the documents of a collection name their picture. */
export const PICTURE_FIELDS: ReadonlyMap<AnyModel, string> = new Map<AnyModel, string>([
  [PostModel, 'blogImage'],
  [DraftModel, 'blogImage'],
  [MessageModel, 'image'],
  [UserModel, 'profilePic'],
]);
