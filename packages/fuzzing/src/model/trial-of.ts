import { joinPointer } from '@understudy/contract';
import type { ApiPlan, BehaviorModel } from '@understudy/model';
import type { Trial } from '../state/trial.js';

/** Creates a change of the model from one line. */
function editAt(path: readonly string[], value: unknown): BehaviorModel {
  return path.reduceRight<unknown>((inner, name) => ({ [name]: inner }), value) as BehaviorModel;
}

interface Given extends Pick<Trial, 'resource' | 'property' | 'says'> {
  readonly isStated?: boolean;
  /** The correct content of the line if the server is right. Default: none, which removes the line. */
  readonly edit?: unknown;
}

/** Creates a trial of the statement at a path of the model. */
export function trialOf(
  plan: ApiPlan,
  path: readonly string[],
  { edit = null, isStated = false, ...trial }: Given,
): Trial {
  const said = saidAt(plan, path);
  return {
    ...trial,
    id: joinPointer('', ...path),
    says: said === undefined || said === '' ? trial.says : `${trial.says} ("${said}")`,
    isStated: isStated || said !== undefined,
    edit: editAt(path, edit),
  };
}

/**
 * Returns the sentence of the description from which a statement, or the one that contains it, is derived. Empty if
 * there is no sentence, and undefined if the statement is derived only from names.
 */
function saidAt({ model }: ApiPlan, path: readonly string[]): string | undefined {
  for (let end = path.length; end > 2; end -= 1) {
    const reason = model.because?.[joinPointer('', ...path.slice(0, end))];
    if (reason === undefined) continue;
    const { from, says = '' } = reason;
    const isSentence = says.trim().split(/\s+/).length >= leastWords;
    if (says === '') return from === undefined ? undefined : '';
    return isSentence && (from !== undefined || /[.!]$/.test(says.trim())) ? shorten(says) : undefined;
  }
  return undefined;
}

const leastWords = 3;

function shorten(text: string): string {
  const line = text.trim().replaceAll(/\s+/g, ' ');
  return line.length > 160 ? `${line.slice(0, 157)}...` : line;
}
