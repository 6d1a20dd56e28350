import type { RevisionSummary } from '@safarnama/contracts';
import { Link } from 'react-router-dom';
import * as revisionApi from '../../../api/revision.api.ts';
import { MoreButton } from '../../../components/more-button.tsx';
import { Failure } from '../../../components/notice.tsx';
import { usePages } from '../../../components/use-pages.ts';
import { paths } from '../../../config/paths.ts';
import { errorMessage } from '../../../lib/api-client.ts';
import { formatMessageTime } from '../../../lib/format-date.ts';
import { VERSION_STRINGS } from './strings.ts';

interface VersionListProps {
  postId: string;
  /** Number of the current version. */
  current: number;
  /** Number of the version that is shown; null for none. */
  shown: number | null;
}

/** The versions of a story, newest first. */
export function VersionList({ postId, current, shown }: VersionListProps) {
  const { rows, hasMore, isLoading, error, loadNext } = usePages(
    async (cursor) => {
      const { revisions, nextCursor } = await revisionApi.list(postId, cursor);
      return { rows: revisions, nextCursor };
    },
    ({ number }) => number,
  );

  return (
    <nav aria-label={VERSION_STRINGS.list}>
      {isLoading && rows.length === 0 && (
        <div role="status" className="hides-footer">
          <span className="sr-only">{VERSION_STRINGS.loading}</span>
          <div aria-hidden className="skeleton h-72" />
        </div>
      )}
      <ol reversed className="grid gap-1">
        {rows.map((revision) => (
          <VersionRow
            key={revision.number}
            postId={postId}
            revision={revision}
            isCurrent={revision.number === current}
            isShown={revision.number === shown}
          />
        ))}
      </ol>
      {error !== null && (
        <Failure message={errorMessage(error, VERSION_STRINGS.loadFailed)} onRetry={() => void loadNext()} />
      )}
      {hasMore && error === null && (
        <MoreButton
          isLoading={isLoading}
          label={VERSION_STRINGS.older}
          className="mt-4 w-full"
          onLoad={() => void loadNext()}
        />
      )}
    </nav>
  );
}

interface VersionRowProps {
  postId: string;
  revision: RevisionSummary;
  isCurrent: boolean;
  isShown: boolean;
}

function VersionRow({ postId, revision, isCurrent, isShown }: VersionRowProps) {
  const { number, createdAt, words, restoredFrom } = revision;
  return (
    <li>
      <Link
        to={paths.version(postId, number)}
        aria-current={isShown ? 'page' : undefined}
        className="block rounded-control border border-transparent px-3 py-2.5 hover:bg-paper-sunk aria-[current]:border-line-strong aria-[current]:bg-paper-raised"
      >
        <span className="flex flex-wrap items-center gap-x-2">
          <span className="font-semibold">{VERSION_STRINGS.version({ number })}</span>
          {isCurrent && (
            <span className="rounded-full bg-indigo-wash px-2 py-0.5 font-semibold text-ink text-xs forced-colors:border">
              {VERSION_STRINGS.current}
            </span>
          )}
        </span>
        <span className="block text-ink-soft text-sm">
          <time dateTime={createdAt}>{formatMessageTime(createdAt)}</time> ·{' '}
          {VERSION_STRINGS.words({ count: words })}
        </span>
        {restoredFrom !== null && (
          <span className="block text-ink-soft text-sm">
            {VERSION_STRINGS.restoredFrom({ number: restoredFrom })}
          </span>
        )}
      </Link>
    </li>
  );
}
