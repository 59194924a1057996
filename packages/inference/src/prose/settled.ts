import { isNumber } from './amounts.js';
import type { One, PartReader, Scope, Value } from './scope.js';

interface AmountReader extends PartReader {
  one(text: string, scope: Scope): One | undefined;
  leftToPay(text: string, scope: Scope): Value | undefined;
}

const paid =
  /^(.+?) (?:is|are|has been|have been|was)( not)?(?: yet)? (fully |completely )?(un)?(?:(settled|cleared|paid (?:off|up)|paid(?= (?:in full|completely)))|paid|zero|nil|0)(?: in full| completely)?$/;

/** "Nothing is left to pay", "the balance is settled", "the bill has not been paid in full": what is left of an amount. */
export function settledAmount(reader: AmountReader, text: string, scope: Scope): string | undefined {
  const [, quantity, left] = /^(nothing|something)(?: is)? (.+?)(?: (?:any ?more|any longer))?$/.exec(text) ?? [];
  const open = left === undefined ? undefined : reader.leftToPay(`what is ${left}`, scope);
  if (open !== undefined) return `${open.expression} ${quantity === 'nothing' ? '<=' : '>'} 0`;
  const [, subject = '', no, fully, un, whole] = paid.exec(text) ?? [];
  if (subject === '') return undefined;
  const sign = (no === undefined) === (un === undefined) ? '<=' : '>';
  const amount = reader.value(subject, scope);
  const isLeft = /balance|outstanding|debt|due|owed|owing|open|remaining/i.test(amount?.member?.name ?? '');
  if (amount?.member !== undefined && isLeft && isNumber(amount.member)) return `${amount.expression} ${sign} 0`;
  // "Paid" alone can be a state.
  const thing = fully === undefined && whole === undefined ? undefined : reader.one(subject, scope);
  const own = thing && { vocabulary: scope.vocabulary, variable: thing.expression, kind: thing.kind };
  const rest = own && reader.leftToPay('what is open', own);
  return rest && `${rest.expression} ${sign} 0`;
}
