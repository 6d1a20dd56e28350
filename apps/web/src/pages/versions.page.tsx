import { MAX_REVISIONS, type Post } from '@safarnama/contracts';
import { ArrowLeft } from 'lucide-react';
import { useCallback, useEffect, useRef } from 'react';
import { Link, useNavigate, useParams } from 'react-router-dom';
import { findOwn } from '../api/own-post.api.ts';
import { Failure, PageNotice } from '../components/notice.tsx';
import { sceneUrl } from '../components/scenes.ts';
import { useLoadedWithRetry } from '../components/use-loaded-with-retry.ts';
import { usePageTitle } from '../components/use-page-title.ts';
import { paths } from '../config/paths.ts';
import { STORY_STRINGS } from '../features/post/reading/story-strings.ts';
import { VERSION_STRINGS } from '../features/post/versions/strings.ts';
import { VersionList } from '../features/post/versions/version-list.tsx';
import { VersionView } from '../features/post/versions/version-view.tsx';
import { errorMessage } from '../lib/api-client.ts';
import { DEFAULT_MESSAGES } from '../lib/default-messages.ts';
import { guessLanguage } from '../lib/text.ts';
import { useRestoredPost } from '../stores/restore-version.ts';

/** The versions of one of the user's own stories. */
export function VersionsPage() {
  const { postId = '', number } = useParams();
  const load = useCallback(() => findOwn(postId), [postId]);
  const { data: post, error, reload } = useLoadedWithRetry(load);
  usePageTitle(post === null ? STORY_STRINGS.notFoundTitle : VERSION_STRINGS.title);

  if (post === null) {
    return (
      <PageNotice scene={sceneUrl('dunes')}>
        <h1 className="mt-2 text-3xl">{STORY_STRINGS.postNotFound}</h1>
        <Link to={paths.myPosts} className="button button-primary">
          {STORY_STRINGS.myPosts}
        </Link>
      </PageNotice>
    );
  }
  return (
    <div className="site pt-10">
      {/* Reserves the line of the link while the story loads. */}
      <p className="min-h-10">
        {post && (
          <Link to={paths.post(post.slug)} className="link inline-flex items-center gap-1.5 py-2">
            <ArrowLeft aria-hidden className="size-4 rtl:-scale-x-100" />
            {VERSION_STRINGS.back}
          </Link>
        )}
      </p>
      <h1 className="mt-2 text-4xl">{VERSION_STRINGS.title}</h1>
      {error !== null && <Failure message={errorMessage(error, DEFAULT_MESSAGES.getPost)} onRetry={reload} />}
      {error === null && !post && <div aria-busy="true" className="hides-footer skeleton mt-8 h-96" />}
      {post && <Versions key={post._id} stored={post} shown={toVersionNumber(number)} />}
    </div>
  );
}

/** @returns null when the URL has no number; 0, which no version has, for an invalid number. */
function toVersionNumber(text: string | undefined): number | null {
  if (text === undefined) return null;
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : 0;
}

function Versions({ stored, shown }: { stored: Post; shown: number | null }) {
  const restored = useRestoredPost((state) => state.post);
  const isNewer = restored?._id === stored._id && restored.version > stored.version;
  const post = isNewer ? restored : stored;
  const navigate = useNavigate();
  // Shows the version that a restore, or undoing it, has created.
  const latest = useRef(post.version);
  useEffect(() => {
    if (latest.current === post.version) return;
    latest.current = post.version;
    navigate(paths.version(post._id, post.version));
  }, [post._id, post.version, navigate]);
  return (
    <>
      <p className="wrap-anywhere mt-3 font-display text-xl" dir="auto" lang={guessLanguage(post.blogTitle)}>
        {post.blogTitle}
      </p>
      <p className="mt-1 mb-8 text-ink-soft">{VERSION_STRINGS.lead({ count: MAX_REVISIONS })}</p>
      <div className="grid gap-x-12 gap-y-6 lg:grid-cols-[19rem_minmax(0,1fr)]">
        <div className={shown === null ? '' : 'max-lg:hidden'}>
          <VersionList key={post.version} postId={post._id} current={post.version} shown={shown} />
        </div>
        {shown === null ? (
          <p className="text-ink-soft max-lg:hidden">{VERSION_STRINGS.choose}</p>
        ) : (
          <div className="min-w-0">
            <Link to={paths.versions(post._id)} className="link mb-4 inline-block py-1.5 lg:hidden">
              {VERSION_STRINGS.list}
            </Link>
            <VersionView key={shown} post={post} number={shown} />
          </div>
        )}
      </div>
    </>
  );
}
