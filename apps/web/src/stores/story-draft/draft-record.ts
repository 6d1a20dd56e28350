import type { Draft, PlaceHit, Post, StoryPlace, Visibility } from '@safarnama/contracts';
import { DEFAULT_VISIBILITY, isVisitDay } from '@safarnama/contracts';
import type { DraftBody } from '../../api/draft.api.ts';
import { randomId } from '../../lib/random-id.ts';
import {
  missingPictureKeys,
  pendingPictureIds,
  withoutPendingPictures,
} from '../picture-uploads/pending-pictures.ts';

/** The place of a story in its form; with the district or the nearest city if the place was chosen on this device. */
export type ChosenPlace = StoryPlace & Partial<Pick<PlaceHit, 'district' | 'near'>>;

/** Values of the story form. */
export interface PostFields {
  title: string;
  /** Markup of the editor. */
  html: string;
  /** A data URL, the URL of a stored picture, or empty. */
  image: string;
  imageAlt: string;
  /** URL of the card picture that the server no longer has, until the author has chosen another one; else empty. */
  lostPicture?: string;
  location: string;
  /** Null if the stored story has no place or the author has removed it; undefined while the author has not decided. */
  place: ChosenPlace | null | undefined;
  /**
   * Day of the visit as `2024-03-12`; empty for none. Missing in records that an older version of the app has stored.
   */
  visitedOn?: string;
  visibility: Visibility;
}

/** A draft as this device stores it. */
export interface DraftRecord {
  userId: string;
  key: string;
  /** The published story that the draft changes; null for a new story. */
  postId: string | null;
  /** Version of that story from which the edit began. */
  baseVersion: number | null;
  /** Version on the server that this draft continues; 0 before the first save there. */
  version: number;
  fields: PostFields;
  /** The picture that the server has for the draft, in the form's representation; empty without a picture. */
  savedImage: string;
  /** URL of that picture on the server. */
  savedImageUrl: string;
  /** Id of the place that the server has for the draft. Missing in records that an older version has stored. */
  savedPlaceId?: string | null;
  /** Time of the last change, in ms since 1970. */
  changedAt: number;
  /** Whether the server has the whole draft. */
  isSaved: boolean;
  /**
   * Keys of pictures in the text that the server no longer had at the last save: it deletes uploads that no text has
   * contained for a day.
   */
  missingPictures?: readonly string[];
  /** Digests of saves without a response: the server may have stored them. */
  unconfirmed: readonly string[];
  /** Position of the caret in the text, as an index in the editor; null if it was never in the text on this device. */
  caret: number | null;
  /** When the server publishes the draft, as an ISO date; null without a schedule. */
  publishAt: string | null;
  /** Why the draft could not be published at the scheduled time. */
  publishError: string | null;
  /** The code of `publishError`; missing in records that an older version of the app has stored. */
  publishErrorCode?: string | null;
  /** Whether the story of `postId` is unpublished: publishing restores it. */
  isUnpublished: boolean;
}

/** The fields that only the server changes, for a draft that the server does not have. */
export const NO_SERVER_STATE = {
  publishAt: null,
  publishError: null,
  publishErrorCode: null,
  isUnpublished: false,
} as const;

/** Picks the fields that only the server changes. */
export function pickServerState({ publishAt, publishError, publishErrorCode, isUnpublished }: Draft) {
  return { publishAt, publishError, publishErrorCode, isUnpublished };
}

