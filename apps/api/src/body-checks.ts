import {
  type DraftInput,
  isBlank,
  type MessageInput,
  type PostInput,
  type UpdateProfileInput,
} from '@safarnama/contracts';
import { checkAll } from './http/input-errors.js';
import type { BodyCheck, BodyChecks } from './http/routes.js';
import type { MediaService } from './media/media.service.js';
import { getPlaceFields } from './place/story-place.js';
import type { CheckStory } from './post/story-check.js';
import type { MarkupOf } from './post/story-markup.js';

interface CheckDeps {
  media: Pick<MediaService, 'validate'>;
  markupOf: MarkupOf;
  checkStory: CheckStory;
}

/** Creates the checks of bodies beyond their schemas. Each field has the type of its schema, or is missing. */
export function createBodyChecks({ media, markupOf, checkStory }: CheckDeps): BodyChecks {
  // `null` is no picture, too.
  const checkPicture = (image: string | null | undefined, field: string) =>
    media.validate(image ?? undefined, field);

  const checkPost: BodyCheck = (accepted: Partial<PostInput>, userId) => {
    const { blogHtml, blogContent = '', blogImage, ...others } = accepted;
    // The schema has rejected a missing text. The error lists it already.
    const text = isBlank(blogHtml ?? blogContent) ? 'text' : blogContent;
    return checkAll(
      () =>
        checkStory(
          userId,
          {
            blogTitle: '',
            blogLocation: '',
            blogContent: text,
            ...(blogHtml === undefined ? {} : { blogHtml }),
            ...others,
          },
          null,
        ),
      () => checkPicture(blogImage, 'blogImage'),
    );
  };
  return {
    'POST /api/post/create-post': checkPost,
    'PUT /api/post/update-post/:id': checkPost,
    'PUT /api/drafts/:key': ({ blogHtml = '', placeId, blogImage }: Partial<DraftInput>, userId) =>
      checkAll(
        () => markupOf(userId, null)(blogHtml),
        () => getPlaceFields(placeId),
        () => checkPicture(blogImage, 'blogImage'),
      ),
    'POST /api/message/send/:receiverId': ({ image }: Partial<MessageInput>) => checkPicture(image, 'image'),
    'PUT /api/auth/update-profile': ({ profilePic }: Partial<UpdateProfileInput>) =>
      checkPicture(profilePic, 'profilePic'),
  };
}
