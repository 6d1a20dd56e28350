import { created, type Routes } from '../http/routes.js';
import type { CommentService } from './comment.service.js';
import type { DeletionService } from './deletion.service.js';
import type { PostService } from './post.service.js';
import type { PostChangeService } from './post-change.service.js';
import type { PostReader } from './post-reader.js';
import type { ReactionService } from './reaction.service.js';
import type { RevisionService } from './revision.service.js';
import type { UnpublishingService } from './unpublishing.service.js';

interface PostRouteDeps {
  posts: PostService;
  postChanges: PostChangeService;
  deletions: DeletionService;
  unpublishing: UnpublishingService;
  revisions: RevisionService;
  reader: PostReader;
  reactions: ReactionService;
  comments: CommentService;
}

type PostKeys = Exclude<
  Extract<keyof Routes, `${string} /api/post/${string}`>,
  'GET /api/post/following' | 'GET /api/post/search' | 'GET /api/post/suggest' | 'GET /api/post/:id/related'
>;

export function postRoutes({
  posts,
  postChanges,
  deletions,
  unpublishing,
  revisions,
  reader,
  reactions,
  comments,
}: PostRouteDeps): Routes<PostKeys> {
  return {
    'POST /api/post/create-post': async ({ me, body }) => {
      const { isNew, ...saved } = await posts.create(me.userId, body);
      return created(saved, isNew);
    },
    'PUT /api/post/update-post/:id': ({ me, params, body }) => postChanges.update(me.userId, params.id, body),
    'DELETE /api/post/delete-post/:id': async ({ me, params }) => {
      await deletions.remove(me.userId, params.id);
      return { _id: params.id, message: 'Post deleted' };
    },
    'GET /api/post/deleted': ({ me, query }) => reader.listDeleted(query, me.userId),
    'POST /api/post/:id/undelete': ({ me, params }) => deletions.restore(me.userId, params.id),
    'POST /api/post/:id/unpublish': async ({ me, params }) => ({
      draft: await unpublishing.unpublish(me.userId, params.id),
    }),
    'GET /api/post/getpost/:slug': async ({ me, params }) => ({
      post: await reader.findBySlug(params.slug, me.userId),
    }),
    'GET /api/post/getposts': ({ me, query }) => reader.list(query, me.userId),
    'GET /api/post/my-posts': ({ me, query }) => reader.listOwn(query, me.userId),
    'GET /api/post/my-posts/:id': async ({ me, params }) => ({
      post: await reader.findOwn(params.id, me.userId),
    }),
    'GET /api/post/by-author/:userId': ({ me, params, query }) =>
      reader.listByAuthor(params.userId, query, me.userId),
    'GET /api/post/bookmarks': ({ me, query }) => reader.listBookmarks(query, me.userId),
    'GET /api/post/:id/revisions': ({ me, params, query }) => revisions.list(me.userId, params.id, query),
    'GET /api/post/:id/revisions/:number': async ({ me, params }) => ({
      revision: await revisions.get(me.userId, params.id, params.number),
    }),
    'POST /api/post/:id/revisions/:number/restore': ({ me, params }) =>
      postChanges.restore(me.userId, params.id, params.number),
    'PUT /api/post/:id/like': ({ me, params }) => reactions.like(me.userId, params.id),
    'DELETE /api/post/:id/like': ({ me, params }) => reactions.unlike(me.userId, params.id),
    'PUT /api/post/:id/bookmark': ({ me, params }) => reactions.bookmark(me.userId, params.id),
    'DELETE /api/post/:id/bookmark': ({ me, params }) => reactions.unbookmark(me.userId, params.id),
    'GET /api/post/:id/comments': ({ params, query }) => comments.list(params.id, query),
    'POST /api/post/:id/comments': async ({ me, params, body }) => {
      const { comment, isNew } = await comments.add(me.userId, params.id, body);
      return created({ comment }, isNew);
    },
    'PUT /api/post/:id/comments/:commentId': async ({ me, params, body }) => ({
      comment: await comments.edit(me.userId, params.id, params.commentId, body.text),
    }),
    'DELETE /api/post/:id/comments/:commentId': async ({ me, params }) => {
      await comments.remove(me.userId, params.id, params.commentId);
      return { _id: params.commentId };
    },
  };
}
