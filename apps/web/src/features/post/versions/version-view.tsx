import { MAX_REVISIONS, type Post, type Revision, type Visibility } from '@safarnama/contracts';
import { RotateCcw } from 'lucide-react';
import { useCallback, useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import * as revisionApi from '../../../api/revision.api.ts';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { Failure } from '../../../components/notice.tsx';
import { toastFailure } from '../../../components/toast-failure.tsx';
import { useBusy } from '../../../components/use-busy.ts';
import { useLoadedWithRetry } from '../../../components/use-loaded-with-retry.ts';
import { paths } from '../../../config/paths.ts';
import { errorMessage, isNotFoundError } from '../../../lib/api-client.ts';
import { formatMessageTime } from '../../../lib/format-date.ts';
import { restoreVersion } from '../../../stores/restore-version.ts';
import { trackOtherUser } from '../../../stores/track-user.ts';
import { toastUndoable, type UndoableChange } from '../reading/toast-undoable.tsx';
import { VERSION_STRINGS } from './strings.ts';
import { VersionChanges } from './version-changes.tsx';
import { VersionText } from './version-text.tsx';

/** What is shown of a version, as in the URL: its text or its differences from another version. */
type Mode = 'text' | 'previous' | 'current';

interface VersionViewProps {
  post: Post;
  number: number;
}

/** One version of a story: its text or its differences from another version, and a button that restores it. */
export function VersionView({ post, number }: VersionViewProps) {
  const [params] = useSearchParams();
  const modes = listModes(number, post.version);
  const mode = modes.find(({ mode: id }) => id === params.get('compare'))?.mode ?? 'text';
  const load = useCallback(async (): Promise<Versions> => {
    const others = { text: null, previous: number - 1, current: post.version };
    const other = others[mode];
    const [revision, compared] = await Promise.all([
      revisionApi.find(post._id, number),
      other === null ? null : revisionApi.find(post._id, other),
    ]);
    if (compared === null) return { revision, changes: null };
    const isLater = compared.number > number;
    return { revision, changes: isLater ? [revision, compared] : [compared, revision] };
  }, [post._id, post.version, number, mode]);
  const { data, error, reload } = useLoadedWithRetry(load);

  return (
    <section aria-label={VERSION_STRINGS.version({ number })}>
      <div className="mb-6 flex flex-wrap items-center gap-x-6 gap-y-3 border-line border-b pb-5">
        <div className="me-auto">
          <h2 className="text-2xl">{VERSION_STRINGS.version({ number })}</h2>
          <p className="min-h-6 text-ink-soft text-sm">{data && <VersionFacts revision={data.revision} />}</p>
        </div>
        {/* Shown while the version is being loaded, too, so that nothing moves. */}
        {number < post.version && error === null && (
          <RestoreButton post={post} number={number} visibility={data?.revision.visibility} />
        )}
        {modes.length > 1 && (
          <nav aria-label={VERSION_STRINGS.modes} className="flex w-full flex-wrap gap-x-5">
            {modes.map(({ mode: id, label }) => (
              <Link
                key={id}
                to={id === 'text' ? paths.version(post._id, number) : `?compare=${id}`}
                replace
                aria-current={id === mode ? 'page' : undefined}
                className="link py-1.5 aria-[current]:text-ink aria-[current]:no-underline"
              >
                {label}
              </Link>
            ))}
          </nav>
        )}
      </div>
      {error !== null && <VersionFailure error={error} onRetry={reload} />}
      {error === null && data === undefined && (
        <div aria-busy="true" className="hides-footer skeleton h-96" />
      )}
      {data &&
        (data.changes ? (
          <VersionChanges before={data.changes[0]} after={data.changes[1]} />
        ) : (
          <VersionText post={post} revision={data.revision} />
        ))}
    </section>
  );
}

interface Versions {
  revision: Revision;
  /** The two versions to compare, the earlier one first; null if only the text is shown. */
  changes: [before: Revision, after: Revision] | null;
}

/** Lists the modes in which a version can be shown. The previous version may no longer be stored. */
function listModes(number: number, current: number): { mode: Mode; label: string }[] {
  const hasPrevious = number > Math.max(1, current - MAX_REVISIONS + 1);
  return [
    { mode: 'text', label: VERSION_STRINGS.text },
    ...(hasPrevious ? [{ mode: 'previous' as const, label: VERSION_STRINGS.sincePrevious }] : []),
    ...(number < current ? [{ mode: 'current' as const, label: VERSION_STRINGS.untilCurrent }] : []),
  ];
}

function VersionFacts({ revision }: { revision: Revision }) {
  const { createdAt, restoredFrom } = revision;
  return (
    <>
      <time dateTime={createdAt}>{formatMessageTime(createdAt)}</time>
      {restoredFrom !== null && ` · ${VERSION_STRINGS.restoredFrom({ number: restoredFrom })}`}
    </>
  );
}

function VersionFailure({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  if (isNotFoundError(error)) return <p role="alert">{VERSION_STRINGS.missing}</p>;
  return <Failure message={errorMessage(error, VERSION_STRINGS.loadFailed)} onRetry={onRetry} />;
}

interface Restoration extends VersionViewProps {
  /** The number of the version that was current before. */
  previous: number;
}

/** Describes the restoration of a version; its undo restores the previously current version. */
function describeRestoration({ post, number, previous }: Restoration): UndoableChange {
  return {
    toastId: `restored:${post._id}`,
    authorId: post.authorId._id,
    texts: {
      done: VERSION_STRINGS.restored({ number }),
      undoing: VERSION_STRINGS.restoring,
      undone: VERSION_STRINGS.undone,
      failed: VERSION_STRINGS.restoreFailed,
      tooLate: VERSION_STRINGS.missing,
    },
    undo: async () => void (await restoreVersion(post._id, previous)),
  };
}

interface RestoreButtonProps extends VersionViewProps {
  /** Who could read the version; undefined while it is being loaded. */
  visibility: Visibility | undefined;
}

/** Restores a version. Asks before, if other people than now could then read the story. */
function RestoreButton({ post, number, visibility }: RestoreButtonProps) {
  const [isConfirming, setIsConfirming] = useState(false);
  const [isBusy, restore] = useBusy(async () => {
    setIsConfirming(false);
    const hasOtherSignedIn = trackOtherUser();
    try {
      const { version } = await restoreVersion(post._id, number);
      if (hasOtherSignedIn()) return;
      // The story may have been changed elsewhere since this page was loaded.
      toastUndoable(describeRestoration({ post, number, previous: version - 1 }));
    } catch (error) {
      if (!hasOtherSignedIn()) toastFailure(errorMessage(error, VERSION_STRINGS.restoreFailed));
    }
  });
  const isDisabled = isBusy || visibility === undefined;
  const handleClick = () => {
    if (isDisabled) return;
    if (visibility === post.visibility) void restore();
    else setIsConfirming(true);
  };
  // aria-disabled instead of disabled while busy, so that the button keeps the focus.
  return (
    <>
      <button
        type="button"
        className="button button-primary"
        aria-disabled={isDisabled}
        onClick={handleClick}
      >
        <RotateCcw aria-hidden className="size-4" />
        {isBusy ? VERSION_STRINGS.restoring : VERSION_STRINGS.restore}
      </button>
      {isConfirming && visibility && (
        <ConfirmDialog
          title={VERSION_STRINGS.confirmTitle({ number })}
          text={VERSION_STRINGS.confirmText[visibility]}
          cancelLabel={VERSION_STRINGS.cancelRestore}
          confirmLabel={VERSION_STRINGS.restore}
          onClose={() => setIsConfirming(false)}
          onConfirm={restore}
        />
      )}
    </>
  );
}
