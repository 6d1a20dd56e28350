import type { Draft, PlaceHit, StoryPlace, Visibility } from '@safarnama/contracts';
import { DEFAULT_VISIBILITY, isVisitDay } from '@safarnama/contracts';
import type { DraftBody } from '../../api/draft.api.ts';
import { randomId } from '../../lib/random-id.ts';
import { withoutPendingPictures } from '../picture-uploads/pending-pictures.ts';

/** The place of a story, in its form; the district or the nearest city is known when it was chosen on this device. */
export type ChosenPlace = StoryPlace & Partial<Pick<PlaceHit, 'district' | 'near'>>;

/** Values of the story form. */
export interface PostFields {
  title: string;
  /** Markup of the editor. */
  html: string;
  /** A data URL, the URL of a stored picture, or empty. */
  image: string;
  imageAlt: string;
  location: string;
  /** Null when there is none or it was taken off; undefined as long as the author has chosen none. */
  place: ChosenPlace | null | undefined;
  /** Day of the visit as `2024-03-12`; empty for none. Missing in records that an older version of the app has stored. */
  visitedOn?: string;
  visibility: Visibility;
}

/** A draft as this device stores it. */
export interface DraftRecord {
  userId: string;
  key: string;
  /** The published story that the draft changes; null for a new story. */
  postId: string | null;
  /** Version of that story that the edit began from. */
  baseVersion: number | null;
  /** Version on the server that this draft continues; 0 before the first save there. */
  version: number;
  fields: PostFields;
  /** The picture that the server has for the draft, as the form holds it; empty without one. */
  savedImage: string;
  /** URL of that picture on the server. */
  savedImageUrl: string;
  /** Time of the last change, in ms since 1970. */
  changedAt: number;
  /** Whether the server has all of it. */
  isSaved: boolean;
  /** Digests of what was sent without a response: the server may have stored it. */
  unconfirmed: readonly string[];
  /** Where the caret was in the text, as an index of the editor; null when it was not there on this device. */
  caret: number | null;
  /** When the server publishes the draft, as an ISO date; null without a schedule. */
  publishAt: string | null;
  /** Why it could not be published at its time. */
  publishError: string | null;
  /** The code of `publishError`; missing in records of older versions. */
  publishErrorCode?: string | null;
  /** Whether the story of `postId` is unpublished: publishing brings it back. */
  isUnpublished: boolean;
}

/** What only the server changes. */
export const UNSCHEDULED = {
  publishAt: null,
  publishError: null,
  publishErrorCode: null,
  isUnpublished: false,
} as const;

export function pickSchedule({ publishAt, publishError, publishErrorCode, isUnpublished }: Draft) {
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
    changedAt: 0,
    isSaved: false,
    unconfirmed: [],
    ...UNSCHEDULED,
    caret: null,
  };
}

/** A record of what the server has stored. */
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
    changedAt: Date.parse(draft.updatedAt),
    isSaved: true,
    unconfirmed: [],
    ...pickSchedule(draft),
    caret: null,
  };
}

/** The record once the server has stored `fields` as `draft`. */
export function recordSaved(record: DraftRecord, draft: Draft, fields: PostFields): DraftRecord {
  return {
    ...record,
    ...pickSchedule(draft),
    version: draft.version,
    savedImage: fields.image,
    savedImageUrl: draft.blogImage,
    isSaved: record.fields === fields,
    unconfirmed: [],
  };
}

/** The same text as a draft that the server does not have yet. */
export function asNewDraft(record: DraftRecord, key: string): DraftRecord {
  // The story of an unpublished one was published again or deleted, together with its draft.
  const detached = record.isUnpublished ? { postId: null, baseVersion: null } : {};
  const unsaved = { version: 0, savedImage: '', savedImageUrl: '', unconfirmed: [], ...UNSCHEDULED };
  return { ...record, ...detached, ...unsaved, key };
}

/** The draft on this device as the next version of `stored`, which an earlier save of it has created. */
export function continueFrom(record: DraftRecord, stored: Draft): DraftRecord {
  const isPictureKnown = stored.blogImage === record.savedImageUrl;
  return {
    ...record,
    version: stored.version,
    savedImage: isPictureKnown ? record.savedImage : stored.blogImage,
    savedImageUrl: stored.blogImage,
    unconfirmed: [],
  };
}

/** The picture as publishing sends it: one that the server has for the draft is not uploaded again. */
export function imageToPublish({ fields, savedImage, savedImageUrl }: DraftRecord): string {
  return fields.image.startsWith('data:') && fields.image === savedImage ? savedImageUrl : fields.image;
}

export function toFields(
  source: Pick<
    Draft,
    | 'blogTitle'
    | 'blogHtml'
    | 'blogImage'
    | 'blogImageAlt'
    | 'blogLocation'
    | 'place'
    | 'visitedOn'
    | 'visibility'
  > | null,
): PostFields {
  return {
    title: source?.blogTitle ?? '',
    html: source?.blogHtml ?? '',
    image: source?.blogImage ?? '',
    imageAlt: source?.blogImageAlt ?? '',
    location: source?.blogLocation ?? '',
    place: source?.place,
    visitedOn: source?.visitedOn ?? '',
    visibility: source?.visibility ?? DEFAULT_VISIBILITY,
  };
}

/**
 * What is sent for the place. As long as none was chosen, nothing: a stored one stays, and a new story gets the one that its
 * location names beyond doubt.
 */
export function toPlaceId({ place }: PostFields): { placeId?: string | null } {
  return place === undefined ? {} : { placeId: place?._id ?? null };
}

/** What is sent for the day of the visit: of a draft, only one that the server accepts. */
export function toVisitedOn({ visitedOn }: PostFields): { visitedOn?: string | null } {
  if (visitedOn === undefined) return {};
  return { visitedOn: isVisitDay(visitedOn) ? visitedOn : null };
}

/** What is sent to save a draft. An unchanged picture is left out. */
export function toDraftBody({ fields, savedImage, postId, baseVersion, version }: DraftRecord): DraftBody {
  return {
    blogTitle: fields.title,
    blogHtml: withoutPendingPictures(fields.html),
    ...(fields.image !== savedImage && { blogImage: fields.image }),
    blogImageAlt: fields.image === '' ? '' : fields.imageAlt,
    blogLocation: fields.location,
    ...toPlaceId(fields),
    ...toVisitedOn(fields),
    visibility: fields.visibility,
    ...(postId !== null && { postId }),
    ...(baseVersion !== null && { baseVersion }),
    version,
  };
}
