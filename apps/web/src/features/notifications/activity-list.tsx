import type { Notification } from '@safarnama/contracts';
import { Link } from 'react-router-dom';
import { Avatar } from '../../components/avatar.tsx';
import { MoreButton } from '../../components/more-button.tsx';
import { EmptyState, Failure } from '../../components/notice.tsx';
import { sceneUrl } from '../../components/scenes.ts';
import { useRestoreCount } from '../../components/use-restore-count.ts';
import { paths } from '../../config/paths.ts';
import { errorMessage } from '../../lib/api-client.ts';
import { formatMessageTime } from '../../lib/format-date.ts';
import { guessLanguage } from '../../lib/text.ts';
import { ACTIVITY_STRINGS, nameOfPeople } from './activity-strings.ts';
import { useActivity } from './use-activity.ts';

const SKELETON_ROWS = ['first', 'second', 'third', 'fourth'];

/** The user's notifications, newest first. Opening the list marks all of them as read. */
export function ActivityList() {
  const { rows, hasMore, isLoading, error, retry, loadMore } = useActivity();
  useRestoreCount(rows?.length ?? 0, hasMore && !isLoading && error === null, loadMore);
  const failure = error !== null && (
    <Failure message={errorMessage(error, ACTIVITY_STRINGS.loadFailed)} onRetry={retry} />
  );
  if (failure && !rows?.length) return failure;
  if (rows === null) return <ActivitySkeleton />;
  if (rows.length === 0) {
    return (
      <EmptyState scene={sceneUrl('dunes')} title={ACTIVITY_STRINGS.empty}>
        <p className="mt-2 text-ink-soft">{ACTIVITY_STRINGS.emptyText}</p>
      </EmptyState>
    );
  }
  return (
    <>
      <ul className="card divide-y divide-line">
        {rows.map((row) => (
          <ActivityRow key={row._id} row={row} />
        ))}
      </ul>
      {failure}
      {hasMore && error === null && (
        <MoreButton
          isLoading={isLoading}
          label={ACTIVITY_STRINGS.more}
          className="mx-auto mt-6 !flex"
          onLoad={loadMore}
        />
      )}
    </>
  );
}

/** The path to which a notification leads: the comment, the story or the follower. */
function pathOf({ post, commentId, people }: Notification): string {
  if (post)
    return commentId === null ? paths.post(post.slug) : `${paths.post(post.slug)}#comment-${commentId}`;
  return people[0] ? paths.author(people[0]._id) : paths.notifications;
}

function ActivityRow({ row }: { row: Notification }) {
  const isUnread = row.readAt === null;
  return (
    <li className={`group first:rounded-t-card last:rounded-b-card ${isUnread ? 'bg-paper-sunk' : ''}`}>
      <Link
        to={pathOf(row)}
        className="flex items-start gap-4 p-4 group-first:rounded-t-card group-last:rounded-b-card hover:bg-paper-sunk sm:px-5"
      >
        {row.people[0] && <Avatar user={row.people[0]} size="medium" />}
        <span className="wrap-anywhere min-w-0 flex-1">
          <ActivityText row={row} />
          <span className="mt-0.5 block text-ink-soft text-sm">
            <time dateTime={row.createdAt}>{formatMessageTime(row.createdAt)}</time>
            {isUnread && (
              <span className="ms-2 font-semibold text-marigold-text">{ACTIVITY_STRINGS.unread}</span>
            )}
          </span>
        </span>
      </Link>
    </li>
  );
}

/** Describes what happened, with the names of users and the title of the story in bold. */
function ActivityText({ row }: { row: Notification }) {
  const name = nameOfPeople(row);
  const bold = (text: string) => (
    <span className="font-semibold" dir="auto" lang={guessLanguage(text)}>
      {text}
    </span>
  );
  const title = row.post?.blogTitle ?? '';
  return ACTIVITY_STRINGS.did[row.kind]({ people: () => bold(name), story: () => bold(title) });
}

function ActivitySkeleton() {
  return (
    <div className="hides-footer" aria-busy="true">
      <p role="status" className="sr-only">
        {ACTIVITY_STRINGS.loading}
      </p>
      <div aria-hidden className="card divide-y divide-line">
        {SKELETON_ROWS.map((row) => (
          <div key={row} className="flex items-center gap-4 p-4 sm:px-5">
            <div className="skeleton size-12 !rounded-full" />
            <div className="flex-1">
              <div className="skeleton h-5 max-w-sm" />
              <div className="skeleton mt-2 h-4 w-24" />
            </div>
          </div>
        ))}
      </div>
    </div>
  );
}
