/** Kinds of existing values that a request can refer to. */
export type ReferenceKind =
  | 'story'
  | 'slug'
  | 'comment'
  | 'message'
  | 'user'
  | 'place'
  | 'placeId'
  | 'stateSlug'
  | 'notification'
  | 'session'
  | 'draft'
  | 'draftVersion'
  | 'storyVersion'
  | 'revisionNumber'
  | 'picture'
  | 'pictureKey'
  | 'storyMarkup'
  | 'upload'
  | 'uploadOffset'
  | 'cursor'
  | 'since'
  | 'clientId'
  | 'newEmail'
  | 'ownEmail'
  | 'ownPassword';

/** Stands for an existing entity in a generated request until the request is sent. */
export class Reference {
  readonly kind: ReferenceKind;
  /** Selects one of the known entities, modulo their number. */
  readonly pick: number;

  constructor(kind: ReferenceKind, pick: number) {
    this.kind = kind;
    this.pick = pick;
  }
}

const KIND_BY_NAME: Readonly<Record<string, ReferenceKind>> = {
  slug: 'slug',
  commentId: 'comment',
  parentId: 'comment',
  messageId: 'message',
  upTo: 'message',
  replyTo: 'message',
  before: 'message',
  after: 'message',
  userId: 'user',
  receiverId: 'user',
  postId: 'story',
  placeId: 'placeId',
  draftKey: 'draft',
  version: 'draftVersion',
  number: 'revisionNumber',
  uploadId: 'upload',
  'Upload-Offset': 'uploadOffset',
  cursor: 'cursor',
  since: 'since',
  clientPostId: 'clientId',
  clientMessageId: 'clientId',
  clientCommentId: 'clientId',
  blogImage: 'picture',
  blogHtml: 'storyMarkup',
  profilePic: 'picture',
  image: 'picture',
};

const KIND_BY_CALL: readonly (readonly [call: RegExp, name: string, kind: ReferenceKind])[] = [
  [/ \/api\/auth\/sessions\//, 'id', 'session'],
  [/ \/api\/post\//, 'id', 'story'],
  [/ \/api\/post\//, 'version', 'storyVersion'],
  [/^GET \/api\/message\//, 'id', 'user'],
  [/^DELETE \/api\/message\//, 'id', 'message'],
  [/ \/api\/user\//, 'id', 'user'],
  [/ \/api\/notifications\//, 'upTo', 'notification'],
  [/ (?:\/api)?\/place\//, 'slug', 'place'],
  [/ \/api\/place\/map$/, 'state', 'stateSlug'],
  [/ \/api\/drafts\//, 'key', 'draft'],
  [/ \/media\//, 'key', 'pictureKey'],
  [/ \/api\/auth\/signup$/, 'email', 'newEmail'],
  [/ \/api\/newsletter\//, 'email', 'newEmail'],
  [/ \/api\/auth\/login$/, 'email', 'ownEmail'],
  [/ \/api\/auth\/login$/, 'password', 'ownPassword'],
];

/** Finds the kind of entity that a parameter or body member of an operation refers to; null for a plain value. */
export function findReferenceKind(operationKey: string, name: string): ReferenceKind | null {
  const match = KIND_BY_CALL.find(([call, memberName]) => memberName === name && call.test(operationKey));
  return match?.[2] ?? KIND_BY_NAME[name] ?? null;
}
