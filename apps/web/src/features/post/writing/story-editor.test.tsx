import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { createTestQueue } from '../../../testing/uploads.ts';
import { StoryEditor } from './story-editor.tsx';

beforeAll(() => {
  // jsdom has no layout; Quill measures the cursor only to scroll to it.
  Range.prototype.getBoundingClientRect = () => new DOMRect();
});

function renderEditor(initialHtml = '', initialCaret: number | null = null) {
  const carets: number[] = [];
  const changes: string[] = [];
  const pictures = {
    uploads: createTestQueue().queue,
    cardImage: '',
    onCardImage: () => undefined,
    onAddFiles: () => undefined,
  };
  render(
    <>
      <p id="label">Your story</p>
      <p id="note">0 words</p>
      <StoryEditor
        initialHtml={initialHtml}
        onChange={(html) => changes.push(html)}
        labelId="label"
        noteIds="note"
        isInvalid={false}
        pictures={pictures}
        initialCaret={initialCaret}
        onMoveCaret={(caret) => carets.push(caret)}
      />
    </>,
  );
  const box = screen.getByRole('textbox', { name: 'Your story' });
  return { box, carets, latest: () => changes.at(-1), user: userEvent.setup() };
}

/** Dispatches a paste event as browsers do. */
function paste(box: HTMLElement, html: string, text = ''): void {
  box.focus();
  window.getSelection()?.selectAllChildren(box);
  const event = new Event('paste', { bubbles: true, cancelable: true });
  const data = {
    getData: (type: string) => (type === 'text/html' ? html : text),
    files: [],
    types: ['text/html'],
  };
  box.dispatchEvent(Object.assign(event, { clipboardData: data }));
}

/** Presses a key with the caret at an offset in the text of a line. */
function pressIn(box: HTMLElement, line: number, offset: number, key: string): void {
  box.focus();
  const text = box.querySelectorAll('li, p')[line]?.lastChild ?? null;
  window.getSelection()?.collapse(text, offset);
  fireEvent.keyDown(box, { key });
}

