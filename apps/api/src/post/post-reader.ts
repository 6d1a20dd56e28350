import type {
  AuthorPage,
  CardPage,
  DeletedPostPage,
  PageQuery,
  Post,
  PostListQuery,
  PostPage,
  SavedPostResponse,
  SearchQuery,
} from '@safarnama/contracts';
import mongoose from 'mongoose';
import { forbidden, notFound } from '../http/app-error.js';
import { coalesce } from '../lib/coalesce.js';
import type { MediaService } from '../media/media.service.js';
import { tokenize } from '../text/fold.js';
import { buildPrefixFilter } from '../text/word-prefix.js';
import type { UserService } from '../user/user.service.js';
import { type DeletedPostDoc, DeletedPostModel } from './deleted-post.model.js';
import { type CardDoc, type FullPostDoc, POST_FIELDS, type PostDoc, PostModel } from './post.model.js';
import { presentCard, presentPost } from './post.presenter.js';
import { type AuthorOf, createContextLoader } from './post-context.js';
import {
  CARD_PAGE_LENGTH,
  findBookmarkedCards,
  findCards,
  findDeletedCards,
  findPostBySlug,
  findPosts,
  type PostFilter,
  type Rows,
} from './post-queries.js';

/** Maximum number of authors whose names are matched per search word. */
const MAX_SEARCHED_AUTHORS = 100;

type EditedStory = Pick<DeletedPostDoc, 'visibility' | 'blogImage' | 'firstPicture'>;

interface ReaderDeps {
  media: Pick<MediaService, 'urlOf' | 'withUrls'>;
  users: UserService;
}

/** Reads stories for a viewer: one at a time, in lists and by search. */
export function createPostReader({ media, users }: ReaderDeps) {
  const { loadAuthors, loadContext } = createContextLoader({ media, users });

  async function presentCards(
    { rows, nextCursor }: Rows<CardDoc>,
    viewerId: string,
    authors?: AuthorOf,
  ): Promise<CardPage> {
    const contextOf = await loadContext(rows, viewerId, authors);
    return { posts: rows.map((post) => presentCard(post, contextOf(post))), nextCursor };
  }

  async function presentFullPost(post: FullPostDoc, viewerId: string): Promise<Post> {
    const contextOf = await loadContext([post], viewerId);
    return presentPost(post, contextOf(post));
  }

  async function listFullPosts(filter: PostFilter, query: PostListQuery, viewerId: string) {
    const { rows, nextCursor } = await findPosts(filter, query);
    const contextOf = await loadContext(rows, viewerId);
    return { posts: rows.map((post) => presentPost(post, contextOf(post))), nextCursor };
  }

  async function listPage(filter: PostFilter, query: PostListQuery, viewerId: string): Promise<PostPage> {
    return query.view === 'card'
      ? presentCards(await findCards(filter, query), viewerId)
      : listFullPosts(filter, query, viewerId);
  }

  /** Coalesces concurrent requests for the first page of all stories, which is requested most often. */
  const findNewestCards = coalesce(async (limit: number) => {
    const page = await findCards({}, { limit });
    return { page, authorOf: await loadAuthors(page.rows) };
  });

  return {
    /** Finds the story of an edit draft if the user is its author; also a deleted one that can still be restored. */
    async findForDraft(userId: string, postId: string): Promise<EditedStory | null> {
      const filter = { _id: postId, authorId: userId };
      const fields = 'visibility blogImage firstPicture';
      return (
        (await PostModel.findOne(filter).select(fields).lean<EditedStory>()) ??
        (await DeletedPostModel.findOne(filter).select(fields).lean<EditedStory>())
      );
    },

    /** Whether a story, or a deleted one that can still be restored, has the picture with this key. */
    async hasPicture(postId: string, key: string): Promise<boolean> {
      const filter = { _id: postId, 'blogImage.key': key };
      return ((await PostModel.exists(filter)) ?? (await DeletedPostModel.exists(filter))) !== null;
    },

    /** Presents a story that was just written, whole and as a card. */
    async presentSaved(post: Omit<PostDoc, 'searchTokens'>, viewerId: string): Promise<SavedPostResponse> {
      const contextOf = await loadContext([post], viewerId);
      const context = contextOf(post);
      return { post: presentPost(post, context), card: presentCard(post, context) };
    },

    /** @param slug - decoded, in any Unicode normalization form. @throws AppError 404. */
    async findBySlug(slug: string, viewerId: string): Promise<Post> {
      const post = await findPostBySlug(slug);
      if (!post) throw notFound('Post not found');
      return presentFullPost(post, viewerId);
    },

    /** Finds one of the viewer's own stories. @throws AppError 404, 403 for a story of another author. */
    async findOwn(postId: string, viewerId: string): Promise<Post> {
      const post = await PostModel.findById(postId).select(POST_FIELDS).lean<FullPostDoc>();
      if (!post) throw notFound('Post not found');
      if (!post.authorId.equals(viewerId)) {
        throw forbidden('not_the_author_edit', 'Only the author can edit this story');
      }
      return presentFullPost(post, viewerId);
    },

    /** Lists all stories, newest first. */
    async list(query: PostListQuery, viewerId: string): Promise<PostPage> {
      if (query.view !== 'card' || query.cursor !== undefined) return listPage({}, query, viewerId);
      const { page, authorOf } = await findNewestCards(query.limit ?? CARD_PAGE_LENGTH);
      return presentCards(page, viewerId, authorOf);
    },

    /** The viewer's own stories, newest first. */
    listOwn(query: PostListQuery, viewerId: string): Promise<PostPage> {
      return listPage({ authorId: viewerId }, query, viewerId);
    },

    /** The viewer's deleted stories that can still be restored, latest first. */
    async listDeleted(query: PageQuery, viewerId: string): Promise<DeletedPostPage> {
      const { rows, nextCursor } = await findDeletedCards(viewerId, query);
      const contextOf = await loadContext(rows, viewerId);
      return {
        posts: rows.map((post) => ({
          ...presentCard(post, contextOf(post)),
          deletedAt: post.deletedAt.toISOString(),
        })),
        nextCursor,
      };
    },

    /** One author's stories, newest first. @throws AppError 404 for an unknown author. */
    async listByAuthor(authorId: string, query: PostListQuery, viewerId: string): Promise<AuthorPage> {
      const author = await users.requirePublicUser(authorId);
      return { author, ...(await listPage({ authorId }, query, viewerId)) };
    },

    /**
     * Finds the stories in which every word of `q` is a prefix of a word in the title, location, text or author's name.
     * Newest first. An empty `q` matches nothing.
     */
    async search({ q, ...page }: SearchQuery, viewerId: string): Promise<CardPage> {
      const words = tokenize(q);
      if (words.length === 0) return { posts: [], nextCursor: null };
      const conditions = await Promise.all(
        words.map(async (word) => ({
          $or: [
            { searchTokens: buildPrefixFilter(word) },
            {
              authorId: mongoose.trusted({
                $in: await users.findIdsByNamePrefix(word, MAX_SEARCHED_AUTHORS),
              }),
            },
          ],
        })),
      );
      return presentCards(await findCards({ $and: conditions }, page), viewerId);
    },

    /** The viewer's bookmarked stories, newest bookmark first. */
    async listBookmarks(query: PageQuery, viewerId: string): Promise<CardPage> {
      return presentCards(await findBookmarkedCards(viewerId, query), viewerId);
    },
  };
}
export type PostReader = ReturnType<typeof createPostReader>;
