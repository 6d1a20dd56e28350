import { countWords } from '@safarnama/contracts';
import { Trash2 } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import { focusNextRow } from '../../../components/focus-next-row.ts';
import { EmptyState } from '../../../components/notice.tsx';
import { RetryButton } from '../../../components/retry-button.tsx';
import { landscapeSceneUrl, sceneUrl } from '../../../components/scenes.ts';
import { toast } from '../../../components/toast.ts';
import { toastFailure } from '../../../components/toast-failure.tsx';
import { UndoMessage } from '../../../components/undo-message.tsx';
import { useFocusLost } from '../../../components/use-focus-lost.ts';
import { useOnReconnect } from '../../../components/use-is-online.ts';
import { paths } from '../../../config/paths.ts';
import { errorMessage } from '../../../lib/api-client.ts';
import { formatAge } from '../../../lib/format-age.ts';
import { pictureUrl } from '../../../lib/pictures.ts';
import { guessLanguage } from '../../../lib/text.ts';
import { UNDO_MS } from '../../../lib/undo.ts';
import { useAuthStore } from '../../../stores/auth.store.ts';
import { type DraftRecord, isOnServer } from '../../../stores/story-draft/draft-record.ts';
import {
  deleteHidden,
  deleteHiddenOnLeave,
  hideDraft,
  type ListedDrafts,
  listDrafts,
  onLeftDraftSaved,
  showDraft,
  useHiddenDrafts,
} from '../../../stores/story-draft/story-drafts.ts';
import { htmlToText } from '../story-html.ts';
import { checkWhenDue } from './check-when-due.ts';
import { describePublishError } from './describe-publish-error.ts';
import { DRAFT_STRINGS } from './draft-strings.ts';
import { formatZonedTime } from './zoned-time.ts';

/** Maximum number of deletions to undo. Beyond 20, a toast would be dropped without ending its offer. */
const MAX_OFFERS = 5;

const toastIdOf = (key: string) => `deleted-draft-${key}`;

/** The user's drafts on this device and on the server. */
export function DraftList() {
  const userId = useAuthStore((state) => state.user?._id ?? '');
  const [drafts, setDrafts] = useState<ListedDrafts | null>(null);
  /** Drafts that were sent after their form was left, perhaps since the list was loaded. */
  const [sent, setSent] = useState<ReadonlyMap<string, DraftRecord>>(new Map());
  const hidden = useHiddenDrafts();
  const load = useCallback(async () => setDrafts(await listDrafts(userId)), [userId]);
  useEffect(() => void load(), [load]);
  useEffect(
    () => onLeftDraftSaved((record) => setSent((current) => new Map(current).set(record.key, record))),
    [],
  );
  const dueAt = Math.min(
    // The schedule of a draft with changes that are only on this device may be outdated.
    ...(drafts?.records ?? []).map((record) =>
      record.publishAt !== null && isOnServer(record) ? Date.parse(record.publishAt) : Infinity,
    ),
  );
  const unreadableCount = drafts?.unreadable.length ?? 0;
  useEffect(() => {
    if (dueAt === Infinity) return undefined;
    return checkWhenDue(dueAt, async () => {
      const reloaded = await listDrafts(userId);
      // Otherwise the list that is shown has more drafts.
      if (reloaded.unreadable.length <= unreadableCount) setDrafts(reloaded);
    });
  }, [dueAt, userId, unreadableCount]);
  useOnReconnect(unreadableCount > 0, () => void load());

  /** @param isByKeyboard - the Undo button then receives the focus: it is too far away to be reached by Tab in time. */
  const remove = ({ key }: DraftRecord, isByKeyboard: boolean) => {
    const toastId = toastIdOf(key);
    const handleUndo = () => {
      showDraft(key);
      toast.dismiss(toastId);
    };
    const handleEnd = () =>
      void deleteHidden(userId, key).catch((cause: unknown) =>
        toastFailure(errorMessage(cause, DRAFT_STRINGS.deleteFailed)),
      );
    const handleLeave = () => {
      deleteHiddenOnLeave(userId, key);
      // A page that is shown again by Back offers no Undo.
      toast.dismiss(toastId);
    };
    const oldestOffered = [...hidden].at(-MAX_OFFERS);
    if (oldestOffered !== undefined) toast.dismiss(toastIdOf(oldestOffered));
    hideDraft(key);
    toast.success(
      ({ visible }) => (
        <DeletedMessage
          isOffered={visible}
          takesFocus={isByKeyboard}
          onUndo={handleUndo}
          onLeave={handleLeave}
          onEnd={handleEnd}
        />
      ),
      { id: toastId, duration: UNDO_MS },
    );
  };

  if (drafts === null) return <div aria-busy="true" className="hides-footer skeleton h-28" />;
  const { unreadable } = drafts;
  const latest = (listed: DraftRecord) => {
    const record = sent.get(listed.key);
    return record && record.version > listed.version ? record : listed;
  };
  const records = drafts.records.filter(({ key }) => !hidden.has(key)).map(latest);
  return (
    <>
      {unreadable.length > 0 && <IncompleteNotice unreadable={unreadable} onRetry={() => void load()} />}
      {records.length > 0 ? (
        <ul aria-label={DRAFT_STRINGS.label} className="grid gap-4">
          {records.map((record) => (
            <DraftRow
              key={record.key}
              record={record}
              onDelete={(isByKeyboard) => remove(record, isByKeyboard)}
            />
          ))}
        </ul>
      ) : (
        unreadable.length === 0 && (
          <EmptyState scene={sceneUrl('monsoon')} title={DRAFT_STRINGS.none}>
            <p className="mt-2 text-ink-soft">{DRAFT_STRINGS.noneText}</p>
          </EmptyState>
        )
      )}
    </>
  );
}

