import { BookOpen, type LucideIcon, MessageCircle, PenLine } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { FRAME_STRINGS } from '../../components/frame-strings.ts';
import { LanguageButton } from '../../components/language-button.tsx';
import { LogoMark } from '../../components/logo.tsx';
import { sceneUrl } from '../../components/scenes.ts';
import { paths } from '../../config/paths.ts';
import { AUTH_STRINGS } from './strings.ts';

interface AuthFrameProps {
  title: string;
  /** Name of the drawing next to the form. */
  scene: string;
  children: ReactNode;
}

const POINTS: readonly { Icon: LucideIcon; key: 'read' | 'write' | 'ask' }[] = [
  { Icon: BookOpen, key: 'read' },
  { Icon: PenLine, key: 'write' },
  { Icon: MessageCircle, key: 'ask' },
];

/** Frame of the sign-in pages: the form and an introduction to Safarnama. */
export function AuthFrame({ title, scene, children }: AuthFrameProps) {
  return (
    <div className="grid flex-1 grid-rows-[auto_1fr_auto] lg:grid-cols-[minmax(0,1fr)_minmax(0,1.1fr)] lg:grid-rows-1">
      <img
        src={sceneUrl(scene)}
        alt=""
        width={1200}
        height={800}
        fetchPriority="high"
        className="h-36 w-full object-cover object-[50%_70%] sm:h-52 lg:sticky lg:top-0 lg:col-start-2 lg:row-start-1 lg:h-dvh lg:object-[15%_50%]"
      />
      <div className="flex flex-col px-5 py-6 sm:px-10 lg:col-start-1 lg:row-start-1 lg:py-8">
        <p className="flex items-center gap-2.5 font-display font-semibold text-2xl tracking-tight">
          <LogoMark />
          Safarnama
        </p>
        <div className="m-auto w-full max-w-sm py-8">
          <h1 className="mb-2 text-4xl">{title}</h1>
          <p className="mb-8 text-balance text-ink-soft">{FRAME_STRINGS.tagline}</p>
          {children}
        </div>
        <nav
          aria-label={AUTH_STRINGS.aboutSafarnama}
          className="mx-auto flex w-full max-w-sm gap-6 text-sm lg:max-w-none"
        >
          <Link to={paths.about} className="link py-1">
            {FRAME_STRINGS.about}
          </Link>
          <Link to={paths.contact} className="link py-1">
            {FRAME_STRINGS.contact}
          </Link>
          <LanguageButton className="needs-script py-1" />
        </nav>
      </div>
      <section
        aria-labelledby="about-safarnama"
        className="border-line border-t bg-paper-sunk px-5 py-8 sm:px-10 lg:sticky lg:bottom-10 lg:z-10 lg:col-start-2 lg:row-start-1 lg:mx-10 lg:my-10 lg:self-end lg:rounded-card lg:border lg:bg-paper/95 lg:p-8"
      >
        <div className="mx-auto max-w-sm lg:max-w-xl">
          <h2 id="about-safarnama" className="text-2xl">
            {AUTH_STRINGS.introduction}
          </h2>
          <ul className="mt-4 grid gap-3">
            {POINTS.map(({ Icon, key }) => (
              <li key={key} className="flex gap-3">
                <Icon aria-hidden className="mt-0.5 size-5 flex-none text-marigold-text" />
                <span className="min-w-0">{AUTH_STRINGS[key]}</span>
              </li>
            ))}
          </ul>
        </div>
      </section>
    </div>
  );
}
