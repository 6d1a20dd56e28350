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

interface AcceptPictureInput {
  authorId: string;
  postId: string;
  /** As in the body: a data URL or an address, empty for no picture, absent to leave it as it is. */
  image: string | undefined;
  /** The draft that the story was written in, if there is one. */
  draft: DraftDoc | null;
  /** The decoded picture, if a file was sent. */
  upload: UploadedImage | null;
  /** Empty for a new story. */
  stored: CurrentPicture;
}

/**
 * Creates a function that stores the picture of a story: a new one, one that the author has uploaded, or the picture of
 * the draft that the story was written in.
 */
export function createPictureAcceptor({ media }: { media: MediaService }) {
  /**
   * @returns the picture and the address it was taken from; only a new address when the draft has the story's picture;
   *   null when both stay as they are. Leave what is absent out of the update: a concurrent request may have replaced it.
   * @throws AppError as `media.accept`.
   */
  return async function acceptPicture({
    authorId,
    postId,
    image,
    draft,
    upload,
    stored,
  }: AcceptPictureInput): Promise<Partial<PictureFields> | null> {
    // A retried update: its first attempt has transferred the picture and deleted the draft.
    if (image && image === stored.blogImageSource) return null;
    const current = stored.blogImage ?? null;
    const accepted = await media.accept({
      image,
      upload,
      owner: { kind: 'post', recordId: postId },
      current,
      transferFrom: [
        { kind: 'upload', recordId: authorId },
        ...(draft ? [{ kind: 'draft', recordId: draft._id.toHexString() } as const] : []),
      ],
      field: 'blogImage',
    });
    const blogImageSource = image && !isDataUrl(image) ? image : null;
    if (accepted?.key !== current?.key) return { blogImage: accepted, blogImageSource };
    const isOtherAddress = blogImageSource !== null && media.parseKey(blogImageSource) !== current?.key;
    return isOtherAddress ? { blogImageSource } : null;
  };
}
export type AcceptPicture = ReturnType<typeof createPictureAcceptor>;
