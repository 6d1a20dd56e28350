import { findPlaces, type Place } from '@safarnama/places';
import mongoose, { Types } from 'mongoose';
import { type PostDoc, PostModel } from '../post/post.model.js';

/** Stories on a page. */
export const UNPLACED_PAGE_LENGTH = 50;
const MAX_CANDIDATES = 5;

/** A story whose location names no place beyond doubt. */
interface UnplacedStory {
  _id: Types.ObjectId;
  blogTitle: string;
  blogLocation: string;
  /** Places that the location may name, best first. */
  candidates: Place[];
}

/**
 * Finds stories with a location that names no place beyond doubt, oldest first, unless their author has chosen to have
 * none. Reads stories in the order of their ids.
 *
 * @param after - id of the last story of the previous page; null for the first page.
 */
export async function findUnplacedStories(after: string | null): Promise<UnplacedStory[]> {
  const stories = await PostModel.find({
    ...(after === null ? {} : { _id: mongoose.trusted({ $gt: new Types.ObjectId(after) }) }),
    placeId: mongoose.trusted({ $exists: false }),
    blogLocation: mongoose.trusted({ $ne: '' }),
  })
    .sort({ _id: 1 })
    .limit(UNPLACED_PAGE_LENGTH)
    .select('blogTitle blogLocation')
    .lean<Pick<PostDoc, '_id' | 'blogTitle' | 'blogLocation'>[]>();
  return stories.map((story) => ({
    ...story,
    candidates: findPlaces(story.blogLocation, { limit: MAX_CANDIDATES, prefix: false }).map(
      ({ place }) => place,
    ),
  }));
}
