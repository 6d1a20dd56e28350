import type { PublicUser } from '@safarnama/contracts';
import { useState } from 'react';
import { Link, useParams } from 'react-router-dom';
import * as postApi from '../api/post.api.ts';
import { Avatar } from '../components/avatar.tsx';
import { EmptyState } from '../components/notice.tsx';
import { sceneNamed } from '../components/scenes.ts';
import { usePageTitle } from '../components/use-page-title.ts';
import { paths } from '../config/paths.ts';
import { CardList } from '../features/post/card-list.tsx';
import { useCardPages } from '../features/post/use-card-pages.ts';
import { useAuthStore } from '../stores/auth.store.ts';

export function AuthorPage() {
  const { userId = '' } = useParams();
  const ownId = useAuthStore((state) => state.user?._id);
  const [author, setAuthor] = useState<PublicUser | null>(null);
  const pages = useCardPages(userId, async (cursor) => {
    const page = await postApi.listByAuthor(userId, cursor);
    setAuthor(page.author);
    return page;
  });
  usePageTitle(author?.fullName ?? 'Stories');
  return (
    <div className="site pt-10">
      <div className="mb-8 flex flex-wrap items-center gap-5">
        {author && <Avatar person={author} size="large" />}
        <div>
          <p className="kicker">Stories by</p>
          <h1 className="mt-1 text-4xl">{author?.fullName ?? '…'}</h1>
          {author && author._id !== ownId && (
            <Link to={paths.chatWith(author._id)} className="link mt-2 inline-block py-1">
              Message the writer
            </Link>
          )}
        </div>
      </div>
      <CardList {...pages} empty={<EmptyState scene={sceneNamed('tea-hills')} title="No Post Yet" />} />
    </div>
  );
}
