/**
 * Words that no name in the code may contain, each with the term that the field uses; some of them are explained in
 * docs/glossary.md.
 *
 * @type {ReadonlyMap<string, string>}
 */
const RETIRED = new Map([
  ['answer', 'response, reply'],
  ['answered', 'responded, replied'],
  ['answers', 'responses, replies'],
  ['exceptions', 'visibilityRules'],
  ['gone', 'missing, deleted, closed'],
  ['keeper', 'stash, store'],
  ['kept', 'saved, cached, stored'],
  ['kick', 'retry, flush, schedule'],
  ['lane', 'worker'],
  ['lanes', 'workers'],
  ['marks', 'receipts, reactions'],
  ['nobody', 'unknownId, none'],
  ['patience', 'timeout'],
  ['somebody', 'user'],
  ['talk', 'conversation'],
  ['talks', 'conversations'],
  ['tell', 'notify, emit, report'],
  ['tells', 'notifies, emits, reports'],
  ['ticket', 'visibilityRules'],
  ['tidy', 'sanitize'],
  ['told', 'notified, emitted, reported'],
  ['unanswered', 'pending'],
  ['untold', 'unsent, pending'],
  ['who', 'user, caller'],
  ['whoever', 'user'],
  ['wish', 'pending, requested'],
  ['withheld', 'deferred, hidden'],
]);

/** Names of stored fields: `marks` of conversations. */
const STORED = new Set(['marks']);

/**
 * Splits a name at its capitals and underscores, so that `answerOf` and `MAX_ANSWERS` are both found.
 *
 * @param {string} name
 * @returns {{ word: string, instead: string } | null} the first retired word of the name.
 */
export function findRetiredWord(name) {
  if (STORED.has(name)) return null;
  for (const word of name
    .replace(/([a-z\d])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split('_')) {
    const instead = RETIRED.get(word);
    if (instead) return { word, instead };
  }
  return null;
}
