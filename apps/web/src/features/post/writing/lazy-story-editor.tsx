import { CircleAlert } from 'lucide-react';
import { type ComponentType, useEffect, useState } from 'react';
import type { StoryEditorProps } from './story-editor.tsx';
import { WRITING_STRINGS } from './strings.ts';

interface LazyStoryEditorProps extends StoryEditorProps {
  /** Loads the page anew, and keeps what is in the form. */
  onReload: () => void;
}

/**
 * Where the editor stands as soon as its script is there: it is larger than everything else together, and the form
 * does not wait for it. A script that does not come, as after a deploy, takes this place and nothing else of the form.
 */
export function LazyStoryEditor({ onReload, ...editor }: LazyStoryEditorProps) {
  const [StoryEditor, setStoryEditor] = useState<ComponentType<StoryEditorProps> | null>(null);
  const [hasFailed, setFailed] = useState(false);
  const [attempts, setAttempts] = useState(0);

  // Another try asks again.
  useEffect(() => {
    let isCurrent = true;
    loadEditor().then(
      (LoadedEditor) => {
        if (isCurrent) setStoryEditor(() => LoadedEditor);
      },
      () => {
        if (isCurrent) setFailed(true);
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [attempts]);

  if (StoryEditor) return <StoryEditor {...editor} />;
  if (!hasFailed) return <div aria-busy="true" className={`skeleton ${PLACEHOLDER_CLASS}`} />;
  return (
    <div
      role="alert"
      className={`card grid place-content-center justify-items-center gap-4 p-6 text-center ${PLACEHOLDER_CLASS}`}
    >
      <CircleAlert aria-hidden className="size-7 text-danger" />
      <p className="max-w-md">{WRITING_STRINGS.editorMissing}</p>
      <div className="flex flex-wrap justify-center gap-3">
        <button type="button" className="button button-primary" onClick={onReload}>
          Reload
        </button>
        <button
          type="button"
          className="button button-quiet"
          onClick={() => {
            setFailed(false);
            setAttempts(attempts + 1);
          }}
        >
          Try again
        </button>
      </div>
    </div>
  );
}

/** As high as the editor: what is under it does not move. */
const PLACEHOLDER_CLASS = 'min-h-[550px]';

/** A style that did not come: what loads the parts of the built product asks for each style only once. */
let failedStylesheet: HTMLLinkElement | null = null;

async function loadEditor(): Promise<ComponentType<StoryEditorProps>> {
  if (failedStylesheet !== null) await reloadStylesheet(failedStylesheet);
  failedStylesheet = null;
  try {
    return (await import('./story-editor.tsx')).StoryEditor;
  } catch (error) {
    failedStylesheet = findStylesheetIn(error);
    throw error;
  }
}

/** The style whose address an error tells; null when it is about something else. */
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
      reject(new Error('The style of the editor did not come'));
    });
    document.head.append(link);
  });
}
