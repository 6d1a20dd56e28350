import type { ReactNode } from 'react';
import { GuestBar } from './guest-bar.tsx';

interface StaticPageProps {
  title: string;
  /** A sentence under the title. */
  lead: string;
  sceneUrl: string;
  /** Guests have no top bar, so the page shows its own. */
  isGuest: boolean;
  children: ReactNode;
}

/** A page of text under a drawn scene. */
export function StaticPage({ title, lead, sceneUrl, isGuest, children }: StaticPageProps) {
  return (
    <>
      {isGuest && <GuestBar />}
      <article className="site pb-section">
        <img
          src={sceneUrl}
          alt=""
          width={1200}
          height={800}
          className="mt-4 aspect-[2/1] w-full rounded-card object-cover shadow-card md:mt-6 md:aspect-[3/1]"
        />
        <div className="mx-auto mt-8 max-w-measure md:mt-12">
          <h1 className="text-display">{title}</h1>
          <p className="mt-4 text-ink-soft text-xl">{lead}</p>
          <div className="story mt-8">{children}</div>
        </div>
      </article>
    </>
  );
}
