import { normalizeName } from '@understudy/model';

export const stateNamePattern = /^(?:status|state|phase|stage)$|(?:status|state)$/;

/** Words that stand for the state of a new entity, in order of preference. */
const initial = (
  'draft new created initial initialized notstarted unstarted registered queued scheduled todo backlog pending ' +
  'submitted requested waiting placed open opened active enabled ready available online up live running accepted ' +
  'received unpaid unread unfulfilled unverified inprogress processing provisioning creating started starting ' +
  'incomplete uploaded subscribed valid visible published normal ok healthy on success succeeded completed none ' +
  'unknown'
).split(' ');

/** Prefixes of states in which something is missing. */
const missing = /^(?:requires|needs|awaiting|waitingfor|pending)(.+)$/;

/**
 * The state of a new entity, depending on the request members: members that are present exclude states that wait for
 * them.
 */
export type InitialState = (given?: Readonly<Record<string, unknown>>) => unknown;

/**
 * Chooses the state of a new entity from the described ones.
 *
 * @param writable names of the members that a request can set
 */
export function chooseInitialState(allowed: readonly unknown[], writable: Iterable<string> = []): InitialState {
  const texts = allowed.filter((value) => typeof value === 'string');
  const names = new Map([...writable].map((name) => [normalizeName(name), name]));
  const required = texts.flatMap((value) => {
    const name = names.get(missing.exec(normalizeName(value))?.[1] ?? '');
    return name === undefined ? [] : [{ value, name }];
  });
  const next = required.length === 0 ? undefined : texts.find((value) => /confirm/.test(normalizeName(value)));
  const usual = next ?? firstState(allowed, texts);
  return (given = {}) => (required.find(({ name }) => (given[name] ?? null) === null) ?? { value: usual }).value;
}

function firstState(allowed: readonly unknown[], texts: readonly string[]): unknown {
  for (const word of initial) {
    const value = texts.find((each) => normalizeName(each) === word);
    if (value !== undefined) return value;
  }
  const ended =
    /cancel|delet|fail|archiv|clos|expir|error|inactiv|disabl|reject|declin|void|refund|done|end|stop|terminat/;
  return texts.find((value) => !ended.test(normalizeName(value))) ?? allowed.find((value) => value !== null);
}
