import { cloneJson } from '@understudy/contract';
import { getMember, type OperationPlan, setMember } from '@understudy/model';

type Fields = Record<string, unknown>;

interface UniqueDraft {
  /** The paths of the members whose values must be unique. */
  readonly paths: readonly string[];
  /** The number of previously sent bodies. */
  readonly made: number;
  /** Returns whether the description allows a body with these members. */
  isAccepted(fields: Fields): boolean;
}

/** Makes the unique values of a body unique. Omits unique members from a change, if possible. */
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

/**
 * Similar strings: `2.ada@example.com` for `ada@example.com`, `AB-992` for `AB-99` and, in the same format, `AC-01`.
 */
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
