import { fireEvent, render, screen } from '@testing-library/react';
import { createRef } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { TitleField } from './title-field.tsx';

describe('TitleField', () => {
  it('with Enter: calls `onEnter`, unless it ends a composition in Safari', () => {
    const handleEnter = vi.fn();
    render(
      <TitleField ref={createRef()} value="घाट" error={undefined} onChange={vi.fn()} onEnter={handleEnter} />,
    );
    const title = screen.getByLabelText('Title');

    fireEvent.keyDown(title, { key: 'Enter', keyCode: 229 });
    expect(handleEnter).not.toHaveBeenCalled();

    fireEvent.keyDown(title, { key: 'Enter' });
    expect(handleEnter).toHaveBeenCalledOnce();
  });
});
