import { createAuthService } from './auth/auth.service.js';
import type { PasswordHasher } from './auth/password.js';
import { createPasswordResetService } from './auth/password-reset.service.js';
import { createSessionService } from './auth/session.service.js';
import { createSessionTokens, SESSION_TTL_S } from './auth/session-token.js';
import type { Settings } from './config/env.js';
import { createDraftService } from './draft/draft.service.js';
import { createEditDraftService } from './draft/edit-draft.service.js';
import { createPublicationService } from './draft/publication.service.js';
import { createAuthCookie } from './http/auth-cookie.js';
import type { ImageStorage } from './media/image-storage.js';
import { createMediaService, type MediaKind } from './media/media.service.js';
import { createUploadService } from './media/upload.service.js';
import { createBlockService } from './message/block.service.js';
import { createContactService } from './message/contact.service.js';
import { createConversationService } from './message/conversation.service.js';
import { createMessagePresenter } from './message/message.presenter.js';
import { createMessageService } from './message/message.service.js';
import { createMessageChangeService } from './message/message-change.service.js';
import { createReceiptService } from './message/receipt.service.js';
import { createCommentService } from './post/comment.service.js';
import { createDeletionService } from './post/deletion.service.js';
import { createPostService } from './post/post.service.js';
import { createPostChangeService } from './post/post-change.service.js';
import { repairCounts } from './post/post-counts.js';
import { createPostReader } from './post/post-reader.js';
import { createReactionService } from './post/reaction.service.js';
import { createRevisionService } from './post/revision.service.js';
import { createMarkupResolver } from './post/story-markup.js';
import { createPictureAcceptor } from './post/story-picture.js';
import { isInAnyText, isInPublishedText } from './post/text-pictures.js';
import {
  createUnpublishingService,
  deleteUnpublished,
  findUnpublished,
} from './post/unpublishing.service.js';
import type { RealtimePort } from './realtime/realtime-port.js';
import { createUserService } from './user/user.service.js';

export interface ServiceDeps {
  settings: Pick<Settings, 'publicUrl' | 'webOrigins' | 'trustProxy'>;
  jwtSecret: string;
  passwords: PasswordHasher;
  storage: ImageStorage;
  realtime: RealtimePort;
}

/** Creates the services of all features. The only place that knows their dependencies on each other. */
export function createServices({ settings, jwtSecret, passwords, storage, realtime }: ServiceDeps) {
  // Pages of other origins need absolute URLs.
  const baseUrl = settings.webOrigins.length > 0 ? (settings.publicUrl ?? '') : '';
  const origins = [...settings.webOrigins, settings.publicUrl ?? ''];
  const media = createMediaService({ storage, baseUrl, origins, isInPublishedText });
  const uploads = createUploadService({ storage, media });
  const users = createUserService({ media });
  const sessions = createSessionService({ tokens: createSessionTokens(jwtSecret), realtime });
  const auth = createAuthService({ passwords, sessions, media, realtime });
  const reader = createPostReader({ media, users });
  const markupOf = createMarkupResolver({ media });
  const drafts = createDraftService({
    media,
    markupOf,
    findOwnPost: reader.findForDraft,
    findUnpublished,
    deleteUnpublished,
  });
  const editDrafts = createEditDraftService({ media });
  const revisions = createRevisionService({ media });
  const acceptPicture = createPictureAcceptor({ media, drafts });
  const postDeps = { media, drafts, reader, revisions, acceptPicture, markupOf };
  const postChanges = createPostChangeService(postDeps);
  const unpublishing = createUnpublishingService({ media, drafts, editDrafts, postChanges });
  const posts = createPostService({ ...postDeps, unpublishing });
  const blocks = createBlockService({ users, realtime });
  const receipts = createReceiptService({ realtime });
  const presenter = createMessagePresenter({ media });
  const messages = createMessageService({ media, realtime, presenter });
  const records: Record<MediaKind, { hasPicture(recordId: string, key: string): Promise<boolean> }> = {
    post: reader,
    revision: revisions,
    draft: drafts,
    profile: users,
    message: messages,
    upload: { hasPicture: (_userId, key) => isInAnyText(key) },
  };
  return {
    media,
    uploads,
    users,
    sessions,
    auth,
    passwordResets: createPasswordResetService({ passwords, sessions }),
    cookie: createAuthCookie(settings, SESSION_TTL_S),
    reader,
    drafts,
    posts,
    publications: createPublicationService({ media, drafts, posts }),
    postChanges,
    unpublishing,
    deletions: createDeletionService({ media, reader, revisions, unpublishing }),
    revisions,
    reactions: createReactionService(),
    comments: createCommentService({ users }),
    messages,
    messageChanges: createMessageChangeService({ media, realtime, presenter }),
    conversations: createConversationService({ presenter }),
    contacts: createContactService({ users, presenter }),
    receipts,
    blocks,
    /** Removes pictures that are older than a day and belong to no record, and uploads that have expired. */
    sweepMedia: async (now: Date) => ({
      ...(await media.sweep(now, (kind, recordId, key) => records[kind].hasPicture(recordId, key))),
      // Last, as a finished upload goes with its picture.
      uploads: await uploads.removeExpired(now),
    }),
    repairCounts,
  };
}
export type Services = ReturnType<typeof createServices>;
