import type { Post, User } from '@safarnama/contracts';
import { countWords, readingMinutes } from '@safarnama/contracts';
import { Monitor, Smartphone } from 'lucide-react';
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { ModalDialog } from '../../../components/modal-dialog.tsx';
import { pictureUrl } from '../../../lib/pictures.ts';
import { useAuthStore } from '../../../stores/auth.store.ts';
import type { UploadQueue } from '../../../stores/picture-uploads/upload-queue.ts';
import type { PostFields } from '../../../stores/story-draft/draft-record.ts';
import { StoryArticle } from '../reading/story-article.tsx';
import { htmlToText, parseHtml, parseStory } from '../story-html.ts';
import { DRAFT_STRINGS } from './draft-strings.ts';
import { PreviewFrame } from './preview-frame.tsx';
import { WRITING_STRINGS } from './strings.ts';
import '../reading/story.css';

const { preview: STRINGS } = WRITING_STRINGS;

const SCREENS = [
  { name: 'phone', width: 375, Icon: Smartphone },
  { name: 'desktop', width: 1280, Icon: Monitor },
] as const;
/** Narrower windows show the phone first. */
const DESKTOP = '(width >= 64rem)';

export interface PreviewDialogProps {
  values: PostFields;
  /** The published story; null for a new one. */
  post: Post | null;
  uploads: UploadQueue;
  onClose: () => void;
}

/** Shows the story as its readers will see it, with the components of its page. */
export function PreviewDialog({ values, post, uploads, onClose }: PreviewDialogProps) {
  const user = useAuthStore((state) => state.user);
  const [width, setWidth] = useState<number>(() => (window.matchMedia(DESKTOP).matches ? 1280 : 375));
  const isStoredImage = values.image === post?.blogImage;
  const size = usePictureSize(isStoredImage ? '' : values.image);
  // The URL of a local file changes when the picture has been prepared. Joined, because it is compared after each step
  // of an upload.
  const previewUrls = useSyncExternalStore(uploads.subscribe, () =>
    uploads
      .list()
      .map(({ previewUrl }) => previewUrl)
      .join(' '),
  );
  const story = useMemo(
    () => parseStory(showUploads(values.html, uploads)),
    [values.html, uploads, previewUrls],
  );
  if (!user) return null;
  const blogImageMeta = isStoredImage ? post.blogImageMeta : size;
  const preview = { ...buildPreview(values, post, user), blogImageMeta };
  return (
    <ModalDialog
      title={STRINGS.title}
      onClose={onClose}
      className="!m-auto flex h-[calc(100dvh-1.5rem)] !max-h-none !w-[calc(100%-1.5rem)] max-w-[84rem] flex-col gap-4 overflow-hidden !p-4"
    >
      {/* At the top, since the dialog focuses its first control. */}
      <button type="button" className="button button-quiet !absolute end-4 top-3" onClick={onClose}>
        {STRINGS.close}
      </button>
      <div>
        <fieldset className="flex gap-2">
          <legend className="sr-only">{STRINGS.screen}</legend>
          {SCREENS.map(({ name, width: screenWidth, Icon }) => (
            <button
              key={name}
              type="button"
              className="button button-quiet aria-pressed:border-indigo aria-pressed:text-indigo"
              aria-pressed={width === screenWidth}
              onClick={() => setWidth(screenWidth)}
            >
              <Icon aria-hidden className="size-4" />
              {STRINGS[name]}
            </button>
          ))}
        </fieldset>
      </div>
      <PreviewFrame key={width} title={STRINGS.frame} width={width} onClose={onClose}>
        <div className="site pt-8 md:pt-12">
          <StoryArticle post={preview} {...story} />
        </div>
      </PreviewFrame>
    </ModalDialog>
  );
}

/** Shows the local files of pictures that are not uploaded yet. */
function showUploads(html: string, uploads: UploadQueue): string {
  const body = parseHtml(html);
  for (const figure of body.querySelectorAll('figure[data-upload]')) {
    const url = uploads.get(figure.getAttribute('data-upload') ?? '')?.previewUrl;
    if (url) figure.querySelector('img')?.setAttribute('src', url);
  }
  return body.innerHTML;
}

/** Builds the story as the server would return it; fields that its page does not show have placeholder values. */
function buildPreview(values: PostFields, post: Post | null, user: User): Post {
  const { title, html, image, imageAlt, location, place } = values;
  const now = new Date().toISOString();
  const text = htmlToText(html);
  return {
    _id: post?._id ?? '',
    slug: post?.slug ?? '',
    blogTitle: title.trim() || DRAFT_STRINGS.untitled,
    blogHtml: html,
    blogContent: text,
    blogImage: image,
    blogImageAlt: imageAlt.trim(),
    blogImageMeta: null,
    blogLocation: location.trim(),
    place: place ?? null,
    visitedOn: values.visitedOn || null,
    landscape: post?.landscape ?? null,
    pictures: [],
    createdAt: post?.createdAt ?? now,
    updatedAt: now,
    publishedAt: post?.publishedAt ?? now,
    visibility: values.visibility,
    authorId: { _id: user._id, fullName: user.fullName, profilePic: user.profilePic },
    likeCount: post?.likeCount ?? 0,
    likedByMe: false,
    bookmarkedByMe: false,
    commentCount: post?.commentCount ?? 0,
    readMinutes: readingMinutes(countWords(text)),
    version: post?.version ?? 1,
  };
}

/** Size of a picture that is not stored yet, which determines its aspect ratio; null until it is known. */
function usePictureSize(image: string): Post['blogImageMeta'] {
  const [size, setSize] = useState<Post['blogImageMeta']>(null);
  useEffect(() => {
    if (image === '') return;
    const picture = new Image();
    picture.onload = () =>
      setSize({ width: picture.naturalWidth, height: picture.naturalHeight, thumbhash: '' });
    picture.src = pictureUrl(image, 320);
    return () => {
      picture.onload = null;
      setSize(null);
    };
  }, [image]);
  return size;
}
