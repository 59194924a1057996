import type { Kind } from './vocabulary.js';

/**
 * Lists the states of a record in which a condition holds. Undefined if the condition depends on more than the state,
 * or if it is the same in all states.
 */
export function allowedStates(condition: string, { stateMember, states }: Kind): string[] | undefined {
  if (stateMember === undefined || !condition.includes(stateMember)) return undefined;
  const values = states.flatMap(({ member, value }) => (member === stateMember ? [value] : []));
  const held = values.map((value) => holdsIn(condition, { member: stateMember, value }));
  if (held.includes(undefined) || !held.includes(true) || !held.includes(false)) return undefined;
  return values.filter((_value, index) => held[index]);
}

/** True if a condition depends only on the state of the record. */
export function isOwnState(condition: string, { stateMember, states }: Kind): boolean {
  const [first] = states.filter(({ member }) => member === stateMember);
  return first !== undefined && holdsIn(condition, first) !== undefined;
}

function holdsIn(condition: string, { member, value }: { readonly member: string; readonly value: string }) {
  const own = `self(?:\\.${member}|\\["${member}"\\])`;
  let left = condition.replace(
    new RegExp(`${own} (==|!=|in) (\\[[^\\]]*\\]|"[^"]*"|null)`, 'g'),
    (_whole, sign: string, values: string) => (values.includes(JSON.stringify(value)) === (sign !== '!=') ? 'T' : 'F'),
  );
  for (let before = ''; before !== left; ) {
    before = left;
    left = left
      .replace(/!(?:\(([TF])\)|([TF]))/g, (_whole, one?: string, other?: string) =>
        (one ?? other) === 'T' ? 'F' : 'T',
      )
      .replace(/\(([TF])\)/g, '$1')
      .replace(/([TF]) && ([TF])/g, (_whole, one: string, other: string) => (one + other === 'TT' ? 'T' : 'F'))
      .replace(/([TF]) \|\| ([TF])(?! &&)/g, (_whole, one: string, other: string) =>
        one + other === 'FF' ? 'F' : 'T',
      );
  }
  return left === 'T' ? true : left === 'F' ? false : undefined;
}
