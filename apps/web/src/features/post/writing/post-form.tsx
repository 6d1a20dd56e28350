import type { Post } from '@safarnama/contracts';
import { LIMITS } from '@safarnama/contracts';
import {
  type FormEvent,
  type KeyboardEvent,
  useCallback,
  useDeferredValue,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import toast from 'react-hot-toast';
import { useNavigate } from 'react-router-dom';
import { paths } from '../../../config/paths.ts';
import { randomId } from '../../../lib/random-id.ts';
import { IMAGE_UNREADABLE, readImage } from '../../../lib/read-image.ts';
import { countWords, readMinutes } from '../../../lib/text.ts';
import { useAuthStore } from '../../../stores/auth.store.ts';
import { useBlogStore } from '../../../stores/blog.store.ts';
import { useFormStash } from '../../../stores/use-form-stash.ts';
import { htmlToText } from '../story-html.ts';
import { CountedField } from './counted-field.tsx';
import { historyIndex } from './history-index.ts';
import { LazyStoryEditor } from './lazy-story-editor.tsx';
import { LeaveDialog } from './leave-dialog.tsx';
import { PictureField } from './picture-field.tsx';
import { type PostFields, postStash } from './post-stash.ts';
import {
  clearReloadStash,
  deleteStashedPicture,
  readReloadStash,
  readStashedPicture,
  stashForReload,
} from './reload-stash.ts';
import { WRITING_STRINGS } from './strings.ts';
import { TitleField } from './title-field.tsx';
import { UploadProgress } from './upload-progress.tsx';
import { useLeaveGuard } from './use-leave-guard.ts';
import { usePictureDrop } from './use-picture-drop.ts';
import { type FieldErrors, firstError, storyBytes, validatePost } from './validate-post.ts';

const STORY_LABEL_ID = 'story-label';
const STORY_NOTE_ID = 'story-note';

/** Writes a new story, or changes `post`. A failed save leaves everything as it was typed. */
export function PostForm({ post }: { post: Post | null }) {
  const { createPost, updatePost } = useBlogStore();
  const navigate = useNavigate();
  const userId = useAuthStore((state) => state.user?._id ?? null);
  const formKey = post?._id ?? 'new';
  const [saved, setSaved] = useState(() => toFields(post));
  const [reloadStash] = useState(() => (userId === null ? null : readReloadStash(userId, formKey)));
  const [initial] = useState(
    () =>
      (userId === null ? null : postStash.restore(userId, formKey)) ??
      reloadStash?.typed ?? { ...saved, clientPostId: randomId() },
  );
  const [title, setTitle] = useState(initial.title);
  const [html, setHtml] = useState(initial.html);
  const [image, setImage] = useState(initial.image);
  const [imageAlt, setImageAlt] = useState(initial.imageAlt);
  const [location, setLocation] = useState(initial.location);
  const [errors, setErrors] = useState<FieldErrors>({});
  /** Part of the story that has been sent; null while nothing is on its way. */
  const [uploadProgress, setUploadProgress] = useState<number | null>(null);
  const { clientPostId } = initial;
  const form = useRef<HTMLFormElement>(null);
  const titleField = useRef<HTMLTextAreaElement>(null);
  const isBusy = uploadProgress !== null;

  const fields = { title, html, image, imageAlt, location };
  const stashedPost = { ...fields, clientPostId };
  useFormStash(postStash, userId, formKey, stashedPost);
  const guard = useLeaveGuard(isChanged(fields, saved));
  const isUnmounted = useRef(false);
  useEffect(() => {
    isUnmounted.current = false;
    return () => {
      isUnmounted.current = true;
    };
  }, []);

  // What was wrong is checked again as it is put right; nothing new is told before the next try.
  const visibleErrors = useMemo(() => {
    if (Object.keys(errors).length === 0) return errors;
    const currentErrors = validatePost({ title, html, image, imageAlt, location });
    return Object.fromEntries(
      Object.entries(currentErrors).filter(([field]) => field in errors),
    ) as FieldErrors;
  }, [errors, title, html, image, imageAlt, location]);

  const pictureId = reloadStash?.pictureId ?? null;
  useEffect(() => {
    clearReloadStash();
    if (pictureId === null) return;
    let isCurrent = true;
    void readStashedPicture(pictureId).then((picture) => {
      if (!isCurrent) return;
      // One that was picked meanwhile stays.
      setImage((currentImage) => (currentImage === '' ? picture : currentImage));
      void deleteStashedPicture(pictureId);
    });
    return () => {
      isCurrent = false;
    };
  }, [pictureId]);

  const initialHtml = useRef(initial.html);
  const handleStory = useCallback((nextHtml: string, isTyped: boolean) => {
    setHtml(nextHtml);
    // The editor writes the stored markup its own way: that is no change of the story.
    if (!isTyped)
      setSaved((previous) =>
        previous.html === initialHtml.current ? { ...previous, html: nextHtml } : previous,
      );
  }, []);

  const handlePictureFile = async (file: File) => {
    try {
      setImage(await readImage(file));
    } catch (error) {
      toast.error(error instanceof Error ? error.message : IMAGE_UNREADABLE);
    }
  };
  const { isDragOver, handlers } = usePictureDrop((file) => void handlePictureFile(file));

  const focusStory = () => form.current?.querySelector<HTMLElement>('[role="textbox"]')?.focus();
  const handleSubmit = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    const newErrors = validatePost(fields);
    setErrors(newErrors);
    const first = firstError(newErrors);
    if (first !== undefined) {
      toast.error(first);
      if (newErrors.title !== undefined) titleField.current?.focus();
      else if (newErrors.story !== undefined) focusStory();
      return;
    }
    const body = {
      blogTitle: title.trim(),
      blogContent: htmlToText(html),
      blogHtml: html,
      blogImage: image,
      blogImageAlt: image === '' ? '' : imageAlt.trim(),
      blogLocation: location.trim(),
    };
    setUploadProgress(0);
    const stored = await (post
      ? updatePost(post._id, body, setUploadProgress)
      : createPost({ ...body, clientPostId }, setUploadProgress));
    setUploadProgress(null);
    if (!stored) {
      toast.error(useBlogStore.getState().error ?? WRITING_STRINGS.saveFailed);
      return;
    }
    toast.success(post ? WRITING_STRINGS.updated : WRITING_STRINGS.created);
    guard.disarm();
    // Whoever has gone elsewhere meanwhile is not fetched back.
    if (!isUnmounted.current) navigate(paths.post(stored.slug), { replace: true });
  };
  const handleCancel = () => {
    if (historyIndex(window.history.state) > 0) navigate(-1);
    // In a tab that was opened here, Back would lead out of this site, or nowhere.
    else navigate(post ? paths.post(post.slug) : paths.home, { replace: true });
  };
  const handleReload = async () => {
    // What is not kept the browser itself asks about.
    if (userId !== null && (await stashForReload(userId, formKey, stashedPost))) guard.disarm();
    window.location.reload();
  };
  const handleKeyDown = (event: KeyboardEvent) => {
    const isPublish = event.key === 'Enter' && (event.ctrlKey || event.metaKey);
    // The dialogs of the editor stand outside of the form, but under it in React's tree.
    if (!isPublish || !(event.target instanceof Node && form.current?.contains(event.target))) return;
    event.preventDefault();
    event.stopPropagation();
    if (!event.repeat) form.current.requestSubmit();
  };

  return (
    <form
      ref={form}
      onSubmit={handleSubmit}
      onKeyDownCapture={handleKeyDown}
      noValidate
      aria-busy={isBusy}
      className="relative grid gap-7"
      {...handlers}
    >
      <TitleField
        ref={titleField}
        value={title}
        error={visibleErrors.title}
        onChange={setTitle}
        onEnter={focusStory}
      />
      <div className="min-w-0">
        <p id={STORY_LABEL_ID} className="mb-1.5 font-semibold text-sm">
          Your story
        </p>
        <LazyStoryEditor
          initialHtml={initial.html}
          onChange={handleStory}
          labelId={STORY_LABEL_ID}
          noteId={STORY_NOTE_ID}
          isInvalid={visibleErrors.story !== undefined}
          onReload={() => void handleReload()}
        />
        <StoryNote html={html} error={visibleErrors.story} />
      </div>
      <div>
        <p className="mb-1.5 font-semibold text-sm">Picture</p>
        <PictureField
          image={image}
          storedSize={image === post?.blogImage ? post.blogImageMeta : null}
          alt={imageAlt}
          altError={visibleErrors.imageAlt}
          onImage={setImage}
          onAlt={setImageAlt}
        />
      </div>
      <CountedField
        label="Location"
        placeholder="For example: Varanasi, Uttar Pradesh"
        hint="A town, a village, a pass. You can leave it empty."
        max={LIMITS.postLocation}
        error={visibleErrors.location}
        dir="auto"
        value={location}
        onChange={(event) => setLocation(event.target.value)}
      />
      <div className="flex flex-wrap items-center gap-3 border-line border-t pt-6">
        <button
          type="submit"
          className="button button-accent"
          disabled={isBusy}
          aria-keyshortcuts="Control+Enter Meta+Enter"
        >
          {buttonText(post !== null, isBusy)}
        </button>
        <button type="button" className="button button-quiet" onClick={handleCancel}>
          Cancel
        </button>
        {uploadProgress !== null && <UploadProgress progress={uploadProgress} />}
      </div>
      {isDragOver && (
        <div
          aria-hidden
          className="pointer-events-none absolute -inset-3 z-10 grid place-items-center rounded-card border-2 border-indigo border-dashed bg-indigo-wash/80 font-semibold text-indigo"
        >
          Drop the picture to add it to your story
        </div>
      )}
      {guard.isConfirming && <LeaveDialog onStay={guard.stay} onLeave={guard.leave} />}
    </form>
  );
}

