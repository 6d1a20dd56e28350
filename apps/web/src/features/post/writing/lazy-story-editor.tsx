import { CircleAlert } from 'lucide-react';
import type { ComponentType } from 'react';
import { FRAME_STRINGS } from '../../../components/frame-strings.ts';
import { useFocusLost } from '../../../components/use-focus-lost.ts';
import { useLoaded } from '../../../components/use-loaded.ts';
import { whenStringsLoaded } from '../../../i18n/strings.ts';
import type { StoryEditorProps } from './story-editor.tsx';
import { WRITING_STRINGS } from './strings.ts';

interface LazyStoryEditorProps extends StoryEditorProps {
  /** Reloads the page and restores the form. */
  onReload: () => void;
}

/**
 * Loads the editor separately, since its script is larger than the rest of the page. The form works without it: if the
 * script fails to load, for example after a deploy, an error replaces only the editor.
 */
export function LazyStoryEditor({ onReload, ...editor }: LazyStoryEditorProps) {
  const { data: StoryEditor, error, reload } = useLoaded(loadEditor);
  if (StoryEditor) return <StoryEditor {...editor} />;
  if (error !== null) return <EditorFailure onReload={onReload} onRetry={reload} />;
  return <div aria-busy="true" className={`skeleton ${PLACEHOLDER_CLASS}`} />;
}

/** In place of the editor. */
function EditorFailure({ onReload, onRetry }: { onReload: () => void; onRetry: () => void }) {
  const element = useFocusLost<HTMLDivElement>();
  return (
    <div
      ref={element}
      role="alert"
      className={`card grid place-content-center justify-items-center gap-4 p-6 text-center ${PLACEHOLDER_CLASS}`}
    >
      <CircleAlert aria-hidden className="size-7 text-danger" />
      <p className="max-w-md">{WRITING_STRINGS.editorMissing}</p>
      <div className="flex flex-wrap justify-center gap-3">
        <button type="button" className="button button-primary" onClick={onReload}>
          {FRAME_STRINGS.reload}
        </button>
        <button type="button" className="button button-quiet" onClick={onRetry}>
          {FRAME_STRINGS.tryAgain}
        </button>
      </div>
    </div>
  );
}

/** The height of the editor, whose toolbar has two rows on phones, so that loading it causes no layout shift. */
const PLACEHOLDER_CLASS = 'min-h-[551px] max-[36rem]:min-h-[589px]';

/** A stylesheet that failed to load. Vite requests each stylesheet only once, so a retry has to load it again. */
let failedStylesheet: HTMLLinkElement | null = null;

async function loadEditor(): Promise<ComponentType<StoryEditorProps>> {
  if (failedStylesheet !== null) await reloadStylesheet(failedStylesheet);
  failedStylesheet = null;
  try {
    const { StoryEditor } = await import('./story-editor.tsx');
    await whenStringsLoaded();
    return StoryEditor;
  } catch (error) {
    failedStylesheet = findStylesheetIn(error);
    throw error;
  }
}

/** The stylesheet whose URL is in the error message; null for other errors. */
function findStylesheetIn(error: unknown): HTMLLinkElement | null {
  const message = error instanceof Error ? error.message : '';
  const links = document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]');
  return [...links].find(({ href }) => message.includes(href)) ?? null;
}

function reloadStylesheet(failed: HTMLLinkElement): Promise<void> {
  return new Promise((resolve, reject) => {
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.crossOrigin = failed.crossOrigin;
    link.href = failed.href;
    link.addEventListener('load', () => resolve());
    link.addEventListener('error', () => {
      link.remove();
      reject(new Error('The stylesheet of the editor could not be loaded'));
    });
    document.head.append(link);
  });
}
