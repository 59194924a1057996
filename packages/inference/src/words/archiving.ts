/** Verbs of soft deletions. */
export const archivingVerbs = ['archive', 'retire', 'trash', 'discard', 'deactivate'];

/** Verbs of deletions that are soft only if a description says so. */
export const endingVerbs = ['withdraw', 'cancel', 'remove', 'delete'];

const still =
  '(?:can|could) (?:still|also) be (?:read|fetched|seen|found|shown|retrieved|viewed|looked (?:at|up)|opened|restored)';
const gone = '(?:deleted|archived|removed|retired|cancelled|withdrawn)';

/** Matches a sentence about deleted records that can still be read. */
export const saysKept = new RegExp(
  [
    `\\b${still}\\b`,
    '\\b(?:still|also) (?:finds|shows|returns|reads|works)\\b',
    '\\b(?:fetching|reading|getting|looking) (?:one|it|them|up|a \\w+)\\b.* still works\\b',
    `\\beven (?:an?|the|if) (?:it (?:is|was) )?${gone}\\b`,
    `\\balso (?:finds |returns |shows )?${gone}\\b`,
    '\\b(?:is|are|was|were) (?:never|not) (?:really |actually |physically )?(?:deleted|removed|erased)\\b',
    '\\bnever (?:really |actually |physically )?(?:delete|remove|erase)\\b',
    '\\b(?:record|entry|row|file|data|history) (?:itself )?(?:stays|remains|is kept)\\b',
    '\\bdeleting (?:an? \\w+|it|one|them)\\b.* archives\\b',
    '\\bsoft[- ]delet',
    '\\bnothing is (?:lost|erased)\\b',
  ].join('|'),
  'i',
);

/** Names of members with the time of a soft deletion. */
export const archivedAt = /^(?:deleted|archived|removed|trashed|discarded)_?(?:at|on)$/i;