/** The shape of the form while the story to change is on its way. */
export function PostFormSkeleton({ label }: { label: string }) {
  return (
    <div aria-busy="true" className="grid gap-7">
      <p role="status" className="text-ink-soft">
        {label}
      </p>
      <div aria-hidden className="skeleton h-14" />
      <div aria-hidden className="skeleton h-[550px]" />
      <div aria-hidden className="skeleton h-36" />
    </div>
  );
}

function toFields(post: Post | null): PostFields {
  return {
    title: post?.blogTitle ?? '',
    html: post?.blogHtml ?? '',
    image: post?.blogImage ?? '',
    imageAlt: post?.blogImageAlt ?? '',
    location: post?.blogLocation ?? '',
  };
}

/** An empty editor has markup of its own; a text this short holds no story. */
const MAX_EMPTY_HTML_LENGTH = 40;

function isChanged(fields: PostFields, saved: PostFields): boolean {
  const isEmpty = (html: string) => html.length < MAX_EMPTY_HTML_LENGTH && htmlToText(html) === '';
  return (
    fields.title !== saved.title ||
    fields.image !== saved.image ||
    fields.imageAlt !== saved.imageAlt ||
    fields.location !== saved.location ||
    (fields.html !== saved.html && !(isEmpty(fields.html) && isEmpty(saved.html)))
  );
}

