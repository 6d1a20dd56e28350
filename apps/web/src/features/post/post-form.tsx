import type { Post } from '@safarnama/contracts';
import { isBlank, LIMITS } from '@safarnama/contracts';
import {
  type FormEvent,
  lazy,
  Suspense,
  useDeferredValue,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import toast from 'react-hot-toast';
import { useNavigate } from 'react-router-dom';
import { TextField } from '../../components/text-field.tsx';
import { paths } from '../../config/paths.ts';
import { htmlToText } from '../../lib/story-html.ts';
import { countWords, readMinutes } from '../../lib/text.ts';
import { useAuthStore } from '../../stores/auth.store.ts';
import { useBlogStore } from '../../stores/blog.store.ts';
import { forgetForm, keepForm, keptForm, type PostFields } from './kept-form.ts';
import { PictureField } from './picture-field.tsx';

// The editor is larger than everything else together: the form stands before it is there.
const StoryEditor = lazy(async () => ({ default: (await import('./story-editor.tsx')).StoryEditor }));

const REQUIRED = 'Title and content are required.';
const SAVE_FAILED = 'Operation failed.';

/** Writes a new story, or changes `post`. A failed save leaves everything as it was typed. */
export function PostForm({ post }: { post: Post | null }) {
  const { createPost, updatePost } = useBlogStore();
  const navigate = useNavigate();
  const userId = useAuthStore((state) => state.user?._id ?? '');
  const formKey = post?._id ?? 'new';
  const [initial] = useState(() => keptForm(userId, formKey) ?? fieldsOf(post));
  const [title, setTitle] = useState(initial.title);
  const [html, setHtml] = useState(initial.html);
  const [image, setImage] = useState(initial.image);
  const [imageAlt, setImageAlt] = useState(initial.imageAlt);
  const [location, setLocation] = useState(initial.location);
  const [isBusy, setIsBusy] = useState(false);
  // One id for all tries of this story: a try whose answer was lost is not stored twice.
  const clientPostId = useRef(crypto.randomUUID());

  const typed = useRef(initial);
  useEffect(() => {
    typed.current = { title, html, image, imageAlt, location };
  });
  useEffect(() => {
    const ownerId = userId;
    if (ownerId === '') return;
    forgetForm();
    return () => keepForm(ownerId, formKey, typed.current);
  }, [userId, formKey]);

  const handleSubmit = async (event: FormEvent) => {
    event.preventDefault();
    const blogContent = htmlToText(html);
    if (isBlank(title) || isBlank(blogContent)) {
      toast.error(REQUIRED);
      return;
    }
    const body = {
      blogTitle: title.trim(),
      blogContent,
      blogHtml: html,
      blogImage: image,
      blogImageAlt: imageAlt,
      blogLocation: location.trim(),
    };
    setIsBusy(true);
    const saved = post
      ? await updatePost(post._id, body)
      : await createPost({ ...body, clientPostId: clientPostId.current });
    setIsBusy(false);
    if (!saved) {
      toast.error(useBlogStore.getState().error ?? SAVE_FAILED);
      return;
    }
    toast.success(post ? 'Post updated!' : 'Post created!');
    navigate(paths.post(saved.slug), { replace: true });
  };

  return (
    <form onSubmit={handleSubmit} noValidate className="grid gap-7">
      <TextField
        label="Title"
        placeholder="Morning on the ghats"
        maxLength={LIMITS.postTitle}
        className="!min-h-14 font-display !text-2xl"
        dir="auto"
        value={title}
        onChange={(event) => setTitle(event.target.value)}
      />
      <div>
        <p id="story-label" className="mb-1.5 font-semibold text-sm">
          Your story
        </p>
        <Suspense fallback={<div aria-busy="true" className="skeleton h-[550px]" />}>
          <StoryEditor initialHtml={initial.html} onChange={setHtml} labelId="story-label" />
        </Suspense>
        <WordCount html={html} />
      </div>
      <div>
        <p className="mb-1.5 font-semibold text-sm">Picture</p>
        <PictureField image={image} alt={imageAlt} onImage={setImage} onAlt={setImageAlt} />
      </div>
      <TextField
        label="Location"
        placeholder="Varanasi, Uttar Pradesh"
        hint="A town, a village, a pass. Leave it empty if it is nobody’s business."
        maxLength={LIMITS.postLocation}
        value={location}
        onChange={(event) => setLocation(event.target.value)}
      />
      <div className="flex flex-wrap items-center gap-3 border-line border-t pt-6">
        <button type="submit" className="button button-accent" disabled={isBusy}>
          {buttonText(post !== null, isBusy)}
        </button>
        <button type="button" className="button button-quiet" onClick={() => navigate(-1)}>
          Cancel
        </button>
      </div>
    </form>
  );
}

function fieldsOf(post: Post | null): PostFields {
  return {
    title: post?.blogTitle ?? '',
    html: post?.blogHtml ?? '',
    image: post?.blogImage ?? '',
    imageAlt: post?.blogImageAlt ?? '',
    location: post?.blogLocation ?? '',
  };
}

function buttonText(isEdit: boolean, isBusy: boolean): string {
  if (isBusy) return isEdit ? 'Saving…' : 'Publishing…';
  return isEdit ? 'Update post' : 'Publish';
}

/** Counts behind the typing: on a long story counting takes longer than a key stroke may. */
function WordCount({ html }: { html: string }) {
  const settled = useDeferredValue(html);
  const words = useMemo(() => countWords(htmlToText(settled)), [settled]);
  return (
    <p className="mt-2 text-ink-soft text-sm tabular-nums">
      {words} {words === 1 ? 'word' : 'words'} · {readMinutes(words)} min read
    </p>
  );
}
