import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { setLanguage } from '../../../i18n/strings.ts';
import { ApiError } from '../../../lib/api-client.ts';
import { createTestQueue, pictureFile } from '../../../testing/uploads.ts';
import { StoryEditor } from './story-editor.tsx';

beforeAll(() => {
  // jsdom has no layout; Quill measures the cursor only to scroll to it.
  Range.prototype.getBoundingClientRect = () => new DOMRect();
});

const HOUR_MS = 3_600_000;

const stored = (key: string, alt = '') =>
  `<figure><img src="/media/${key}" alt="${alt}" width="40" height="30"></figure>`;

function renderEditor(initialHtml = '') {
  const test = createTestQueue();
  const changes: { html: string; isEdit: boolean }[] = [];
  const cardImages: [src: string, alt: string][] = [];
  const added: File[] = [];
  render(
    <>
      <p id="label">Your story</p>
      <StoryEditor
        initialHtml={initialHtml}
        onChange={(html, isEdit) => changes.push({ html, isEdit })}
        labelId="label"
        noteIds=""
        isInvalid={false}
        pictures={{
          uploads: test.queue,
          cardImage: '/media/card',
          onCardImage: (...image) => cardImages.push(image),
          onAddFiles: (files) => added.push(...files),
        }}
        initialCaret={null}
        onMoveCaret={() => undefined}
      />
    </>,
  );
  const box = screen.getByRole('textbox', { name: 'Your story' });
  return {
    ...test,
    added,
    box,
    cardImages,
    changes,
    latest: () => changes.at(-1)?.html,
    transfer: test.latest,
    user: userEvent.setup(),
    figures: () => screen.getAllByRole('group', { name: /^Picture \d/ }),
    pick: (...files: File[]) =>
      fireEvent.change(screen.getByLabelText('Pictures for the text'), { target: { files } }),
  };
}

/** Returns the button of a tool of a picture. */
function tool(figure: HTMLElement | undefined, name: string): HTMLElement {
  if (!figure) throw new Error('There is no picture');
  return within(figure).getByRole('button', { name });
}

