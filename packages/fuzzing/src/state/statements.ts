import type { StateSession } from './state-session.js';

/** A statement of the model about a resource, and what the server showed. */
export interface StatementResult {
  /** The property and the resource. */
  readonly id: string;
  readonly says: string;
  readonly outcome: 'confirmed' | 'contradicted' | 'untried';
  /** Why it was not tried. */
  readonly why?: string;
}

const sentences: Readonly<Record<string, string>> = {
  'created-is-read': 'what is created can be read as it was sent',
  'text-is-preserved': 'texts keep their characters',
  'created-is-listed': 'what is created is listed',
  'filters-select': 'a filter shows what it selects',
  'filters-agree-with-values': 'a filter shows nothing else',
  'update-is-read': 'an accepted update can be read',
  'update-leaves-neighbors': 'an update changes one entity only',
  'replaced-as-a-whole': 'PUT replaces all members',
  'deleted-is-gone': 'what is deleted can no longer be read or changed',
  'deleted-is-not-listed': 'what is deleted is not listed',
  'deleted-twice': 'a second DELETE is answered',
  'page-size-is-honored': 'a page has at most as many entities as asked for',
  'pages-show-each-once': 'pages show each entity once',
  'total-agrees': 'the total is the number of entities',
  'needs-credentials': 'credentials are needed',
  'verifies-credentials': 'credentials are verified',
  'separates-tenants': 'tenants do not see each other',
  'idempotency-key': 'a repeated idempotency key creates nothing',
  'refuses-undescribed-methods': 'other methods are refused',
  'conditional-requests': 'ETags are compared',
  'concurrent-updates': 'updates at once are both kept',
  'concurrent-creations': 'creations at once are all kept',
};

/** Describes what a sequence showed. */
export function toStatement(
  [property, resource]: readonly [string, string],
  { steps, untried }: Pick<StateSession, 'steps' | 'untried'>,
  isContradicted: boolean,
): StatementResult {
  const base = { id: `${property}:${resource}`, says: `${resource}: ${sentences[property] ?? property}` };
  if (isContradicted) return { ...base, outcome: 'contradicted' };
  if (steps.length === 0) return { ...base, outcome: 'untried', why: 'the API has no operations for it' };
  if (untried !== undefined) return { ...base, outcome: 'untried', why: untried };
  const creation = steps.findLast(({ planned }) => planned.plan.does === 'create');
  const isRefused = creation !== undefined && (creation.status === 0 || creation.status >= 300);
  if (isRefused) return { ...base, outcome: 'untried', why: `a creation is answered with ${creation.status}` };
  // A creation alone shows nothing.
  const isAlone = steps.every(({ planned }) => planned.plan.does === 'create');
  const isShown = !isAlone || /creat|credentials|idempotency/.test(property);
  return isShown
    ? { ...base, outcome: 'confirmed' }
    : { ...base, outcome: 'untried', why: 'the entities show nothing to compare' };
}
