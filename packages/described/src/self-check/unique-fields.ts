import { cloneJson } from '@understudy/contract';
import { getMember, type OperationPlan, setMember } from '@understudy/model';

type Fields = Record<string, unknown>;

interface UniqueDraft {
  /** The paths of the members whose values no other record has. */
  readonly paths: readonly string[];
  /** The number of bodies before this one. */
  readonly made: number;
  /** Returns whether the description accepts a body with these members. */
  isAccepted(fields: Fields): boolean;
}

/** Gives a body unique values of its own. A change leaves unique members out, if it can. */
export function withUniqueFields(
  fields: Fields,
  does: OperationPlan['does'],
  { paths, made, isAccepted }: UniqueDraft,
): Fields {
  return paths.reduce((whole, path) => {
    const rest = Object.fromEntries(Object.entries(whole).filter(([name]) => name !== path));
    if (does === 'update' && Object.keys(rest).length > 0 && isAccepted(rest)) return rest;
    const given = getMember(whole, path);
    const others = typeof given === 'string' ? othersThan(given, made) : [];
    return others.map((other) => withMember(whole, path, other)).find(isAccepted) ?? whole;
  }, fields);
}

function withMember(fields: Fields, path: string, value: string): Fields {
  const copy = cloneJson(fields);
  setMember(copy, path, value);
  return copy;
}

const alphabets = ['0123456789', 'abcdefghijklmnopqrstuvwxyz', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];

/** Other texts: for `ada@example.com` `2.ada@example.com`, for `AB-99` `AB-992` and, of the same form, `AC-01`. */
function othersThan(text: string, made: number): readonly string[] {
  let carry = made;
  const counted = [...text].toReversed().map((character) => {
    const digits = alphabets.find((each) => each.includes(character));
    if (digits === undefined || carry === 0) return character;
    const at = digits.indexOf(character) + carry;
    carry = Math.floor(at / digits.length);
    return digits[at % digits.length];
  });
  return [text.includes('@') ? `${made}.${text}` : `${text}${made}`, counted.toReversed().join('')];
}