describe('StoryEditor: pictures', () => {
  it('when another language is chosen: are named in it, and the placeholder is translated', async () => {
    const { box } = renderEditor(`<p>भोर</p>${stored('a', 'घाट')}${stored('b')}`);
    expect(screen.getByRole('group', { name: 'Picture 1 of 2: घाट' })).toBeInTheDocument();

    await act(() => setLanguage('hi'));

    expect(screen.getByRole('group', { name: 'तस्वीर 1, कुल 2: घाट' })).toBeInTheDocument();
    expect(screen.getByRole('group', { name: 'तस्वीर 2, कुल 2: कोई विवरण नहीं' })).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'बोल्ड' })).toBeInTheDocument();
    expect(box).toHaveAttribute('data-placeholder', 'आप कहाँ थे, और आपने क्या देखा?');
  });

  it('picked: are shown, uploaded in the background, and then stored in the story', async () => {
    const { pick, added, figures, latest, transfer, transfers, changes } = renderEditor('<p>வணக்கம்</p>');

    pick(pictureFile('a.jpg'), pictureFile('b.jpg'));

    for (const figure of figures()) expect(figure.querySelector('img')?.src).toMatch(/^blob:/);
    expect(figures()).toHaveLength(2);
    expect(screen.getByText('2 pictures added')).toBeInTheDocument();
    expect(added.map(({ name }) => name)).toEqual(['a.jpg', 'b.jpg']);
    expect(latest()).toMatch(
      /^<p>வணக்கம்<\/p><figure data-upload="\w+"><img alt=""><\/figure><figure data-upload="\w+"><img alt=""><\/figure><p><\/p>$/,
    );
    await waitFor(() => expect(transfers).toHaveLength(1));
    act(() => transfer().onProgress(0.456));
    expect(within(figures()[0] as HTMLElement).getByRole('progressbar')).toHaveAttribute(
      'aria-valuenow',
      '45',
    );

    await act(async () => transfer().finish('/media/one'));

    await waitFor(() =>
      expect(latest()).toContain(
        '<p>வணக்கம்</p><figure><img src="/media/one" alt="" width="1600" height="1200"></figure>',
      ),
    );
    expect(changes.at(-1)?.isEdit).toBe(true);
    expect(screen.getByText('Picture uploaded')).toBeInTheDocument();
    await waitFor(() => expect(transfers).toHaveLength(2));
    await act(async () => transfer().finish('/media/two'));
    await waitFor(() => expect(latest()).not.toContain('data-upload'));
  });

  it.each([
    ['caretPositionFromPoint', (offsetNode: Node | null) => ({ offsetNode })],
    ['caretRangeFromPoint', (startContainer: Node | null) => ({ startContainer })],
  ])('dropped into the text of a browser with %s: are added under the pointer', (method, toCaret) => {
    const { box, latest } = renderEditor('<p>एक</p><p>दो</p>');
    const caret = toCaret(screen.getByText('दो').firstChild);
    // jsdom has neither.
    Object.assign(document, { [method]: () => caret });
    onTestFinished(() => {
      Reflect.deleteProperty(document, method);
    });

    fireEvent.drop(box, { dataTransfer: { types: ['Files'], files: [pictureFile()] } });

    expect(latest()).toMatch(/^<p>एक<\/p><p>दो<\/p><figure data-upload="\w+">/);
  });

  it('uploaded while another control has the focus: leaves it there', async () => {
    const { box, pick, latest, transfer, transfers } = renderEditor('<p>घाट</p>');
    render(<button type="button">Publish</button>);
    pick(pictureFile());
    await waitFor(() => expect(transfers).toHaveLength(1));
    const publish = screen.getByRole('button', { name: 'Publish' });
    publish.focus();
    // Browsers, unlike jsdom, keep the selection in a text that loses the focus.
    window.getSelection()?.collapse(box.querySelector('p')?.firstChild ?? null, 1);

    await act(async () => transfer().finish('/media/one'));

    await waitFor(() => expect(latest()).toContain('/media/one'));
    expect(publish).toHaveFocus();
  });

  it('uploaded one after the other: each is announced', async () => {
    const { pick, transfer, transfers } = renderEditor();
    pick(pictureFile('a.jpg'), pictureFile('b.jpg'));
    await waitFor(() => expect(transfers).toHaveLength(1));
    await act(async () => transfer().finish('/media/one'));
    const status = await screen.findByText('Picture uploaded');
    const first = status.textContent;
    await waitFor(() => expect(transfers).toHaveLength(2));

    await act(async () => transfer().finish('/media/two'));

    await waitFor(() => expect(status.textContent).not.toBe(first));
    expect(status).toHaveTextContent('Picture uploaded');
  });

  it('stored in the text: are shown, named, and serialized unchanged', () => {
    const caption = '<figcaption>सुबह &amp; शाम</figcaption>';
    const { figures, box, latest, pick } = renderEditor(
      `<p>a</p><figure><img src="/media/k" alt="&quot;घाट&quot;" width="4" height="3">${caption}</figure><p>b</p>`,
    );

    expect(figures()[0]).toHaveAccessibleName('Picture 1 of 1: "घाट"');
    expect(box.querySelector('figure img')).toHaveAttribute('src', '/media/k?w=960');
    pick(pictureFile());
    expect(latest()).toContain(
      `<figure><img src="/media/k" alt="&quot;घाट&quot;" width="4" height="3">${caption}</figure><p>b</p>`,
    );
  });

  it('with a caption and description entered: stores both, and Undo removes them', async () => {
    const { figures, latest, user } = renderEditor(`<p>a</p>${stored('k')}`);

    await user.click(tool(figures()[0], 'Describe this picture'));
    const dialog = screen.getByRole('dialog', { name: 'Caption and description' });
    await user.type(within(dialog).getByLabelText('Description'), 'A boat "Ganga" <1>');
    await user.type(within(dialog).getByLabelText('Caption'), 'काशी');
    await user.click(within(dialog).getByRole('button', { name: 'Save' }));

    expect(latest()).toContain(
      '<img src="/media/k" alt="A boat &quot;Ganga&quot; &lt;1&gt;" width="40" height="30"><figcaption>काशी</figcaption>',
    );
    await waitFor(() => expect(figures()[0]).toHaveAccessibleName('Picture 1 of 1: A boat "Ganga" <1>'));
    expect(figures()[0]).toHaveFocus();
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(latest()).toContain(stored('k'));
  });

  it('with a text that is too long: shows by how much and saves nothing', async () => {
    const { figures, user, changes } = renderEditor(stored('k'));
    await user.click(tool(figures()[0], 'Caption and description'));
    const dialog = screen.getByRole('dialog');
    fireEvent.change(within(dialog).getByLabelText('Caption'), { target: { value: 'கா'.repeat(151) } });
    const count = changes.length;

    await user.click(within(dialog).getByRole('button', { name: 'Save' }));

    expect(dialog).toBeInTheDocument();
    expect(within(dialog).getByText(/2 characters too long/)).toBeVisible();
    expect(within(dialog).getByLabelText('Caption')).toHaveFocus();
    expect(changes).toHaveLength(count);
  });

  it('moved by key or button: changes the order, keeps the focus, and announces the new position', async () => {
    const { figures, latest, user } = renderEditor(`<p>a</p>${stored('k')}<p>b</p>${stored('m')}`);
    act(() => figures()[0]?.focus());

    await user.keyboard('{Alt>}{ArrowDown}{/Alt}');
    expect(latest()).toContain(`<p>a</p><p>b</p>${stored('k')}${stored('m')}`);
    expect(figures()[0]).toHaveFocus();
    await user.click(tool(figures()[0], 'Move down'));
    expect(latest()).toContain(`<p>b</p>${stored('m')}${stored('k')}`);
    expect(screen.getByText('Moved. Now picture 2 of 2')).toBeInTheDocument();
    expect(figures()[1]).toHaveFocus();
    await user.click(tool(figures()[1], 'Move down'));
    expect(screen.getByText('This picture is already at the end')).toBeInTheDocument();
    act(() => figures()[1]?.focus());
    await user.keyboard('{Alt>}{ArrowUp}{ArrowUp}{ArrowUp}{ArrowUp}{/Alt}');
    expect(latest()).toMatch(/^<figure><img src="\/media\/k"/);
    expect(screen.getByText('This picture is already at the top')).toBeInTheDocument();
  });

  it('removed by key: is restored by Undo', async () => {
    const { figures, latest, user } = renderEditor(`<p>a</p>${stored('k')}<p>b</p>`);
    act(() => figures()[0]?.focus());

    await user.keyboard('{Delete}');
    expect(latest()).toBe('<p>a</p><p>b</p>');
    expect(screen.getByText('Picture removed. Undo brings it back.')).toBeInTheDocument();

    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(latest()).toBe(`<p>a</p>${stored('k')}<p>b</p>`);
  });

  it('with Enter: adds a line below it, also between two pictures', async () => {
    const { figures, latest, user } = renderEditor(`${stored('k')}${stored('m')}`);
    act(() => figures()[0]?.focus());

    await user.keyboard('{Enter}');

    expect(latest()).toMatch(
      /k" alt="" width="40" height="30"><\/figure><p><\/p><figure><img src="\/media\/m/,
    );
    await user.click(tool(figures()[0], 'Write above'));
    expect(latest()).toMatch(/^<p><\/p><figure><img src="\/media\/k"/);
  });

  it('for the card: offers only uploaded pictures', async () => {
    const { figures, pick, user, cardImages } = renderEditor(`${stored('k', 'घाट')}${stored('card')}`);
    pick(pictureFile());

    await user.click(tool(figures()[0], 'Use as cover picture'));

    expect(cardImages).toEqual([['/media/k', 'घाट']]);
    const named = (src: string) => figures().find((figure) => figure.innerHTML.includes(src));
    expect(tool(named('/media/card'), 'Use as cover picture')).toHaveAttribute('aria-pressed', 'true');
    expect(tool(named('progressbar'), 'Use as cover picture')).toBeDisabled();
  });

  it('beyond 30: are omitted', async () => {
    const { pick, figures } = renderEditor(
      Array.from({ length: 29 }, (_, index) => stored(`k${index}`)).join(''),
    );

    pick(pictureFile('a.jpg'), pictureFile('b.jpg'), new File(['x'], 'a.pdf', { type: 'application/pdf' }));

    expect(figures()).toHaveLength(30);
  });

  it('that cannot be uploaded: shows the reason, and is not sent again once removed', async () => {
    const { pick, figures, transfer, transfers, user, latest, advance } = renderEditor('<p>a</p>');
    pick(pictureFile());
    await waitFor(() => expect(transfers).toHaveLength(1));

    await act(async () => transfer().fail(new Error('broken')));
    expect(await screen.findByText(/Connection lost/)).toBeInTheDocument();
    await user.click(tool(figures()[0], 'Remove picture'));

    expect(latest()).not.toContain('figure');
    act(() => advance(HOUR_MS));
    expect(transfers).toHaveLength(1);
  });

  it('that cannot be uploaded, retried: keeps the focus while the progress replaces the button', async () => {
    const { pick, figures, transfer, transfers, user } = renderEditor('<p>a</p>');
    pick(pictureFile());
    await waitFor(() => expect(transfers).toHaveLength(1));
    await act(async () => transfer().fail(new ApiError(403, 'forbidden', 'Not allowed')));

    await user.click(await screen.findByRole('button', { name: 'Try again' }));

    expect(await within(figures()[0] as HTMLElement).findByRole('progressbar')).toBeInTheDocument();
    expect(figures()[0]).toHaveFocus();
  });

  it('that the server no longer has: is shown from the device and uploaded again', async () => {
    const { pick, transfer, transfers, figures, latest, queue } = renderEditor('<p>a</p>');
    pick(pictureFile());
    await waitFor(() => expect(transfers).toHaveLength(1));
    await act(async () => transfer().finish('/media/gone'));
    await waitFor(() => expect(latest()).toContain('/media/gone'));

    await act(() => queue.recover(['gone']));

    expect(latest()).toMatch(/<figure data-upload="\w+"><img alt="" width="1600" height="1200">/);
    expect(figures()[0]?.querySelector('img')?.src).toMatch(/^blob:/);
    await waitFor(() => expect(transfers).toHaveLength(2));
    await act(async () => transfer().finish('/media/again'));
    await waitFor(() => expect(latest()).toContain('<figure><img src="/media/again" alt=""'));
  });

  it('undone after its upload: is restored by Redo as uploaded', async () => {
    const { pick, transfer, transfers, user, latest, stateOf, queue } = renderEditor('<p>a</p>');
    pick(pictureFile());
    await waitFor(() => expect(transfers).toHaveLength(1));
    await act(async () => transfer().finish('/media/k'));
    await waitFor(() => expect(latest()).toContain('/media/k'));

    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(latest()).not.toContain('figure');
    await user.click(screen.getByRole('button', { name: 'Redo' }));

    await waitFor(() => expect(latest()).toContain('src="/media/k"'));
    expect(stateOf(queue.list()[0]?.id ?? '')?.status).toBe('done');
  });

  it.each([
    ['ltr', 'ArrowRight', 'ArrowLeft'],
    ['rtl', 'ArrowLeft', 'ArrowRight'],
  ])(
    'in a %s text, with %s and %s: receives the focus from the line before it, and passes it on',
    async (direction, forward, backward) => {
      const { box, figures, user } = renderEditor(`<p>گھاٹ</p>${stored('k')}${stored('m')}<p>شام</p>`);
      // jsdom does not resolve dir=auto.
      box.style.direction = direction;
      const [before, after] = [...box.querySelectorAll('p')].map(({ firstChild }) => firstChild);
      box.focus();
      window.getSelection()?.collapse(before ?? null, 4);

      await user.keyboard(`{${forward}}`);
      expect(figures()[0]).toHaveFocus();
      await user.keyboard(`{${forward}}`);
      expect(figures()[1]).toHaveFocus();
      await user.keyboard(`{${backward}}`);
      expect(figures()[0]).toHaveFocus();
      box.focus();
      window.getSelection()?.collapse(after ?? null, 0);
      await user.keyboard(`{${backward}}`);
      expect(figures()[1]).toHaveFocus();
    },
  );

  it.each([
    ['alone', [1, 2], (link: string) => `<p>a</p>${stored('k')}<p>${link}</p>${stored('m')}<p>b</p>`],
    [
      'with the text around it',
      [0, 4],
      (link: string) => `<p>a</p>${stored('k')}${stored('m')}<p>b${link}</p>`,
    ],
  ] as const)(
    'selected %s for a new link: stays, and the link follows it',
    async (_name, [start, end], expected) => {
      const { box, latest, user } = renderEditor(`<p>a</p>${stored('k')}${stored('m')}<p>b</p>`);
      box.focus();
      window.getSelection()?.setBaseAndExtent(box, start, box, end);
      await user.click(screen.getByRole('button', { name: 'Link' }));

      await user.type(screen.getByLabelText('Address'), 'example.org');
      await user.clear(screen.getByLabelText('Link text'));
      await user.type(screen.getByLabelText('Link text'), 'नक्शा{Enter}');

      const link = '<a href="https://example.org/" rel="noopener noreferrer" target="_blank">नक्शा</a>';
      await waitFor(() => expect(latest()).toBe(expected(link)));
    },
  );
});
