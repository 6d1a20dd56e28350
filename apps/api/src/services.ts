import type { Logger } from 'pino';
import { createAuthService } from './auth/auth.service.js';
import type { PasswordHasher } from './auth/password.js';
import { createPasswordResetService } from './auth/password-reset.service.js';
import { createSessionService } from './auth/session.service.js';
import { createSessionTokens, SESSION_TTL_S } from './auth/session-token.js';
import { createBodyChecks } from './body-checks.js';
import type { Settings } from './config/env.js';
import { createDraftService } from './draft/draft.service.js';
import { createEditDraftService } from './draft/edit-draft.service.js';
import { createPublicationService } from './draft/publication.service.js';
import { createFollowService, endFollowsBetween } from './follow/follow.service.js';
import { createAuthCookie } from './http/auth-cookie.js';
import type { WriteVersions } from './lib/write-versions.js';
import type { ImageStorage } from './media/image-storage.js';
import { createMediaService, type MediaKind } from './media/media.service.js';
import { createUploadService } from './media/upload.service.js';
import { createBlockService, loadBlockedOf } from './message/block.service.js';
import { createContactService } from './message/contact.service.js';
import { createConversationService } from './message/conversation.service.js';
import { createMessagePresenter } from './message/message.presenter.js';
import { createMessageService } from './message/message.service.js';
import { createMessageChangeService } from './message/message-change.service.js';
import { createReceiptService } from './message/receipt.service.js';
import { createSendLookups } from './message/send-lookups.js';
import { createStoryChanges } from './message/story-changes.js';
import { createNotificationService } from './notification/notification.service.js';
import { createNotificationReader } from './notification/notification-reader.js';
import { createNotifier } from './notification/notifier.js';
import { createPlaceService } from './place/place.service.js';
import { createPlaceMapService } from './place/place-map.service.js';
import { createPlacePageService } from './place/place-page.service.js';
import { createCommentService } from './post/comment.service.js';
import { pruneThreads } from './post/comment-threads.js';
import { createDeletionService } from './post/deletion.service.js';
import { createPostService } from './post/post.service.js';
import { createPostChangeService } from './post/post-change.service.js';
import { recountMonthLikes, repairCounts } from './post/post-counts.js';
import { createPostReader } from './post/post-reader.js';
import { createPublicReader, isPublicPicture } from './post/public-reader.js';
import { createReactionService } from './post/reaction.service.js';
import { createRevisionService } from './post/revision.service.js';
import { createSharedPostService } from './post/shared-posts.js';
import { createStoryCheck } from './post/story-check.js';
import { createMarkupResolver } from './post/story-markup.js';
import { createPictureAcceptor } from './post/story-picture.js';
import { storyRecords } from './post/story-records.js';
import { isInAnyText, isInPublishedText } from './post/text-pictures.js';
import { createUnpublishingService } from './post/unpublishing.service.js';
import type { RealtimePort } from './realtime/realtime-port.js';
import { createIndexSync } from './search/index-sync.js';
import { createSearchService } from './search/search.service.js';
import { createUserService } from './user/user.service.js';

interface ServiceDeps {
  settings: Pick<Settings, 'publicUrl' | 'webOrigins' | 'trustProxy'>;
  jwtSecret: string;
  passwords: PasswordHasher;
  storage: ImageStorage;
  realtime: RealtimePort;
  versions: WriteVersions;
  logger: Logger;
}

