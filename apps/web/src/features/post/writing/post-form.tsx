import { LIMITS, type PlaceHit, type Post } from '@safarnama/contracts';
import { type FormEvent, type KeyboardEvent, useCallback, useEffect, useMemo, useRef } from 'react';
import { LeaveDialog } from '../../../components/leave-dialog.tsx';
import type { OpenedDraft } from '../../../stores/story-draft/story-drafts.ts';
import { DraftConflict } from './draft-conflict.tsx';
import { DraftOffer } from './draft-offer.tsx';
import { LazyStoryEditor } from './lazy-story-editor.tsx';
import { usePhotoDetails } from './photos/use-photo-details.ts';
import { PictureField } from './picture-field.tsx';
import { PicturesProgress } from './pictures-progress.tsx';
import { PlaceAndDate } from './place-and-date.tsx';
import { PreviewButton } from './preview-button.tsx';
import { PublishOptions } from './publish-options.tsx';
import { SaveStatus } from './save-status.tsx';
import { SectionLabel } from './section-label.tsx';
import { SendingDialog } from './sending-dialog.tsx';
import { StoryAddress } from './story-address.tsx';
import { StoryNote } from './story-note.tsx';
import { WRITING_STRINGS } from './strings.ts';
import { SubmitButton } from './submit-button.tsx';
import { TitleField } from './title-field.tsx';
import { UploadProgress } from './upload-progress.tsx';
import { useCardPicture } from './use-card-picture.ts';
import { usePictureDrop } from './use-picture-drop.ts';
import { usePostForm } from './use-post-form.ts';
import { storyBytes } from './validate-post.ts';

const STORY_LABEL_ID = 'story-label';
const STORY_ERROR_ID = 'story-error';
const STORY_NOTE_ID = 'story-note';
const PICTURE_LABEL_ID = 'picture-label';

interface PostFormProps {
  post: Post | null;
  /** The draft to continue; null for a new one. */
  opened: OpenedDraft | null;
  /** Initial place of a new story. */
  place?: PlaceHit | null;
}

