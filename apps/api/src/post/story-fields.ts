import { VISIBILITIES } from '@safarnama/contracts';
import { imageSchema, textPictureSchema } from '../media/image.schema.js';

/** Fields that a story, its drafts and its former versions have in common. */
export const STORY_FIELD_TYPES = {
  /** Pictures of `blogHtml`, in its order. Missing in documents of older versions. */
  pictures: { type: [textPictureSchema], default: undefined },
  blogImage: { type: imageSchema, default: null },
  blogImageAlt: { type: String, default: '' },
  blogLocation: { type: String, default: '' },
  /** Id of a place of the gazetteer; null when the author has removed the place, missing when none was chosen. */
  placeId: { type: String },
  /** Day of the visit, `2024-03-12`. Null or missing for none. */
  visitedOn: { type: String },
  /** Missing in documents of older versions, which means `DEFAULT_VISIBILITY`. */
  visibility: { type: String, enum: VISIBILITIES },
} as const;
