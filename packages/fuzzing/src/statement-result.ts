import type { BehaviorModel } from '@understudy/model';
import type { StateSession } from './state/state-session.js';
import type { Trial } from './state/trial.js';

/** Why a statement was not tried if there was no time for it. */
export const outOfTime = 'the time was up';

/** A statement about a server, and what it showed. */
export interface StatementResult {
  /** The JSON Pointer of a statement of the model, or a property and a resource. */
  readonly id: string;
  readonly says: string;
  readonly outcome: 'confirmed' | 'contradicted' | 'untried';
  /** Why it was not tried. */
  readonly why?: string;
  /** The changed line of the model with which the server agrees. */
  readonly edit?: BehaviorModel;
}

/** Describes what a sequence showed. Undefined if the API has no operations that the statement is about. */
export function toStatement(
  { id, says, edit }: Trial,
  { steps, untried, uncreated }: Pick<StateSession, 'steps' | 'untried' | 'uncreated'>,
  isContradicted: boolean,
): StatementResult | undefined {
  const base = { id, says };
  if (isContradicted) return { ...base, outcome: 'contradicted', ...(edit === undefined ? {} : { edit }) };
  const because = (why: string) => ({ ...base, outcome: 'untried', why }) as const;
  if (steps.length === 0) return untried === undefined ? undefined : because(untried);
  const creations = steps.filter(({ planned }) => planned.plan.does === 'create');
  const last = creations.at(-1);
  const isRefused = last !== undefined && creations.every(({ status }) => status === 0 || status >= 300);
  if (isRefused && untried === undefined) return because(`a creation is answered with ${last.status}`);
  // A statement of the model can be tried on records that exist.
  const missed = untried ?? (id.startsWith('/') ? undefined : uncreated);
  if (missed !== undefined) return because(missed);
  // A creation without a list or a read shows nothing.
  const isAlone = !id.startsWith('/') && steps.every(({ planned }) => planned.plan.does === 'create');
  return !isAlone || /creat|credentials|idempotency/.test(id)
    ? { ...base, outcome: 'confirmed' }
    : because('the entities show nothing to compare');
}
