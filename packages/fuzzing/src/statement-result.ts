import type { BehaviorModel } from '@understudy/model';
import type { StateSession } from './state/state-session.js';
import type { Trial } from './state/trial.js';

/** The reason for a statement that was not tried for lack of time. */
export const outOfTime = 'the time was up';

/** A statement about a server, and the result of trying it. */
export interface StatementResult {
  /** The JSON Pointer of a statement of the model, or a property and a resource. */
  readonly id: string;
  readonly says: string;
  readonly outcome: 'confirmed' | 'contradicted' | 'untried';
  /** The reason why it was not tried. */
  readonly why?: string;
  /** The changed line of the model with which the server agrees. */
  readonly edit?: BehaviorModel;
}

/** Describes the result of a sequence. Undefined if the API does not have the operations of the statement. */
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
  // A statement of the model can be tried on existing records.
  const missed = untried ?? (id.startsWith('/') ? undefined : uncreated);
  if (missed !== undefined) return because(missed);
  // Without a list or a read, a creation proves nothing.
  const isAlone = !id.startsWith('/') && steps.every(({ planned }) => planned.plan.does === 'create');
  return !isAlone || /creat|credentials|idempotency/.test(id)
    ? { ...base, outcome: 'confirmed' }
    : because('the entities show nothing to compare');
}
