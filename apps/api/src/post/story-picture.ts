import type { DraftDoc } from '../draft/draft.model.js';
import { isDataUrl } from '../lib/data-url.js';
import type { MediaService, StoredImage } from '../media/media.service.js';
import type { UploadedImage } from '../media/uploaded-image.js';

/** The picture of a story before an update. */
interface CurrentPicture {
  blogImage?: StoredImage | null;
  blogImageSource?: string | null;
}

/** Fields of a story that change with its picture. */
export interface PictureFields {
  blogImage: StoredImage | null;
  blogImageSource: string | null;
}

/**
 * Creates a function that stores the picture of a story: a new one, one that the author has uploaded, or the picture of
 * the draft that the story was written in.
 */
export function createPictureAcceptor({ media }: { media: MediaService }) {
  /**
   * @param draft - the draft that the story was written in, if there is one.
   * @param upload - the decoded picture, if a file was sent.
   * @returns the picture and the address it was taken from; only a new address when the draft has the story's picture;
   *   null when both stay as they are. Leave what is absent out of the update: a concurrent request may have replaced it.
   * @throws AppError as `media.accept`.
   */
  return async function acceptPicture(
    authorId: string,
    postId: string,
    blogImage: string | undefined,
    draft: DraftDoc | null,
    upload: UploadedImage | null,
    stored: CurrentPicture,
  ): Promise<Partial<PictureFields> | null> {
    // A retried update: its first attempt has transferred the picture and deleted the draft.
    if (blogImage && blogImage === stored.blogImageSource) return null;
    const current = stored.blogImage ?? null;
    const accepted = await media.accept({
      image: blogImage,
      upload,
      owner: { kind: 'post', recordId: postId },
      current,
      transferFrom: [
        { kind: 'upload', recordId: authorId },
        ...(draft ? [{ kind: 'draft', recordId: draft._id.toHexString() } as const] : []),
      ],
      field: 'blogImage',
    });
    const blogImageSource = blogImage && !isDataUrl(blogImage) ? blogImage : null;
    if (accepted?.key !== current?.key) return { blogImage: accepted, blogImageSource };
    const isOtherAddress = blogImageSource !== null && media.parseKey(blogImageSource) !== current?.key;
    return isOtherAddress ? { blogImageSource } : null;
  };
}
export type AcceptPicture = ReturnType<typeof createPictureAcceptor>;
