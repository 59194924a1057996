/** Verbs in operation names, by the purpose of the operation. */
export const purposeVerbs = {
  create: ['create', 'add', 'new', 'post', 'register', 'insert', 'upload', 'send', 'schedule', 'make', 'open'],
  read: ['info', 'get', 'read', 'show', 'retrieve', 'lookup', 'fetch', 'describe', 'view', 'detail', 'details'],
  list: ['list', 'all', 'history', 'replies', 'search', 'query', 'index', 'browse', 'scan', 'find'],
  update: ['update', 'edit', 'modify', 'rename', 'patch', 'change', 'save', 'set', 'put'],
  delete: ['delete', 'remove', 'destroy', 'erase', 'drop', 'kill'],
} as const;

export type Purpose = keyof typeof purposeVerbs;

export function isPurpose(name: string | undefined): name is Purpose {
  return name !== undefined && Object.hasOwn(purposeVerbs, name);
}

/** Verbs of operations that compute a response from the request and store nothing. */
export const asking = new Set(
  (
    'analyze analyse autocomplete calculate check classify compare compute convert count detect determine diff ' +
    'estimate evaluate explain export extract filter format generate guess infer inspect match measure parse ping predict preview ' +
    'quote recognize recommend render resolve score simulate suggest summarize test tokenize transform translate ' +
    'validate verify'
  ).split(' '),
);

/** Those of these verbs that can also return stored records: "Check the status of a batch". */
export const readsToo = new Set([
  'check',
  'count',
  'export',
  'extract',
  'filter',
  'format',
  'inspect',
  'preview',
  'render',
]);

/** Verbs that are also part of resource names. */
export const nounLike = new Set(
  (
    'all change check clear count detail details diff estimate export filter flag follow format history index info invite like list ' +
    'lock match measure move new open order pin ping post preview quote read record release render replies return run schedule score set ship ' +
    'show sign star start test transfer trigger update upgrade view watch'
  ).split(' '),
);

/** Words for lists that are computed for each request. */
export const workedOut = new Set(
  (
    'aggregate aggregated aggregates aggregation aggregations analysis analytics find health insights lookup metric ' +
    'metrics percentiles query scan search similar statistic statistics stats status summaries summary totals trend trends ' +
    'usage'
  ).split(' '),
);

/** Verbs of operations that sign users in or out. */
export const signInVerbs = new Set(['authenticate', 'login', 'logout', 'signin', 'signout']);

/** Resources that await a decision, and the verbs of that decision. */
export const pendingThings = new Set(['approval', 'invitation', 'invite', 'proposal', 'request']);
export const decidingVerbs = new Set('accept approve authorize confirm decline deny refuse reject'.split(' '));

/** Verbs in paths that mean the same as an HTTP method. */
const pathVerbs: Readonly<Record<Purpose, string>> = {
  create: 'create add new insert register post store',
  read: 'get retrieve fetch info details detail',
  list: 'list all index getall browse',
  update: 'update edit modify change save',
  delete: 'delete remove destroy erase',
};

/** Finds the meaning of a word in a path. */
export function purposeInPath(word: string): Purpose | undefined {
  const [purpose] = Object.entries(pathVerbs).find(([, verbs]) => verbs.split(' ').includes(word)) ?? [];
  return isPurpose(purpose) ? purpose : undefined;
}

/** Words of a deletion that clears a whole collection. */
export const saysAll = /\b(?:all|every|everything|clears?|empty|empties|flush(?:es)?|purges?|resets?|wipes?)\b/i;
