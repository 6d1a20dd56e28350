import type { Post } from '@safarnama/contracts';
import { DEFAULT_MESSAGES } from '@safarnama/contracts';
import { useEffect, useState } from 'react';
import { Link, useLocation, useNavigationType, useSearchParams } from 'react-router-dom';
import * as postApi from '../api/post.api.ts';
import { Failure } from '../components/notice.tsx';
import { usePageTitle } from '../components/use-page-title.ts';
import { paths } from '../config/paths.ts';
import { PostForm, PostFormSkeleton } from '../features/post/post-form.tsx';
import { STORY } from '../features/post/strings-story.ts';
import { errorMessage } from '../lib/api-client.ts';

type Found = { post: Post } | { error: string } | 'missing' | 'loading';

/** A new story, or, with a post in the route state or its id in the address, a change of one. */
export function AddPostPage() {
  const { state } = useLocation();
  const formKey = useFormKey();
  const [params] = useSearchParams();
  const editId = params.get('edit');
  const [tries, setTries] = useState(0);
  const given = postOf(state);
  const found = usePostToEdit(given ? null : editId, tries);
  const isEdit = given !== null || editId !== null;
  usePageTitle(isEdit ? 'Edit post' : 'New post');

  return (
    <div className="site flex flex-1 flex-col py-10">
      <div className="mx-auto w-full max-w-3xl">
        <p className="kicker">{isEdit ? 'A page of your journal' : 'A new page'}</p>
        <h1 className="mt-2 mb-8 text-4xl">{isEdit ? 'Edit your story' : 'Write a story'}</h1>
        {given ? (
          <PostForm key={given._id} post={given} />
        ) : editId === null ? (
          <PostForm key={formKey} post={null} />
        ) : (
          <FoundPost found={found} onRetry={() => setTries(tries + 1)} />
        )}
      </div>
    </div>
  );
}

/**
 * Another one for each new form: 'New Post' on this page begins an empty one. A jump within the page (to its content,
 * say) is an entry of the history, too, and must leave what was typed.
 */
function useFormKey(): string {
  const { key } = useLocation();
  const isJump = useNavigationType() === 'POP';
  const [formKey, setFormKey] = useState(key);
  if (key !== formKey && !isJump) setFormKey(key);
  return formKey;
}

function FoundPost({ found, onRetry }: { found: Found; onRetry: () => void }) {
  if (found === 'loading') return <PostFormSkeleton label={STORY.loadingPost} />;
  if (found === 'missing') {
    return (
      <p role="alert">
        {STORY.postNotFound}{' '}
        <Link to={paths.addPost} className="link">
          Write a new one
        </Link>
      </p>
    );
  }
  if ('error' in found) return <Failure message={`Error: ${found.error}`} onRetry={onRetry} />;
  return <PostForm key={found.post._id} post={found.post} />;
}

/** The post of a route state, as the 'Edit Post' button gives it. */
function postOf(state: unknown): Post | null {
  if (typeof state !== 'object' || state === null || !('post' in state)) return null;
  const { post } = state;
  // Only our own link writes this state, and it writes a whole post.
  return typeof post === 'object' && post !== null && '_id' in post ? (post as Post) : null;
}

/** Finds one's own story by its id, for an address that was reloaded or kept. */
function usePostToEdit(postId: string | null, tries: number): Found {
  const [found, setFound] = useState<Found>('loading');
  // Another try asks again.
  useEffect(() => {
    if (postId === null) return;
    let isCurrent = true;
    const show = (result: Found) => {
      if (isCurrent) setFound(result);
    };
    show('loading');
    const find = async () => {
      const card = await postApi.findMine(postId);
      show(card ? { post: await postApi.getBySlug(card.slug) } : 'missing');
    };
    find().catch((error: unknown) => show({ error: errorMessage(error, DEFAULT_MESSAGES.getPost) }));
    return () => {
      isCurrent = false;
    };
  }, [postId, tries]);
  return found;
}