/** The form that creates a story, or updates `post`. */
export function PostForm({ post, opened, place = null }: PostFormProps) {
  const photos = usePhotoDetails();
  const { addPhotos } = photos;
  const picture = useCardPicture((image, file) => {
    setField('image', image);
    addPhotos([file]);
  });
  const {
    values,
    errors,
    draft,
    pictures,
    schedule,
    uploadProgress,
    isConfirmingLeave,
    setField,
    ...postForm
  } = usePostForm(post, opened, place, picture.isReading);
  const { isDragOver, handlers } = usePictureDrop(picture.read);
  const form = useRef<HTMLFormElement>(null);
  const submitButton = useRef<HTMLButtonElement>(null);
  const titleField = useRef<HTMLTextAreaElement>(null);
  const pictureSection = useRef<HTMLElement>(null);
  // Leaving saves pending changes if the device or the server can store them.
  const isUnsaved =
    (draft.hasDeviceFailed && draft.status !== 'saved') || pictures.isUnsaved || picture.isReading;
  const isPublishing = uploadProgress !== null || pictures.progress !== null || picture.isAwaited;
  const isBusy = isPublishing || schedule.isBusy;
  const isNew = post === null && !postForm.isUnpublished;
  // The note below the text shows by how much it is too long.
  const isTooLong = errors.story !== undefined && storyBytes(values.html) > LIMITS.postContentBytes;
  const storyError = isTooLong ? undefined : errors.story;

  const { uploads } = pictures;
  const isReady = pictures.isReady || picture.isReady;
  const { cancel: cancelPicture } = picture;
  const setCardImage = useCallback(
    (src: string, alt: string) => {
      // A picture that was chosen before must not replace this one.
      cancelPicture();
      setField('image', src);
      setField('imageAlt', alt);
    },
    [setField, cancelPicture],
  );
  // The same object while nothing changes, since the editor is memoized.
  const storyPictures = useMemo(
    () => ({ uploads, cardImage: values.image, onCardImage: setCardImage, onAddFiles: addPhotos }),
    [uploads, values.image, setCardImage, addPhotos],
  );
  useEffect(() => {
    if (isReady) form.current?.requestSubmit();
  }, [isReady]);

  const focusTitle = () => titleField.current?.focus();
  const focusSubmit = () => submitButton.current?.focus({ preventScroll: true });
  const focusStory = () => form.current?.querySelector<HTMLElement>('[role="textbox"]')?.focus();
  const handleSubmit = async (event: FormEvent) => {
    event.preventDefault();
    if (picture.startWaiting()) {
      // The next attempt, when the picture is ready, waits for the pictures of the text again.
      pictures.stopWaiting();
      return;
    }
    const { title, story, image, ...others } = await postForm.submit();
    if (title !== undefined) focusTitle();
    else if (story !== undefined) {
      focusStory();
      document.getElementById(STORY_LABEL_ID)?.scrollIntoView({ block: 'nearest' });
    } else if (image !== undefined) pictureSection.current?.focus();
    else if (Object.keys(others).length > 0) {
      form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
    }
  };
  const handleKeyDown = (event: KeyboardEvent) => {
    const { key, target } = event;
    // Events of the editor's dialogs bubble here through the React tree, although they are outside the form.
    if (key !== 'Enter' || !(target instanceof Element && form.current?.contains(target))) return;
    const isPublish = event.ctrlKey || event.metaKey;
    // By default, Enter in an input submits the form, which would publish the story.
    if (isPublish || target instanceof HTMLInputElement) event.preventDefault();
    if (isPublish && !event.repeat) form.current.requestSubmit();
  };

  return (
    <form
      ref={form}
      onSubmit={handleSubmit}
      onKeyDown={handleKeyDown}
      noValidate
      aria-busy={isBusy}
      className="relative grid gap-7"
      {...handlers}
    >
      {opened === null && draft.status === 'clean' && (
        <DraftOffer postId={post?._id ?? null} onStart={focusTitle} />
      )}
      {postForm.conflict !== null && (
        <DraftConflict
          own={values}
          other={postForm.conflict}
          publishAttempts={postForm.publishAttempts}
          onKeepOwn={postForm.keepOwn}
          onKeepOther={() => {
            cancelPicture();
            postForm.keepOther();
          }}
          onFocusLost={focusTitle}
        />
      )}
      {postForm.isUnpublished && <p className="text-ink-soft">{WRITING_STRINGS.unpublishedNote}</p>}
      <div>
        <TitleField
          ref={titleField}
          value={values.title}
          error={errors.title}
          onChange={(title) => setField('title', title)}
          onEnter={focusStory}
        />
        {!postForm.isUnpublished && <StoryAddress title={values.title} slug={post?.slug ?? null} />}
      </div>
      <div className="min-w-0">
        {/* With the error above the text: on a phone, its lower end is not visible. */}
        <SectionLabel
          id={STORY_LABEL_ID}
          label={WRITING_STRINGS.story}
          statusId={STORY_ERROR_ID}
          error={storyError}
        />
        <LazyStoryEditor
          key={postForm.editorKey}
          initialHtml={postForm.initialHtml}
          onChange={postForm.setHtml}
          labelId={STORY_LABEL_ID}
          noteIds={`${STORY_ERROR_ID} ${STORY_NOTE_ID}`}
          isInvalid={errors.story !== undefined}
          pictures={storyPictures}
          initialCaret={postForm.initialCaret}
          onMoveCaret={postForm.moveCaret}
          onReload={() => void postForm.reload()}
        />
        <StoryNote id={STORY_NOTE_ID} html={values.html} />
      </div>
      <section ref={pictureSection} tabIndex={-1} aria-labelledby={PICTURE_LABEL_ID}>
        <SectionLabel
          id={PICTURE_LABEL_ID}
          label={WRITING_STRINGS.picture.label}
          error={errors.image ?? (postForm.isPictureLost ? WRITING_STRINGS.picture.lost : undefined)}
          status={picture.isReading && WRITING_STRINGS.picture.reading}
        />
        <PictureField
          image={values.image}
          storedSize={values.image === post?.blogImage ? post.blogImageMeta : null}
          alt={values.imageAlt}
          altError={errors.imageAlt}
          onFile={picture.read}
          onImage={(image) => setField('image', image)}
          onRemove={() => setCardImage('', '')}
          onAlt={(alt) => setField('imageAlt', alt)}
        />
      </section>
      <PlaceAndDate values={values} errors={errors} isNew={isNew} photos={photos} setField={setField} />
      <PublishOptions
        visibility={values.visibility}
        onVisibility={(visibility) => setField('visibility', visibility)}
        schedule={isNew ? schedule : null}
        onFocusLost={focusSubmit}
      />
      <div className="sticky-actions flex flex-wrap items-center gap-x-2 gap-y-3 border-line sm:gap-x-3 border-t">
        <SubmitButton
          ref={submitButton}
          isEdit={post !== null}
          isPublishing={isPublishing}
          isBusy={isBusy}
          schedule={schedule}
        />
        <button type="button" className="button button-quiet" onClick={postForm.cancel}>
          {WRITING_STRINGS.cancel}
        </button>
        <PreviewButton values={values} post={post} uploads={uploads} />
        {pictures.progress !== null ? (
          <PicturesProgress
            progress={pictures.progress}
            onStop={pictures.stopWaiting}
            onFocusLost={focusSubmit}
          />
        ) : uploadProgress === null ? (
          <SaveStatus state={draft} />
        ) : (
          <UploadProgress progress={uploadProgress} />
        )}
      </div>
      {isDragOver && (
        <div
          aria-hidden
          className="pointer-events-none absolute -inset-3 z-10 grid place-items-center rounded-card border-2 border-indigo border-dashed bg-indigo-wash/80 font-semibold text-indigo"
        >
          {WRITING_STRINGS.picture.drop}
        </div>
      )}
      {isConfirmingLeave &&
        (uploadProgress === null ? (
          <LeaveDialog
            title={isUnsaved ? undefined : WRITING_STRINGS.leavingDraft.title}
            text={isUnsaved ? undefined : WRITING_STRINGS.leavingDraft.text}
            stayLabel={WRITING_STRINGS.stay}
            onStay={postForm.stay}
            onLeave={() => {
              picture.cancel();
              postForm.leave();
            }}
          />
        ) : (
          <SendingDialog
            isEdit={post !== null}
            progress={uploadProgress}
            onStay={postForm.stay}
            onLeave={postForm.leave}
          />
        ))}
    </form>
  );
}

/** Placeholder while the story to edit is loading. */
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
