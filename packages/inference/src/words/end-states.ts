import { rootOfPhrase } from './synonyms.js';

const words =
  'returned lost cancelled closed refunded expired rejected withdrawn done finished failed completed void declined ' +
  'released fulfilled succeeded ended terminated resolved billed reimbursed archived deleted settled delivered ' +
  'no-show revoked aborted timed-out paid used';

const roots: ReadonlySet<string> = new Set(words.split(' ').map(rootOfPhrase));
const calledOff: ReadonlySet<string> = new Set(
  'cancelled rejected withdrawn void declined expired failed deleted'.split(' ').map(rootOfPhrase),
);
const endings: ReadonlySet<string> = new Set('ended over finished done concluded'.split(' ').map(rootOfPhrase));

const goingOn: ReadonlySet<string> = new Set(
  'unfinished going-on open pending incomplete outstanding active live running ongoing current unresolved undecided earlier'
    .split(' ')
    .map(rootOfPhrase),
);

/** True if a state of this name is final in most descriptions. */
export function isEndState(state: string): boolean {
  return roots.has(rootOfPhrase(state));
}

/** True if a phrase says that a record is in one of its final states: "has ended", "is over". */
export function saysEnded(phrase: string): boolean {
  return endings.has(rootOfPhrase(phrase));
}

/** True if a phrase says that a record is in none of its final states: "an unfinished test". */
export function saysGoingOn(phrase: string): boolean {
  return goingOn.has(rootOfPhrase(phrase));
}

/** True if a state of this name means that something, such as a meeting, does not take place. */
export function isCalledOff(state: string): boolean {
  return calledOff.has(rootOfPhrase(state));
}