/** A UUID, as the API expects it. */
export function createDraftKey(): string {
  return randomId().replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

export function createRecord(
  userId: string,
  fields: PostFields,
  post: { _id: string; version: number } | null,
): DraftRecord {
  return {
    userId,
    key: createDraftKey(),
    postId: post?._id ?? null,
    baseVersion: post?.version ?? null,
    version: 0,
    fields,
    savedImage: '',
    savedImageUrl: '',
    savedPlaceId: null,
    changedAt: 0,
    isSaved: false,
    unconfirmed: [],
    ...NO_SERVER_STATE,
    caret: null,
  };
}

/** Creates the record of a draft that the server has stored. */
export function toRecord(userId: string, draft: Draft): DraftRecord {
  return {
    userId,
    key: draft.key,
    postId: draft.postId ?? null,
    baseVersion: draft.baseVersion,
    version: draft.version,
    fields: toFields(draft),
    savedImage: draft.blogImage,
    savedImageUrl: draft.blogImage,
    savedPlaceId: draft.placeId,
    changedAt: Date.parse(draft.updatedAt),
    isSaved: true,
    unconfirmed: [],
    ...pickServerState(draft),
    caret: null,
  };
}

/** Returns the record after the server has stored `sent`, an earlier state of it, as `draft`. */
export function recordSaved(record: DraftRecord, draft: Draft, sent: DraftRecord): DraftRecord {
  const { publishAt, publishError, publishErrorCode = null } = record;
  // The server may have stored the draft before its schedule was changed.
  const schedule = publishAt === sent.publishAt ? {} : { publishAt, publishError, publishErrorCode };
  return {
    ...record,
    ...pickServerState(draft),
    ...schedule,
    version: draft.version,
    // If the text begins with the picture, the server stores none for the card.
    savedImage: draft.blogImage === '' ? '' : sent.fields.image,
    savedImageUrl: draft.blogImage,
    savedPlaceId: draft.placeId,
    isSaved: record.fields === sent.fields,
    missingPictures: missingPictureKeys(sent.fields.html, draft.blogHtml),
    unconfirmed: [],
  };
}

/**
 * Whether the server had all of the draft. Pictures that are not uploaded yet, or that the server has deleted before it
 * received the text, are only on this device.
 */
export function isOnServer({ isSaved, fields, missingPictures = [] }: DraftRecord): boolean {
  return isSaved && pendingPictureIds(fields.html).length === 0 && missingPictures.length === 0;
}

/** Turns the text into a draft that the server does not have yet. */
export function asNewDraft(record: DraftRecord, key: string): DraftRecord {
  // The draft of an unpublished story is removed when that story is published again or deleted.
  const detached = record.isUnpublished ? { postId: null, baseVersion: null } : {};
  const unsaved = { version: 0, savedImage: '', savedImageUrl: '', savedPlaceId: null, unconfirmed: [] };
  return { ...record, ...detached, ...unsaved, ...NO_SERVER_STATE, key, isSaved: false };
}

/** Makes the draft on this device the next version of `stored`, whatever its content. */
export function continueFrom(record: DraftRecord, stored: Draft): DraftRecord {
  const isPictureKnown = stored.blogImage === record.savedImageUrl;
  return {
    ...record,
    version: stored.version,
    savedImage: isPictureKnown ? record.savedImage : stored.blogImage,
    savedImageUrl: stored.blogImage,
    savedPlaceId: stored.placeId,
    unconfirmed: [],
  };
}

/**
 * Returns the picture as publishing sends it: a picture that the server already has for the draft is not uploaded
 * again.
 */
export function imageToPublish({ fields, savedImage, savedImageUrl }: DraftRecord): string {
  return fields.image.startsWith('data:') && fields.image === savedImage ? savedImageUrl : fields.image;
}

/** What drafts and stories have in common, as the server stores them. */
type StoredFields = Pick<
  Draft,
  | 'blogTitle'
  | 'blogHtml'
  | 'blogImage'
  | 'blogImageAlt'
  | 'blogLocation'
  | 'place'
  | 'visitedOn'
  | 'visibility'
>;

/** What only a draft or only a story has. */
type OtherFields = Pick<Draft, 'isPlaceChosen'> & Pick<Post, 'pictures'>;

/** @param source - a draft or a story; null for empty fields. */
export function toFields(source: (StoredFields & Partial<OtherFields>) | null): PostFields {
  // A story for which no picture was chosen shows the first one of its text.
  const chosen = source?.blogImage === source?.pictures?.[0]?.url ? null : source;
  return {
    title: source?.blogTitle ?? '',
    html: source?.blogHtml ?? '',
    image: chosen?.blogImage ?? '',
    imageAlt: chosen?.blogImageAlt ?? '',
    location: source?.blogLocation ?? '',
    place: source?.isPlaceChosen === false ? undefined : source?.place,
    visitedOn: source?.visitedOn ?? '',
    visibility: source?.visibility ?? DEFAULT_VISIBILITY,
  };
}

/**
 * Returns the part of a request that sets the place. Without a choice of the author, nothing is sent: a stored place
 * remains, and a new story gets the place that its location names unambiguously.
 */
export function toPlaceId({ place }: PostFields): { placeId?: string | null } {
  return place === undefined ? {} : { placeId: place?._id ?? null };
}

/** Returns the part of a request that sets the day of the visit: only a day that the server accepts. */
export function toVisitedOn({ visitedOn }: PostFields): { visitedOn?: string | null } {
  if (visitedOn === undefined) return {};
  return { visitedOn: isVisitDay(visitedOn) ? visitedOn : null };
}

/** Returns the body of a request that saves a draft, without an unchanged picture. */
export function toDraftBody(record: DraftRecord): DraftBody {
  const { fields, savedImage, savedPlaceId, postId, baseVersion, version } = record;
  const isPlaceDropped = fields.place === undefined && typeof savedPlaceId === 'string';
  return {
    blogTitle: fields.title,
    blogHtml: withoutPendingPictures(fields.html),
    ...(fields.image !== savedImage && { blogImage: fields.image }),
    blogImageAlt: fields.image === '' ? '' : fields.imageAlt,
    blogLocation: fields.location,
    // The server cannot forget that its draft had a place; it only knows that the author wants none.
    ...(isPlaceDropped ? { placeId: null } : toPlaceId(fields)),
    ...toVisitedOn(fields),
    visibility: fields.visibility,
    ...(postId !== null && { postId }),
    ...(baseVersion !== null && { baseVersion }),
    version,
  };
}
