/** What a value of a request can name: things that are there. */
export type ReferenceKind =
  | 'story'
  | 'slug'
  | 'comment'
  | 'message'
  | 'person'
  | 'session'
  | 'draft'
  | 'version'
  | 'picture'
  | 'pictureKey'
  | 'cursor'
  | 'since'
  | 'clientId'
  | 'newEmail'
  | 'ownEmail'
  | 'ownPassword';

/** A place in a request that is filled when it is sent, with something that is there by then. */
export class Reference {
  readonly kind: ReferenceKind;
  /** Which of them: its remainder counts. */
  readonly pick: number;

  constructor(kind: ReferenceKind, pick: number) {
    this.kind = kind;
    this.pick = pick;
  }
}

const KIND_BY_NAME: Readonly<Record<string, ReferenceKind>> = {
  slug: 'slug',
  commentId: 'comment',
  messageId: 'message',
  upTo: 'message',
  replyTo: 'message',
  before: 'message',
  after: 'message',
  userId: 'person',
  receiverId: 'person',
  postId: 'story',
  draftKey: 'draft',
  version: 'version',
  cursor: 'cursor',
  since: 'since',
  clientPostId: 'clientId',
  clientMessageId: 'clientId',
  clientCommentId: 'clientId',
  blogImage: 'picture',
  profilePic: 'picture',
  image: 'picture',
};

const KIND_BY_CALL: readonly (readonly [call: RegExp, name: string, kind: ReferenceKind])[] = [
  [/ \/api\/auth\/sessions\//, 'id', 'session'],
  [/ \/api\/post\//, 'id', 'story'],
  [/^GET \/api\/message\//, 'id', 'person'],
  [/^DELETE \/api\/message\//, 'id', 'message'],
  [/^GET \/api\/user\//, 'id', 'person'],
  [/ \/api\/drafts\//, 'key', 'draft'],
  [/ \/media\//, 'key', 'pictureKey'],
  [/ \/api\/auth\/signup$/, 'email', 'newEmail'],
  [/ \/api\/newsletter\//, 'email', 'newEmail'],
  [/ \/api\/auth\/login$/, 'email', 'ownEmail'],
  [/ \/api\/auth\/login$/, 'password', 'ownPassword'],
];

/** What a parameter or member of a call names; null for one that is only a value. */
export function referenceKindOf(operationKey: string, name: string): ReferenceKind | null {
  const match = KIND_BY_CALL.find(([call, memberName]) => memberName === name && call.test(operationKey));
  return match?.[2] ?? KIND_BY_NAME[name] ?? null;
}
