import { type FormEvent, useState } from 'react';
import { flushSync } from 'react-dom';
import { ModalDialog } from '../../../components/modal-dialog.tsx';
import { TextField } from '../../../components/text-field.tsx';
import { EDITOR_STRINGS } from './editor-strings.ts';
import { toLinkAddress } from './link-address.ts';

const { link: STRINGS } = EDITOR_STRINGS;

const SCHEME = 'https://';

export interface LinkFields {
  text: string;
  /** Empty for a new link. */
  address: string;
}

interface LinkDialogProps {
  initial: LinkFields;
  onSave: (link: LinkFields) => void;
  onRemove: () => void;
  onClose: () => void;
}

/** Edits the address and text of a link, or removes it. */
export function LinkDialog({ initial, onSave, onRemove, onClose }: LinkDialogProps) {
  const [address, setAddress] = useState(initial.address);
  const [text, setText] = useState(initial.text);
  const [error, setError] = useState<string>();
  const isEdit = initial.address !== '';

  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    // The event would bubble through the React tree to the form of the story.
    event.stopPropagation();
    const href = toLinkAddress(address);
    if (href === null) {
      // Focused with its error, the field is announced together with it.
      flushSync(() => setError(STRINGS.badAddress));
      event.currentTarget.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
      return;
    }
    onSave({ address: href, text: text.trim() === '' ? address.trim() : text });
  };
  return (
    <ModalDialog title={isEdit ? STRINGS.editTitle : STRINGS.addTitle} onClose={onClose} className="max-w-md">
      <form onSubmit={handleSubmit} noValidate className="mt-4 grid gap-4">
        <TextField
          label={STRINGS.address}
          placeholder={SCHEME}
          inputMode="url"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          dir="ltr"
          value={address}
          error={error}
          onChange={(event) => {
            setAddress(event.target.value);
            setError(undefined);
          }}
        />
        <TextField
          label={STRINGS.text}
          autoComplete="off"
          dir="auto"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <div className="mt-2 flex flex-wrap justify-end gap-3">
          {isEdit && (
            <button type="button" className="button button-danger me-auto" onClick={onRemove}>
              {STRINGS.remove}
            </button>
          )}
          <button type="button" className="button button-quiet" onClick={onClose}>
            {STRINGS.cancel}
          </button>
          <button type="submit" className="button button-primary">
            {isEdit ? STRINGS.change : STRINGS.add}
          </button>
        </div>
      </form>
    </ModalDialog>
  );
}
