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

  it('in a browser that does not size fields by their content: grows with the title', () => {
    vi.spyOn(Element.prototype, 'scrollHeight', 'get').mockImplementation(function (this: Element) {
      return this instanceof HTMLTextAreaElement ? this.value.length * 10 : 0;
    });
    const titleField = (value: string) => (
      <TitleField ref={ref} value={value} error={undefined} onChange={vi.fn()} onEnter={vi.fn()} />
    );
    const ref = createRef<HTMLTextAreaElement>();
    const { rerender } = render(titleField('Varanasi'));
    expect(screen.getByLabelText('Title')).toHaveStyle({ height: '80px' });

    rerender(titleField('Varanasi at dawn'));

    expect(screen.getByLabelText('Title')).toHaveStyle({ height: '160px' });
  });
});
