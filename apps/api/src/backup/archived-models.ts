import { PepperCheckModel } from '../auth/pepper-check.js';
import { SessionModel } from '../auth/session.model.js';
import { DraftModel } from '../draft/draft.model.js';
import { RemovedDraftModel } from '../draft/removed-draft.model.js';
import { FollowModel } from '../follow/follow.model.js';
import type { AnyModel } from '../lib/any-model.js';
import { JobModel } from '../lib/job.model.js';
import { BlobModel, MediaModel } from '../media/media.model.js';
import { StorageOwnerModel } from '../media/storage-owner.js';
import { UploadModel } from '../media/upload.model.js';
import { BlockModel } from '../message/block.model.js';
import { ChangeModel } from '../message/change.model.js';
import { ConversationModel } from '../message/conversation.model.js';
import { MessageModel } from '../message/message.model.js';
import { MigrationModel } from '../migrations/migration.model.js';
import { SubscriptionModel } from '../newsletter/newsletter.model.js';
import { NotificationModel } from '../notification/notification.model.js';
import { CommentModel } from '../post/comment.model.js';
import { DeletedPostModel } from '../post/deleted-post.model.js';
import { LikedOrderModel } from '../post/liked-order.model.js';
import { PostModel } from '../post/post.model.js';
import { BookmarkModel, LikeModel } from '../post/reaction.model.js';
import { RevisionModel } from '../post/revision.model.js';
import { UserModel } from '../user/user.model.js';

/**
 * Models whose documents `collectDocuments` reads in a certain order or changes. `DeletedPostModel` holds deleted and
 * unpublished stories; only unpublished ones are backed up, since a deleted one can be restored for ten minutes only.
 */
const MODELS_COLLECTED_SEPARATELY: readonly AnyModel[] = [
  PostModel,
  DeletedPostModel,
  RevisionModel,
  LikeModel,
  BookmarkModel,
  CommentModel,
  DraftModel,
  MessageModel,
  ConversationModel,
  ChangeModel,
  UserModel,
  MediaModel,
  BlobModel,
];

/** Models whose documents are copied as they are, in any order. */
export const COPIED_MODELS: readonly AnyModel[] = [
  BlockModel,
  FollowModel,
  NotificationModel,
  SubscriptionModel,
];

/** Models in a backup. A test requires every model to be listed here or in `EXCLUDED_MODELS`. */
export const BACKED_UP_MODELS: readonly AnyModel[] = [...MODELS_COLLECTED_SEPARATELY, ...COPIED_MODELS];

/**
 * Models that a backup excludes. Sessions: restoring one that has since ended (password changed, device lost) would
 * revive it. Migrations: the manifest lists the finished ones. Jobs: without a stored time, each is due when the site
 * starts. Liked orders: after a restore, a list continues in the current order of likes. Removed drafts: they only
 * reject late saves, and none can still arrive when a backup is restored. Uploads: the pictures of finished ones are in
 * the backup, and the client repeats an unfinished one. Storage owner: a copy of the site must not remove pictures of
 * the original. Pepper check: the restore stores a new one for the archive's pepper.
 */
export const EXCLUDED_MODELS: readonly AnyModel[] = [
  SessionModel,
  MigrationModel,
  JobModel,
  LikedOrderModel,
  RemovedDraftModel,
  UploadModel,
  StorageOwnerModel,
  PepperCheckModel,
];

/** Fields that reference pictures; each contains one picture or a list of them. */
export const PICTURE_FIELDS: ReadonlyMap<AnyModel, readonly string[]> = new Map<AnyModel, readonly string[]>([
  [PostModel, ['blogImage', 'firstPicture', 'pictures']],
  [DeletedPostModel, ['blogImage', 'firstPicture', 'pictures']],
  [RevisionModel, ['blogImage', 'pictures']],
  [DraftModel, ['blogImage', 'pictures']],
  [MessageModel, ['image']],
  [UserModel, ['profilePic']],
]);
