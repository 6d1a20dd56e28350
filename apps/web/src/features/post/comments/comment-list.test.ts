import { describe, expect, it } from 'vitest';
import { buildComment } from '../../../testing/factories.ts';
import { buildThreads, countComments, emptyComment, mergeComments, refreshComments } from './comment-list.ts';

const at = (minute: number) => `2026-03-01T10:${String(minute).padStart(2, '0')}:00.000Z`;
const first = buildComment({ text: 'एक', createdAt: at(1) });
const second = buildComment({ text: 'दो', createdAt: at(2) });
const reply = buildComment({ text: 'তিন', createdAt: at(3), parentId: first._id });
const isInUse = () => false;

describe('mergeComments', () => {
  it('with comments in any order: sorts them by time without duplicates', () => {
    expect(mergeComments([second], [reply, first, second])).toEqual([first, second, reply]);
  });

  it('with two states of a comment: keeps the later edit, and a deletion in any case', () => {
    const edited = { ...first, text: 'b', editedAt: at(5) };
    const editedAgain = { ...first, text: 'c', editedAt: at(6) };
    const deleted = emptyComment(first);

    expect(mergeComments([editedAgain], [edited, first])).toEqual([editedAgain]);
    expect(mergeComments([first], [editedAgain])).toEqual([editedAgain]);
    expect(mergeComments([deleted], [editedAgain])).toEqual([deleted]);
    expect(mergeComments([editedAgain], [deleted])).toEqual([deleted]);
  });
});

describe('refreshComments', () => {
  it('with a comment missing in the response: marks it as deleted unless it is newer or on a later page', () => {
    const late = buildComment({ createdAt: at(9) });
    const current = [first, second, reply, late];
    const isRecent = (id: string) => id === second._id;

    const whole = refreshComments(current, [reply], { isRecent, isWhole: true });
    const partial = refreshComments(current, [reply], { isRecent, isWhole: false });

    expect(whole.map(({ deletedAt }) => deletedAt === null)).toEqual([false, true, true, false]);
    expect(partial.map(({ deletedAt }) => deletedAt === null)).toEqual([false, true, true, true]);
    expect(countComments(whole)).toBe(2);
  });
});

describe('buildThreads', () => {
  it('with replies: groups them under their comments, oldest first', () => {
    const late = buildComment({ createdAt: at(4), parentId: first._id });

    expect(buildThreads([first, second, reply, late], isInUse)).toEqual([
      { comment: first, replies: [reply, late] },
      { comment: second, replies: [] },
    ]);
  });

  it('with deleted comments: shows those with replies or an open form', () => {
    const [emptied, other] = [emptyComment(first), emptyComment(second)];

    expect(buildThreads([emptied, other, reply], isInUse)).toEqual([{ comment: emptied, replies: [reply] }]);
    expect(buildThreads([emptied, other, emptyComment(reply)], (id) => id === other._id)).toEqual([
      { comment: other, replies: [] },
    ]);
  });

  it('with a reply to an unknown comment: shows it like a comment on the story', () => {
    expect(buildThreads([second, reply], isInUse).map(({ comment }) => comment)).toEqual([second, reply]);
  });
});