/** Creates the services of all features. The only place that knows their dependencies on each other. */
export function createServices({
  settings,
  jwtSecret,
  passwords,
  storage,
  realtime,
  versions,
  logger,
}: ServiceDeps) {
  // Pages of other origins need absolute URLs.
  const baseUrl = settings.webOrigins.length > 0 ? (settings.publicUrl ?? '') : '';
  const origins = [...settings.webOrigins, settings.publicUrl ?? ''];
  const media = createMediaService({
    storage,
    baseUrl,
    origins,
    isInPublishedText,
    isPublicPicture,
  });
  const uploads = createUploadService({ storage, media });
  const users = createUserService({ media });
  const sendLookups = createSendLookups();
  const { markBlockChanged } = sendLookups;
  const blocks = createBlockService({ users, realtime, markBlockChanged, endFollowsBetween });
  const notificationReader = createNotificationReader({ users });
  const notifier = createNotifier({ reader: notificationReader, realtime });
  const sessions = createSessionService({ tokens: createSessionTokens(jwtSecret), realtime, logger });
  const auth = createAuthService({ passwords, sessions, media, realtime });
  const storyIndex = createIndexSync(storyRecords);
  const places = createPlaceService({ storyIndex });
  const reader = createPostReader({ media, users, places, versions });
  const sharedPosts = createSharedPostService({ media, users });
  const storyChanges = createStoryChanges({ sharedPosts, realtime });
  const markupOf = createMarkupResolver({ media });
  const drafts = createDraftService({
    media,
    markupOf,
    findOwnPost: reader.findForDraft,
    findPublished: reader.findIdByDraftKey,
  });
  const editDrafts = createEditDraftService({ media });
  const revisions = createRevisionService({ media });
  const acceptPicture = createPictureAcceptor({ media });
  const checkStory = createStoryCheck({ media, markupOf });
  const postChanges = createPostChangeService({
    media,
    drafts,
    reader,
    revisions,
    acceptPicture,
    markupOf,
    checkStory,
    storyChanges,
  });
  const unpublishing = createUnpublishingService({
    media,
    drafts,
    editDrafts,
    postChanges,
    realtime,
    storyChanges,
  });
  const posts = createPostService({
    media,
    drafts,
    reader,
    acceptPicture,
    checkStory,
    unpublishing,
    notifier,
  });
  const receipts = createReceiptService({ realtime });
  const presenter = createMessagePresenter({ media, sharedPosts });
  const messages = createMessageService({ media, realtime, presenter, sharedPosts, sendLookups });
  const records: Record<MediaKind, { hasPicture(recordId: string, key: string): Promise<boolean> }> = {
    post: reader,
    revision: revisions,
    draft: drafts,
    profile: users,
    message: messages,
    upload: { hasPicture: (_userId, key) => isInAnyText(key) },
  };
  return {
    bodyChecks: createBodyChecks({ media, markupOf, checkStory }),
    media,
    uploads,
    users,
    sessions,
    auth,
    passwordResets: createPasswordResetService({ passwords, sessions }),
    cookie: createAuthCookie(settings, SESSION_TTL_S),
    reader,
    publicReader: createPublicReader({ media, users }),
    storyIndex,
    search: createSearchService({ storyIndex, records: storyRecords, reader, users, places }),
    drafts,
    posts,
    publications: createPublicationService({ media, drafts, posts, findOwnPost: reader.findForDraft }),
    postChanges,
    unpublishing,
    deletions: createDeletionService({
      media,
      editDrafts,
      reader,
      revisions,
      unpublishing,
      realtime,
      storyChanges,
    }),
    revisions,
    reactions: createReactionService({ notifier }),
    follows: createFollowService({ notifier }),
    places,
    placePages: createPlacePageService({ places, storyIndex, users, loadBlockedOf }),
    placeMaps: createPlaceMapService({ storyIndex }),
    comments: createCommentService({ users, realtime, notifier }),
    messages,
    sendLookups,
    messageChanges: createMessageChangeService({ media, realtime, presenter }),
    conversations: createConversationService({ presenter }),
    contacts: createContactService({ users, presenter }),
    receipts,
    blocks,
    notifier,
    notifications: createNotificationService({ reader: notificationReader, realtime }),
    claimStorage: media.claimStorage,
    /** Removes pictures that are older than a day and belong to no record, and uploads that have expired. */
    sweepMedia: async (now: Date) => ({
      ...(await media.sweep(now, (kind, recordId, key) => records[kind].hasPicture(recordId, key))),
      // Last, because a finished upload is removed after its picture.
      uploads: await uploads.removeExpired(now),
    }),
    repairCounts,
    recountMonthLikes,
    pruneThreads,
  };
}
export type Services = ReturnType<typeof createServices>;
