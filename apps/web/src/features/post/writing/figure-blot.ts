import { Quill } from 'react-quill';
import { pictureUrl } from '../../../lib/pictures.ts';
import { EMPTY_FIGURE, type Figure, figureHtml, parseFigure } from './figure.ts';

const { EmbedBlot } = Quill.import('parchment');
const Delta = Quill.import('delta');
// The registry is untyped; this is Quill's embed that occupies a line of its own.
const BlockEmbed = Quill.import('blots/block/embed') as typeof EmbedBlot;

const FORMAT = 'figure';
const figures = new WeakMap<Node, Figure>();

/**
 * A picture in the text, with its caption: the only element of a story that loads something, so it accepts only
 * uploaded pictures and uploads of this device. The controls are rendered into `panel` by React.
 */
export class FigureBlot extends BlockEmbed {
  static override blotName = FORMAT;
  static override tagName = 'FIGURE';
  static override className = 'editor-picture';

  static override create(value: unknown): HTMLElement {
    // biome-ignore lint/complexity/noThisInStatic: the parent class creates the element with the tag of this class.
    const node = super.create(value) as HTMLElement;
    const figure = { ...EMPTY_FIGURE, ...(value as Partial<Figure>) };
    const panel = document.createElement('div');
    panel.className = 'editor-picture-panel';
    const image = document.createElement('img');
    image.draggable = false;
    node.append(image, document.createElement('figcaption'), panel);
    node.contentEditable = 'false';
    node.tabIndex = 0;
    node.setAttribute('role', 'group');
    // Keys pressed in the controls must not reach the text.
    for (const type of ['keydown', 'keypress', 'beforeinput', 'input']) {
      node.addEventListener(type, (event) => {
        if (event.target !== node) event.stopPropagation();
      });
    }
    render(node, figure);
    return node;
  }

  /**
   * The figure of a node of the editor or of pasted markup; null for other markup, of which only the text is pasted.
   */
  static override value(node: HTMLElement): Figure | null {
    return figures.get(node) ?? parseFigure(node);
  }

  /**
   * Quill calls this for a change of the embed. Because this method exists, Quill ignores changes of the elements in
   * it.
   */
  updateContent(change: unknown): void {
    render(this.node, { ...this.figure, ...(change as Partial<Figure>) });
  }

  /** Markup for `getSemanticHTML`, which the form saves and the clipboard copies. */
  html(): string {
    return figureHtml(this.figure);
  }

  get node(): HTMLElement {
    // `create` creates an HTMLElement.
    return this.domNode as HTMLElement;
  }

  get figure(): Figure {
    return figures.get(this.domNode) ?? EMPTY_FIGURE;
  }

  get panel(): Element | null {
    return this.node.querySelector('.editor-picture-panel');
  }

  /** Shows the file on this device until it is uploaded. */
  showPreview(url: string | null): void {
    const image = this.node.querySelector('img');
    if (image && url !== null && image.src !== url) image.src = url;
  }
}

function render(node: HTMLElement, figure: Figure): void {
  figures.set(node, figure);
  const image = node.querySelector('img');
  const caption = node.querySelector('figcaption');
  if (!image || !caption) return;
  if (figure.src !== '') image.src = pictureUrl(figure.src, 960);
  image.alt = figure.alt;
  if (figure.width > 0 && figure.height > 0) {
    image.width = figure.width;
    image.height = figure.height;
  }
  caption.textContent = figure.caption;
}

type Change = Partial<Figure>;

/** Makes a change of a picture a change of the text, so that it is saved and undone like other changes. */
Delta.registerEmbed<Change>(FORMAT, {
  compose: (earlier, later) => ({ ...earlier, ...later }),
  invert: (change, base) => pick(base, Object.keys(change)),
  transform: (earlier, later, hasPriority) => (hasPriority ? omit(later, Object.keys(earlier)) : later),
});

function pick(figure: Change, names: readonly string[]): Change {
  return Object.fromEntries(Object.entries(figure).filter(([name]) => names.includes(name)));
}

function omit(figure: Change, names: readonly string[]): Change {
  return Object.fromEntries(Object.entries(figure).filter(([name]) => !names.includes(name)));
}

Quill.register(`formats/${FORMAT}`, FigureBlot, true);

/** All pictures of the text, in order. */
export function findFigures(quill: Quill): FigureBlot[] {
  return quill.scroll.descendants(FigureBlot, 0, quill.scroll.length());
}
