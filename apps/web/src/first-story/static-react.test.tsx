import { describe, expect, it } from 'vitest';
import { createElement, Fragment, forwardRef, jsx, toNodes } from './static-react.ts';

/** Returns the markup of the result of `jsx`. */
function toHtml(rendered: unknown): string {
  const container = document.createElement('div');
  container.append(...toNodes(rendered));
  return container.innerHTML;
}

describe('jsx', () => {
  it('with attributes as React names them: sets the HTML attributes', () => {
    const image = jsx('img', {
      className: 'cover',
      srcSet: '/a 1x',
      'aria-hidden': true,
      hidden: true,
      alt: '',
      title: undefined,
      draggable: false,
      onLoad: () => undefined,
      style: { '--ratio': 1.5, backgroundColor: 'red' },
    });

    expect(toHtml(image)).toBe(
      '<img class="cover" srcset="/a 1x" aria-hidden="true" hidden="" alt="" style="--ratio: 1.5; background-color: red;">',
    );
  });

  it('with texts and nested children: skips values that React does not render', () => {
    const list = jsx('p', { children: ['<b>', [1, null], false, undefined, jsx('br', {})] });

    expect(toHtml(list)).toBe('<p>&lt;b&gt;1<br></p>');
  });

  it('with components: renders what they return', () => {
    const Name = forwardRef(({ children }) => jsx('b', { children }));
    const title = createElement(Fragment, null, createElement(Name, { key: 'a' }, 'नाव'), ' and ', 'boat');

    expect(toHtml(title)).toBe('<b>नाव</b> and boat');
  });

  it('with a drawing: creates SVG elements', () => {
    const icon = jsx('svg', { viewBox: '0 0 24 24', strokeWidth: 2, children: jsx('path', { d: 'M0 0' }) });

    expect(icon).toBeInstanceOf(SVGElement);
    expect(toHtml(icon)).toBe('<svg viewBox="0 0 24 24" stroke-width="2"><path d="M0 0"></path></svg>');
  });
});