function IncompleteNotice({
  unreadable,
  onRetry,
}: Pick<ListedDrafts, 'unreadable'> & { onRetry: () => void }) {
  return (
    <p role="status" className="mb-4 text-ink-soft">
      {unreadable.map((where) => DRAFT_STRINGS.unreadable[where]).join(' ')}{' '}
      <RetryButton className="link" onRetry={onRetry} />
    </p>
  );
}

interface DeletedMessageProps {
  /** Whether the toast is visible; it stays visible under the pointer or with the focus. */
  isOffered: boolean;
  takesFocus: boolean;
  onUndo: () => void;
  /** Called when the page is closed while Undo is offered: with the focus, without a limit of time. */
  onLeave: () => void;
  /** Called when the deletion can no longer be undone. */
  onEnd: () => void;
}

function DeletedMessage({ isOffered, takesFocus, onUndo, onLeave, onEnd }: DeletedMessageProps) {
  useEffect(() => {
    if (!isOffered) {
      onEnd();
      return undefined;
    }
    window.addEventListener('pagehide', onLeave);
    return () => window.removeEventListener('pagehide', onLeave);
  }, [isOffered, onLeave, onEnd]);
  return <UndoMessage text={DRAFT_STRINGS.deleted} onUndo={onUndo} takesFocus={takesFocus} />;
}

interface DraftRowProps {
  record: DraftRecord;
  onDelete: (isByKeyboard: boolean) => void;
}

function DraftRow({ record, onDelete }: DraftRowProps) {
  const row = useFocusLost<HTMLLIElement>(focusNextRow);
  const { fields, postId, key, version, changedAt, publishAt, isUnpublished } = record;
  const publishError = describePublishError(record);
  const title = fields.title.trim() || DRAFT_STRINGS.untitled;
  // A picture stored only on this device is not shown in the list.
  const picture = fields.image.startsWith('data:') ? '' : fields.image;
  const notes = [
    DRAFT_STRINGS.words({ count: countWords(htmlToText(fields.html)) }),
    formatAge(changedAt),
    ...(isUnpublished ? [DRAFT_STRINGS.unpublished] : postId === null ? [] : [DRAFT_STRINGS.changes]),
    ...(version === 0 ? [DRAFT_STRINGS.onDevice] : []),
  ];
  return (
    <li ref={row} className="card relative flex items-center gap-4 overflow-hidden pe-3">
      <img
        src={picture === '' ? landscapeSceneUrl(null) : pictureUrl(picture, 320)}
        alt=""
        width={144}
        height={96}
        className="min-h-24 w-24 shrink-0 self-stretch bg-paper-sunk object-cover sm:w-36"
      />
      <div className="min-w-0 flex-1 py-3">
        <Link
          to={paths.draft(key)}
          state={{ fromList: true }}
          dir="auto"
          lang={guessLanguage(fields.title)}
          className="wrap-anywhere line-clamp-2 font-semibold after:absolute after:inset-0 hover:underline"
        >
          {title}
        </Link>
        <p className="text-ink-soft text-sm">{notes.join(' · ')}</p>
        {publishAt !== null && (
          <p className="text-sm">{DRAFT_STRINGS.scheduled({ time: formatZonedTime(publishAt) })}</p>
        )}
        {publishError !== null && <p className="text-danger text-sm">{publishError}</p>}
      </div>
      <button
        type="button"
        aria-label={DRAFT_STRINGS.delete({ title })}
        className="relative grid size-11 shrink-0 place-items-center rounded-full text-ink-soft hover:text-danger"
        // The `detail` of a click counts the presses of a pointer; by keyboard, it is 0.
        onClick={({ detail }) => onDelete(detail === 0)}
      >
        <Trash2 aria-hidden className="size-5" />
      </button>
    </li>
  );
}
