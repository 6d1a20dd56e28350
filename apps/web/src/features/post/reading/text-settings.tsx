import { ALargeSmall } from 'lucide-react';
import { useEffect, useId, useRef, useState, useSyncExternalStore } from 'react';
import {
  type TextSize,
  type TextWidth,
  textSizePreference,
  textWidthPreference,
} from '../../../lib/text-preferences.ts';
import { STORY_STRINGS } from './story-strings.ts';

const SIZES = ['small', 'standard', 'large', 'largest'] as const satisfies readonly TextSize[];
const WIDTHS = ['narrow', 'standard', 'wide'] as const satisfies readonly TextWidth[];

/** A button that shows the settings for the text of stories, above or below itself. */
export function TextSettings({ placement }: { placement: 'above' | 'below' }) {
  const [isOpen, setIsOpen] = useState(false);
  const container = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const panelId = useId();
  useEffect(() => {
    if (!isOpen) return;
    const close = ({ type, target }: Event) => {
      const element = container.current;
      if (!element || !(target instanceof Node) || element.contains(target)) return;
      // Pressing the label of a field briefly moves the focus to the page.
      if (type === 'focusin' && target.contains(element)) return;
      setIsOpen(false);
    };
    document.addEventListener('pointerdown', close);
    document.addEventListener('focusin', close);
    return () => {
      document.removeEventListener('pointerdown', close);
      document.removeEventListener('focusin', close);
    };
  }, [isOpen]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the focus is on a control of the panel or on the button.
    <div
      ref={container}
      // On phones, the panel is as wide as the screen allows and centred on the group of actions.
      className="sm:relative"
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !isOpen) return;
        event.preventDefault();
        setIsOpen(false);
        button.current?.focus();
      }}
    >
      <button
        ref={button}
        type="button"
        className="button-icon"
        aria-label={STORY_STRINGS.textSettings}
        title={STORY_STRINGS.textSettings}
        aria-expanded={isOpen}
        aria-controls={isOpen ? panelId : undefined}
        onClick={() => setIsOpen(!isOpen)}
      >
        <ALargeSmall aria-hidden className="size-5" />
      </button>
      {isOpen && (
        <div
          id={panelId}
          className={`absolute z-30 grid w-max max-w-[calc(100vw-2rem)] max-sm:left-1/2 max-sm:-translate-x-1/2 sm:end-0 gap-3 rounded-card border border-line-strong bg-paper-raised p-4 text-start shadow-card ${placement === 'above' ? 'bottom-full mb-2' : 'top-full mt-2'}`}
        >
          <SettingGroup
            legend={STORY_STRINGS.textSize}
            preference={textSizePreference}
            values={SIZES}
            labels={STORY_STRINGS.textSizes}
          />
          {/* On phones, the text is as wide as the screen. */}
          <div className="hidden md:block">
            <SettingGroup
              legend={STORY_STRINGS.textWidth}
              preference={textWidthPreference}
              values={WIDTHS}
              labels={STORY_STRINGS.textWidths}
            />
          </div>
        </div>
      )}
    </div>
  );
}

interface SettingGroupProps<T extends string> {
  legend: string;
  preference: { read: () => T; save: (value: T) => void; subscribe: (listener: () => void) => () => void };
  values: readonly T[];
  labels: Readonly<Record<T, string>>;
}

function SettingGroup<T extends string>({ legend, preference, values, labels }: SettingGroupProps<T>) {
  const current = useSyncExternalStore(preference.subscribe, preference.read);
  const name = useId();
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 font-semibold text-ink-soft text-sm">{legend}</legend>
      <div className="flex flex-wrap gap-1">
        {values.map((value) => (
          <label
            key={value}
            className="inline-flex min-h-11 cursor-pointer items-center rounded-full px-2 text-ink-soft text-sm sm:px-3 hover:text-ink has-checked:bg-indigo-wash has-checked:font-semibold has-checked:text-indigo has-focus-visible:outline-3 has-focus-visible:outline-indigo has-focus-visible:outline-offset-2"
          >
            <input
              type="radio"
              name={name}
              value={value}
              checked={current === value}
              onChange={() => preference.save(value)}
              className="sr-only"
            />
            <span>{labels[value]}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
