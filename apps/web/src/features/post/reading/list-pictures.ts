import type { PublicPost } from '@safarnama/contracts';
import type { StoryFigure } from '../story-pictures.ts';
import { coverDescription } from './cover.tsx';

/** A picture of a story for the viewer. */
interface ListedPicture {
  image: string;
  alt: string;
  caption: string;
}

/**
 * Whether a cover is shown above the story: the picture of the card, unless the text contains it, or a drawn scene for
 * a story without any picture.
 */
export function showsCover(
  { blogImage }: Pick<PublicPost, 'blogImage'>,
  figures: readonly StoryFigure[],
): boolean {
  return blogImage === '' ? figures.length === 0 : figures.every(({ url }) => url !== blogImage);
}

/** All pictures that the page of a story shows, in their order. */
export function listPictures(post: PublicPost, figures: readonly StoryFigure[]): ListedPicture[] {
  const inText = figures.map(({ url, alt, caption }) => ({ image: url, alt, caption }));
  if (post.blogImage === '' || !showsCover(post, figures)) return inText;
  return [{ image: post.blogImage, alt: coverDescription(post), caption: '' }, ...inText];
}