function buttonText(isEdit: boolean, isBusy: boolean): string {
  if (isBusy) return isEdit ? 'Saving…' : 'Publishing…';
  return isEdit ? 'Update post' : 'Publish';
}

/** Counts behind the typing: on a long story counting takes longer than a key stroke may. */
function StoryNote({ html, error }: { html: string; error: string | undefined }) {
  const deferredHtml = useDeferredValue(html);
  const words = useMemo(() => countWords(htmlToText(deferredHtml)), [deferredHtml]);
  const bytes = useMemo(() => storyBytes(deferredHtml), [deferredHtml]);
  const excessBytes = bytes - LIMITS.postContentBytes;
  const tooLong =
    excessBytes > 0
      ? `${WRITING_STRINGS.contentTooLong}; it has ${Math.ceil(excessBytes / 1_000)} kB too many.`
      : '';
  const message = tooLong === '' ? (error ?? '') : tooLong;
  return (
    <div id={STORY_NOTE_ID} className="mt-2 flex flex-wrap justify-between gap-x-6 text-sm">
      <p className="text-ink-soft tabular-nums">
        {words} {words === 1 ? 'word' : 'words'} · {readMinutes(words)} min read
      </p>
      <p role="status" className="text-danger">
        {message}
      </p>
    </div>
  );
}
