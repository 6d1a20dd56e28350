import { render, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { parseStory } from '../story-html.ts';
import { StoryBody } from './story-body.tsx';

function Story({ html }: { html: string }) {
  return <StoryBody {...parseStory(html)} />;
}

describe('StoryBody', () => {
  it('with allowed elements: renders them', () => {
    const { container } = render(
      <Story html='<h2>பயணம்</h2><p dir="auto"><strong>চা</strong> <em>गरम</em><br>x</p><ol start="3"><li>a</li></ol><p><a href="https://example.org/a">more</a></p>' />,
    );

    expect(screen.getByRole('heading', { level: 2, name: 'பயணம்' })).toBeVisible();
    expect(container.querySelector('strong')).toHaveTextContent('চা');
    expect(container.querySelector('ol')).toHaveAttribute('start', '3');
    expect(screen.getByRole('link', { name: 'more' })).toHaveAttribute('rel', 'noopener nofollow ugc');
  });

  it.each([
    '<script>window.hit=1</script>',
    '<img src=x onerror="window.hit=1">',
    '<svg onload="window.hit=1"><a xlink:href="javascript:window.hit=1">x</a></svg>',
    '<p onclick="window.hit=1" style="position:fixed" class="button">x</p>',
    '<iframe src="https://evil.example"></iframe><object data="x"></object><style>*{display:none}</style>',
    '<a href="javascript:window.hit=1">x</a><a href=" java\nscript:alert(1)">y</a><a href="data:text/html,x">z</a>',
    '<form action="https://evil.example"><input name="q"><button>x</button></form>',
    '<figure><img src="https://evil.example/media/k" onerror="window.hit=1"><figcaption>x</figcaption></figure>',
    '<figure><img src="//evil.example/media/k"></figure><figure><img src="javascript:window.hit=1"></figure>',
    '<figure><img src="/api/auth/logout"></figure><figure><img src="data:image/svg+xml,x"></figure><img src="/media/k">',
    '<math><mtext><table><mglyph><style><img src=x onerror=window.hit=1>',
  ])('with disallowed markup (%s): renders nothing but its text', (html) => {
    const { container } = render(<Story html={html} />);

    const story = container.firstElementChild;
    expect(story?.querySelector('script,img,svg,iframe,object,style,form,input,button,a')).toBeNull();
    for (const element of story?.querySelectorAll('*') ?? []) {
      expect(element.getAttributeNames().filter((name) => !['dir', 'lang', 'start'].includes(name))).toEqual(
        [],
      );
    }
    expect('hit' in window).toBe(false);
  });
});
