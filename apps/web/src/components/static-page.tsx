import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '../config/paths.ts';
import { LogoMark } from './logo.tsx';

interface StaticPageProps {
  title: string;
  scene: string;
  /** A guest has no top bar: the page brings its own way back. */
  isGuest: boolean;
  children: ReactNode;
}

/** A short page of text under a drawn scene. */
export function StaticPage({ title, scene, isGuest, children }: StaticPageProps) {
  return (
    <article className="site pb-12">
      {isGuest && (
        <nav aria-label="Main" className="flex items-center justify-between py-5">
          <Link to={paths.home} className="flex items-center gap-2.5 font-display font-semibold text-2xl">
            <LogoMark />
            Safarnama
          </Link>
          <Link to={paths.login} className="link py-1">
            Sign in
          </Link>
        </nav>
      )}
      <img
        src={scene}
        alt=""
        width={1200}
        height={800}
        className="mt-6 aspect-[2/1] w-full rounded-card object-cover md:aspect-[3/1]"
      />
      <div className="mx-auto mt-10 max-w-measure">
        <h1 className="text-4xl md:text-5xl">{title}</h1>
        <div className="story mt-6">{children}</div>
      </div>
    </article>
  );
}
