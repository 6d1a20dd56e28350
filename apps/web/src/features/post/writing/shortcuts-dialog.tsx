import { ModalDialog } from '../../../components/modal-dialog.tsx';
import { EDITOR_STRINGS } from './editor-strings.ts';
import { formatKeys, SHORTCUTS } from './shortcuts.ts';

/** Lists the keyboard shortcuts of the editor. */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  return (
    <ModalDialog title={EDITOR_STRINGS.commands.shortcuts} onClose={onClose} className="max-w-md">
      {/* At the top, since the dialog focuses its first control and may be taller than the screen. */}
      <button type="button" className="button button-quiet !absolute end-4 top-4" onClick={onClose}>
        {EDITOR_STRINGS.close}
      </button>
      <dl className="mt-6 grid grid-cols-[1fr_auto] items-baseline gap-x-4 gap-y-2 text-sm">
        {SHORTCUTS.map((shortcut) => (
          <div key={shortcut.name} className="contents">
            <dt>{EDITOR_STRINGS.commands[shortcut.name]}</dt>
            <dd className="text-end">
              <kbd className="rounded border border-line-strong bg-paper-sunk px-1.5 py-0.5">
                {formatKeys(shortcut)}
              </kbd>
            </dd>
          </div>
        ))}
      </dl>
      <p className="mt-4 text-ink-soft text-sm">
        {EDITOR_STRINGS.shortcutsNote({ kbd: (keys) => <kbd>{keys}</kbd> })}
      </p>
    </ModalDialog>
  );
}