describe('StoryEditor', () => {
  it('rendered: is a labelled text field with a note and a toolbar with a single tab stop', async () => {
    const { box, user } = renderEditor();

    expect(box).toHaveAttribute('aria-multiline', 'true');
    expect(box).toHaveAccessibleDescription('0 words');
    const buttons = screen.getAllByRole('button');
    expect(buttons.filter((button) => button.tabIndex === 0)).toHaveLength(1);

    await user.tab();
    expect(screen.getByRole('button', { name: 'Bold' })).toHaveFocus();
    await user.keyboard('{ArrowRight}{ArrowRight}');
    expect(screen.getByRole('button', { name: 'Underline' })).toHaveFocus();
    await user.keyboard('{End}');
    expect(screen.getByRole('button', { name: 'Shortcuts' })).toHaveFocus();
    await user.keyboard('{ArrowRight}');
    expect(screen.getByRole('button', { name: 'Bold' })).toHaveFocus();
    await user.tab({ shift: true });
    await user.tab();
    expect(screen.getByRole('button', { name: 'Bold' })).toHaveFocus();
  });

  it('rendered: lets the user choose pictures only, as specified', () => {
    renderEditor();

    expect(document.querySelector('input[type=file]')).toHaveAttribute('accept', 'image/*');
  });

  it('with stored markup: shows it, nested lists included, and the toolbar reflects the formats', async () => {
    const { box, latest, user } = renderEditor('<h2>काशी</h2><ul><li>चाय<ul><li>अदरक</li></ul></li></ul>');
    expect(box.querySelector('h2')).toHaveTextContent('काशी');
    expect(box.querySelector('li.ql-indent-1')).toHaveTextContent('अदरक');

    await user.click(screen.getByRole('button', { name: 'Heading' }));

    await waitFor(() => expect(box.querySelector('h2')).toBeNull());
    expect(latest()).toContain('<p>काशी</p>');
    expect(screen.getByRole('button', { name: 'Heading' })).toHaveAttribute('aria-pressed', 'false');
    await user.click(screen.getByRole('button', { name: 'Quote' }));
    expect(screen.getByRole('button', { name: 'Quote' })).toHaveAttribute('aria-pressed', 'true');
    expect(latest()).toContain('<blockquote>काशी</blockquote>');
  });

  it('with pasted markup: sanitizes it by the allow-list', async () => {
    const { box, latest } = renderEditor();

    paste(
      box,
      '<h1 style="color:red">மதுரை</h1><p onclick="x()"><b>கோயில்</b> <a href="javascript:alert(1)">no</a></p>' +
        '<img src="https://example.org/x.png"><script>alert(1)</script>',
    );

    await waitFor(() => expect(latest()).toBe('<h2>மதுரை</h2><p><strong>கோயில்</strong> no</p>'));
    expect(box.querySelector('img, script, [style], [onclick]')).toBeNull();
  });

  it('with blocks in a quote or heading: makes each a line with that format, except lists and headings', async () => {
    const { box, latest } = renderEditor();

    paste(
      box,
      '<blockquote>काशी<p>सुबह</p><p><b>घाट</b></p><h3>नाव</h3><ul><li>चाय</li></ul><blockquote><p>नदी</p></blockquote>' +
        '</blockquote><h2><div>रेल</div><div>पुल</div></h2><b><p>गाँव</p></b><p>रात</p>',
    );

    await waitFor(() =>
      expect(latest()).toBe(
        '<blockquote>काशी</blockquote><blockquote>सुबह</blockquote><blockquote><strong>घाट</strong></blockquote>' +
          '<h3>नाव</h3><ul><li>चाय</li></ul><blockquote>नदी</blockquote>' +
          '<h2>रेल</h2><h2>पुल</h2><p><strong>गाँव</strong></p><p>रात</p>',
      ),
    );
  });

  it.each([
    ['a heading', '<h2>PICTURE</h2><p>घाट</p>', 'PICTURE<p>घाट</p>'],
    ['a linked heading', '<h3><a href="https://example.org">PICTURE</a></h3><p>घाट</p>', 'PICTURE<p>घाट</p>'],
    [
      'a quote',
      '<blockquote><p>सुबह</p>PICTURE<p>शाम</p>PICTURE</blockquote><p>घाट</p>',
      '<blockquote>सुबह</blockquote>PICTURE<blockquote>शाम</blockquote>PICTURE<p>घाट</p>',
    ],
    ['bold text', '<b>PICTURE</b><p>घाट</p>', 'PICTURE<p>घाट</p>'],
    [
      'bold paragraphs',
      '<b><p>सुबह</p>PICTURE<p>घाट</p></b>',
      '<p><strong>सुबह</strong></p>PICTURE<p><strong>घाट</strong></p>',
    ],
  ])('with a pasted picture in %s: adds no empty line', async (_where, html, expected) => {
    const { box, latest } = renderEditor();

    paste(box, html.replaceAll('PICTURE', '<img src="data:image/png;base64,AA==">'));

    await waitFor(() => expect(latest()?.replaceAll(/<figure.*?<\/figure>/g, 'PICTURE')).toBe(expected));
  });

  it.each([
    [
      'a layout table',
      '<div style="white-space: pre-wrap">\n<table>\n<tbody>\n<tr>\n<td>नाव</td>\n</tr>\n</tbody>\n</table>\n</div><p>घाट</p>',
      '<p>नाव</p><p>घाट</p>',
    ],
    [
      'a list with a comment',
      '<ul style="white-space: pre-wrap">\n<!-- x -->\n<li>नाव</li></ul><p>घाट</p>',
      '<ul><li>नाव</li></ul><p>घाट</p>',
    ],
  ])('with line breaks kept in %s: adds no empty line for its white space', async (_what, html, expected) => {
    const { box, latest } = renderEditor();

    paste(box, html);

    await waitFor(() => expect(latest()).toBe(expected));
  });

  it('with a stored quote of several paragraphs: keeps the quote when the story is edited', async () => {
    const { latest, user } = renderEditor('<h2>घाट</h2><blockquote><p>सुबह</p><p>शाम</p></blockquote>');

    await user.click(screen.getByRole('button', { name: 'Heading' }));

    await waitFor(() =>
      expect(latest()).toBe('<p>घाट</p><blockquote>सुबह</blockquote><blockquote>शाम</blockquote>'),
    );
  });

  it('with two pastes in a row: Undo reverts only the last one', async () => {
    const { box, latest, user } = renderEditor();
    paste(box, '<p>नाव</p>');
    paste(box, '<p>धीरे चली</p>');
    await waitFor(() => expect(latest()).toBe('<p>धीरे चली</p>'));

    await user.click(screen.getByRole('button', { name: 'Undo' }));

    await waitFor(() => expect(latest()).toBe('<p>नाव</p>'));
  });

  it('with text pasted from Firefox, which copies no styles: keeps the line breaks that its plain text has', async () => {
    const { box, latest } = renderEditor();

    paste(box, '<div class="pre-wrap">सुबह\nशाम</div><p>घाट\nपर</p>', 'सुबह\r\nशाम\r\nघाट पर');

    await waitFor(() => expect(latest()).toBe('<p>सुबह</p><p>शाम</p><p>घाट पर</p>'));
  });

  it.each([
    ['<ol start="3"><li>चाय</li><li>नाव</li></ol><p>घाट</p><ol start="5"><li>रेल</li></ol>'],
    ['<ol><li>चाय<ol><li>अदरक</li></ol></li></ol><ul><li>नाव</li></ul><ol start="2"><li>रेल</li></ol>'],
    [
      '<ol><li>चाय<ol start="4"><li>अदरक<ul><li>x<ol start="2"><li>y</li></ol></li></ul></li></ol></li><li>नाव<ol start="3"><li>रेल</li></ol></li></ol>',
    ],
    ['<ol start="0"><li>चाय</li></ol><figure><img src="/media/k"></figure><ol start="7"><li>रेल</li></ol>'],
  ])(
    'with stored lists, %s: keeps the numbers of their first items when the story is edited',
    async (html) => {
      const withoutPictures = (markup = '') => markup.replace(/<figure.*?<\/figure>/g, '');
      const { box, latest, user } = renderEditor(`<p>x</p>${html}`);
      box.focus();
      window.getSelection()?.selectAllChildren(box.querySelector('p') ?? box);

      await user.click(screen.getByRole('button', { name: 'Heading' }));

      await waitFor(() => expect(withoutPictures(latest())).toBe(`<h2>x</h2>${withoutPictures(html)}`));
    },
  );

  it('with a list that starts at 3 made a list again: counts it from 1', async () => {
    const { box, latest, user } = renderEditor('<ol start="3"><li>चाय</li></ol>');
    box.focus();
    window.getSelection()?.selectAllChildren(box.querySelector('li') ?? box);
    const toggle = () => user.click(screen.getByRole('button', { name: 'Numbered list' }));

    await toggle();
    await waitFor(() => expect(latest()).toBe('<p>चाय</p>'));
    await toggle();

    await waitFor(() => expect(latest()).toBe('<ol><li>चाय</li></ol>'));
  });

  it('with a list that starts at 3, split after Enter in its first item: counts the rest from 1', async () => {
    const { box, latest } = renderEditor('<ol start="3"><li>चायनाव</li></ol>');

    pressIn(box, 0, 3, 'Enter');
    await waitFor(() => expect(latest()).toBe('<ol start="3"><li>चाय</li><li>नाव</li></ol>'));
    pressIn(box, 1, 0, 'Enter');
    await waitFor(() => expect(latest()).toBe('<ol start="3"><li>चाय</li><li></li><li>नाव</li></ol>'));
    pressIn(box, 1, 0, 'Enter');

    await waitFor(() => expect(latest()).toBe('<ol start="3"><li>चाय</li></ol><p></p><ol><li>नाव</li></ol>'));
  });

  it('with a list that starts at 3 ended, and started again by "1. ": counts it from 1', async () => {
    const { box, latest } = renderEditor('<ol start="3"><li>1.</li></ol>');

    pressIn(box, 0, 0, 'Backspace');
    await waitFor(() => expect(latest()).toBe('<p>1.</p>'));
    pressIn(box, 0, 2, ' ');

    await waitFor(() => expect(latest()).toBe('<ol><li></li></ol>'));
  });

  it('with a list pasted from Word: converts it to a list', async () => {
    const { box, latest } = renderEditor();

    paste(
      box,
      '<html xmlns:w="urn:schemas-microsoft-com:office:word"><head><style>@list l0:level1 {mso-level-number-format:bullet;}</style></head>' +
        '<body><p class=MsoListParagraph style="mso-list:l0 level1 lfo1"><span style="mso-list:Ignore">·</span>चाय</p></body></html>',
    );

    await waitFor(() => expect(latest()).toMatch(/^<ul><li>चाय<\/li><\/ul>/));
  });

  it('with a numbered heading pasted from Word: keeps the heading and its number', async () => {
    const { box, latest } = renderEditor();

    paste(
      box,
      '<html xmlns:w="urn:schemas-microsoft-com:office:word"><body>' +
        "<h2 style='margin-left:28.8pt;text-indent:-28.8pt;mso-list:l0 level2 lfo1'><![if !supportLists]><span>" +
        "<span style='mso-list:Ignore'>1.1<span style='font:7.0pt \"Times New Roman\"'>&nbsp;&nbsp; </span></span></span>" +
        '<![endif]><span lang=EN-US>चाय<o:p></o:p></span></h2><p class=MsoNormal>अदरक</p></body></html>',
    );

    await waitFor(() => expect(latest()).toBe('<h2>1.1 चाय</h2><p>अदरक</p>'));
  });

  it('with the link dialog: rejects an unsafe address, then adds, edits and removes a link', async () => {
    const { box, latest, user } = renderEditor('<p>रेल</p>');
    box.focus();
    window.getSelection()?.selectAllChildren(box.querySelector('p') ?? box);
    await waitFor(() => expect(window.getSelection()?.toString()).toBe('रेल'));
    await user.click(screen.getByRole('button', { name: 'Link' }));
    expect(screen.getByRole('dialog', { name: 'Add a link' })).toBeVisible();
    expect(screen.getByLabelText('Link text')).toHaveValue('रेल');

    await user.type(screen.getByLabelText('Address'), 'javascript:alert(1)');
    await user.click(screen.getByRole('button', { name: 'Add link' }));
    expect(screen.getByLabelText('Address')).toHaveAccessibleDescription(
      'Enter an address that begins with http://, https:// or mailto:',
    );
    expect(screen.getByLabelText('Address')).toHaveFocus();
    await user.clear(screen.getByLabelText('Address'));
    await user.type(screen.getByLabelText('Address'), 'example.org{Enter}');
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(latest()).toContain('href="https://example.org/"');

    await user.click(screen.getByRole('button', { name: 'Link' }));
    expect(screen.getByRole('dialog', { name: 'Edit the link' })).toBeVisible();
    expect(screen.getByLabelText('Address')).toHaveValue('https://example.org/');
    await user.click(screen.getByRole('button', { name: 'Remove link' }));
    expect(latest()).toBe('<p>रेल</p>');
  });

  it('with the link dialog, a bad address submitted with Enter: announces the error each time', async () => {
    const { user } = renderEditor('<p>रेल</p>');
    await user.click(screen.getByRole('button', { name: 'Link' }));
    const text = 'Enter an address that begins with http://, https:// or mailto:';

    await user.type(screen.getByLabelText('Address'), 'javascript:alert(1){Enter}');
    const announced = screen.getByText(text);
    await user.keyboard('{Enter}');

    expect(screen.getByText(text).closest('[aria-live=polite]')).not.toBeNull();
    // Screen readers announce only changes.
    expect(announced).not.toBeInTheDocument();
  });

  it('opened with a caret position: restores the caret there', () => {
    const { box, carets } = renderEditor('<p>घाट</p><p>नाव चली</p>', 6);

    expect(box).toHaveFocus();
    const { anchorNode, anchorOffset } = window.getSelection() ?? {};
    expect([anchorNode?.textContent, anchorOffset]).toEqual(['नाव चली', 2]);
    expect(carets.at(-1) ?? 6).toBe(6);
  });

  it('opened by a navigation, which has focused the heading: restores the caret', () => {
    render(<h1 tabIndex={-1}>Write a story</h1>);
    screen.getByRole('heading').focus();

    const { box } = renderEditor('<p>घाट</p>', 1);

    expect(box).toHaveFocus();
  });

  it('opened while another field has the focus: leaves it there', () => {
    render(<input aria-label="Title" />);
    screen.getByLabelText('Title').focus();

    renderEditor('<p>घाट</p>', 1);

    expect(screen.getByLabelText('Title')).toHaveFocus();
  });

  it('opened without a caret position: stays without focus', () => {
    const { box } = renderEditor('<p>घाट</p>');

    expect(box).not.toHaveFocus();
  });

  it('with the shortcuts button: opens the list of shortcuts', async () => {
    const { user } = renderEditor();

    await user.click(screen.getByRole('button', { name: 'Shortcuts' }));

    const dialog = screen.getByRole('dialog', { name: 'Shortcuts' });
    expect(dialog).toHaveTextContent('BoldCtrl+B');
    expect(dialog).toHaveTextContent('PublishCtrl+Enter');
    await user.click(screen.getByRole('button', { name: 'Close' }));
    expect(dialog).not.toBeInTheDocument();
  });

  describe('in Firefox, where Quill deletes characters', () => {
    const FAMILY = '👩‍👩‍👧‍👦';

    it.each([
      ['Backspace', `नाव${FAMILY}`, 'end', '<p>नाव</p>'],
      ['Backspace', 'भारत🇮🇳', 'end', '<p>भारत</p>'],
      ['Backspace', '3️⃣', 'end', '<p></p>'],
      ['Backspace', 'नदी', 'end', '<p>नद</p>'],
      ['Backspace', 'a😀', 'end', '<p>a</p>'],
      ['Delete', `${FAMILY}नाव`, 'start', '<p>नाव</p>'],
      ['Delete', 'नदी', 'start', '<p>दी</p>'],
      ['Delete', 'क्षमा', 'start', '<p>मा</p>'],
      ['Delete', 'நிலா', 'start', '<p>லா</p>'],
    ] as const)('%s in %s, at its %s: leaves %s', async (key, text, side, expected) => {
      vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 Gecko/20100101 Firefox/140.0');
      const { box, latest } = renderEditor(`<p>${text}</p>`);
      box.focus();
      window
        .getSelection()
        ?.collapse(box.querySelector('p')?.firstChild ?? null, side === 'end' ? text.length : 0);

      fireEvent.keyDown(box, { key });

      await waitFor(() => expect(latest()).toBe(expected));
    });

    it('Delete at the end of a line and Backspace at the start of one: join it with the other line', async () => {
      vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 Gecko/20100101 Firefox/140.0');
      const { box, latest } = renderEditor('<p>क</p><p>ख</p><p>ग</p>');
      box.focus();
      window.getSelection()?.collapse(box.querySelector('p')?.firstChild ?? null, 1);

      fireEvent.keyDown(box, { key: 'Delete' });
      await waitFor(() => expect(latest()).toBe('<p>कख</p><p>ग</p>'));
      window.getSelection()?.collapse(box.querySelectorAll('p')[1]?.firstChild ?? null, 0);
      fireEvent.keyDown(box, { key: 'Backspace' });

      await waitFor(() => expect(latest()).toBe('<p>कखग</p>'));
    });
  });
});
