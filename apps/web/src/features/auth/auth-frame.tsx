import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { LogoMark } from '../../components/logo.tsx';
import { sceneNamed } from '../../components/scenes.ts';
import { paths } from '../../config/paths.ts';

interface AuthFrameProps {
  title: string;
  children: ReactNode;
}

/** The sign-in pages: the form, and for a stranger what this place is. */
export function AuthFrame({ title, children }: AuthFrameProps) {
  return (
    <div className="grid flex-1 lg:grid-cols-[minmax(0,1fr)_minmax(0,1.1fr)]">
      <div className="flex flex-col px-5 py-8 sm:px-10">
        <p className="flex items-center gap-2.5 font-display font-semibold text-2xl tracking-tight">
          <LogoMark />
          Safarnama
        </p>
        <div className="m-auto w-full max-w-sm py-10">
          <h1 className="mb-2 text-4xl">{title}</h1>
          <p className="mb-8 text-ink-soft">
            A travelogue of India: real stories by those who went, and a line to the writer.
          </p>
          {children}
        </div>
        <nav aria-label="About this place" className="flex gap-6 text-sm">
          <Link to={paths.about} className="link py-1">
            About
          </Link>
          <Link to={paths.contact} className="link py-1">
            Contact
          </Link>
        </nav>
      </div>
      <div className="relative hidden overflow-hidden bg-paper-sunk lg:block">
        <img src={sceneNamed('ghats')} alt="" className="absolute inset-0 size-full object-cover" />
        <p className="absolute inset-x-10 bottom-10 rounded-card bg-paper/90 p-6 font-display text-2xl leading-snug">
          “The road is long, the tea is hot, and somebody in the next seat has a story.”
        </p>
      </div>
    </div>
  );
}
