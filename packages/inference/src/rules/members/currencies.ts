import { inMoney } from '../../prose/amounts.js';
import type { Scope } from '../../prose/scope.js';
import { dot, type NamedMember } from '../../prose/vocabulary.js';

/** The currency of an amount: the currency of the first amount in its formula. */
export function currencyFor({ kind, variable }: Scope, { schema }: NamedMember, expression: string) {
  const name = [...schema.properties.keys()].find((each) => /currency/i.test(each));
  const [, used] = new RegExp(`\\b${variable}\\.(\\w+)\\.\\w+`).exec(expression) ?? [];
  const [, list, inner] = /^(?:round\()?(.+)\.map\(\w+, \w+\.(\w+)\.\w+\)\.\w+\(\)/.exec(expression) ?? [];
  if (name === undefined) return undefined;
  if (list !== undefined && inner !== undefined)
    return { name, expression: `${list}.map(one, one.${inner}.${name}).first()` };
  if (used !== undefined) return { name, expression: `${variable}.${used}.${name}` };
  const lists = [...kind.lists].flatMap(([each, item]) =>
    [...item.members.values()]
      .filter((one) => inMoney(one) !== '')
      .map((one) => `${dot(variable, each)}.map(one, one.${one.name}.${name}).first()`),
  );
  return lists[0] === undefined ? undefined : { name, expression: lists[0] };
}
