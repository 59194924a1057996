import { signsOfBounds } from '../words/comparisons.js';
import { isNumber } from './amounts.js';
import type { One, PartReader, Scope, Value } from './scope.js';

interface AmountReader extends PartReader {
  one(text: string, scope: Scope): One | undefined;
  leftToPay(text: string, scope: Scope): Value | undefined;
}

const paid =
  /^(.+?) (?:is|are|has been|have been|was)( not)?(?: yet)? (fully |completely )?(un)?(?:(settled|cleared|paid (?:off|up)|paid(?= (?:in full|completely)))|paid|zero|nil|0)(?: in full| completely)?$/;

const bounds = '(more than|less than|fewer than|at least|at most|no more than|no less than)';
const money = '(\\S+?)(?: (?:euros?|dollars?|pounds?|francs?|crowns?|cents?|eur|usd))?';
/** Matches "More than 100 euros are due", "the member owes at least 5". */
const owed: readonly RegExp[] = [
  new RegExp(`^()${bounds} ${money} (?:is|are) (?:still )?(?:due|owed|outstanding|unpaid|open)$`),
  new RegExp(`^(.+?) (?:still )?owes? ${bounds} ${money}$`),
];

function owedAmount(reader: AmountReader, text: string, scope: Scope): string | undefined {
  const [, debtor = '', bound = '', limit = ''] =
    owed.map((form) => form.exec(text)).find((each) => each !== null) ?? [];
  const most = limit === '' ? undefined : reader.value(limit, scope);
  const owing = debtor === '' ? { expression: scope.variable, kind: scope.kind } : reader.one(debtor, scope);
  const debt =
    most && owing && reader.leftToPay('what is open', { ...scope, variable: owing.expression, kind: owing.kind });
  return debt && `${debt.expression} ${signsOfBounds[bound]} ${most.expression}`;
}

/**
 * Reads conditions on a remaining amount: "Nothing is left to pay", "the balance is settled", "the bill has not been
 * paid in full".
 */
export function settledAmount(reader: AmountReader, text: string, scope: Scope): string | undefined {
  const [, quantity, left] =
    /^(nothing|something|anything)(?: is)? (.+?)(?: (?:any ?more|any longer))?$/.exec(text) ?? [];
  const open = left === undefined ? undefined : reader.leftToPay(`what is ${left}`, scope);
  if (open !== undefined) return `${open.expression} ${quantity === 'nothing' ? '<=' : '>'} 0`;
  const compared = owedAmount(reader, text, scope);
  if (compared !== undefined) return compared;
  const [, subject = '', no, fully, un, whole] = paid.exec(text) ?? [];
  if (subject === '') return undefined;
  const sign = (no === undefined) === (un === undefined) ? '<=' : '>';
  const amount = reader.value(subject, scope);
  const isLeft = /balance|outstanding|debt|due|owed|owing|open|remaining/i.test(amount?.member?.name ?? '');
  if (amount?.member !== undefined && isLeft && isNumber(amount.member)) return `${amount.expression} ${sign} 0`;
  // Without "fully", "paid" can be a state.
  const thing = fully === undefined && whole === undefined ? undefined : reader.one(subject, scope);
  const own = thing && { vocabulary: scope.vocabulary, variable: thing.expression, kind: thing.kind };
  const rest = own && reader.leftToPay('what is open', own);
  return rest && `${rest.expression} ${sign} 0`;
}
