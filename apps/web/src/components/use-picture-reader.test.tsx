import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { stubSlowDecoding } from '../testing/slow-picture.ts';
import { PictureButton } from './picture-button.tsx';
import { usePictureReader } from './use-picture-reader.ts';

const PNG_SIGNATURE = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const picture = (name: string) => new File([PNG_SIGNATURE], name, { type: 'image/png' });

/** Ends the attempt to decode the slow picture. */
let decodeSlow: () => void = () => undefined;

beforeEach(() => {
  decodeSlow = stubSlowDecoding();
});

function PickedPicture({ onRead }: { onRead: (name: string) => void }) {
  const { read } = usePictureReader((_dataUrl, { name }) => onRead(name));
  return <PictureButton label="Add a picture" onFile={(file) => void read(file)} />;
}

function renderInput() {
  const picked: string[] = [];
  render(<PickedPicture onRead={(name) => picked.push(name)} />);
  const user = userEvent.setup({ applyAccept: false });
  const [input] = screen.getAllByLabelText('Add a picture');
  if (!input) throw new Error('There is no file input');
  return { picked, pick: (file: File) => user.upload(input, file) };
}

describe('usePictureReader: with a picture picked while an earlier one is being read', () => {
  it('that is ready first: is not replaced by the earlier one', async () => {
    const { picked, pick } = renderInput();
    await pick(picture('slow.png'));
    await pick(picture('fast.png'));
    await waitFor(() => expect(picked).toEqual(['fast.png']));

    decodeSlow();
    // Takes more steps than remain for the slow picture.
    await pick(picture('last.png'));

    await waitFor(() => expect(picked).toContain('last.png'));
    expect(picked).toEqual(['fast.png', 'last.png']);
  });

  it('that is rejected: uses the earlier one', async () => {
    const { picked, pick } = renderInput();
    await pick(picture('slow.png'));
    await pick(new File(['x'], 'a.txt', { type: 'text/plain' }));

    decodeSlow();

    await waitFor(() => expect(picked).toEqual(['slow.png']));
  });
});
