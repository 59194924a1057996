import { plainText } from './reasons.js';
import { factsOf } from './sentences.js';
import { type Kind, memberIn } from './vocabulary.js';

const marked =
  /^(?:the )?`(\w+)`,?(?: itself)? (?:= |is (?:always |then |just )?(?!set to\b)|equals |adds up |sums up |counts )(.+)$/i;
const calculated =
  /(?<=\w) (?:plus|minus|times|less|divided by|multiplied by|[-+*/×·÷−]) |\b(?:percent of|sum of|product of)\b| at (?:the |a |its )?(?:\w+ )?(?:rate|price|fee|tariff)\b/;

/**
 * Reads definitions of members in other texts: "`net` = price × seats", "The cost is the fee plus the tax".
 *
 * @param isOwn whether the text describes these records. Other texts must quote the name.
 */
export function definitionsIn(
  text: unknown,
  kind: Kind,
  isOwn: boolean,
): readonly (readonly [name: string, says: string])[] {
  return factsOf(text).flatMap((said) => {
    const [whole, name = '', says = ''] = marked.exec(said) ?? [];
    const verb = /^(?:the )?`\w+` (adds|sums|counts) /.exec(whole ?? '')?.[1];
    if (whole !== undefined)
      return kind.members.has(name) ? [[name, verb === undefined ? says : `${verb} ${says}`] as const] : [];
    const [, named = '', formula = ''] = /^(?:the |its )?(\w+(?: \w+)?) is (.+)$/.exec(plainText(said)) ?? [];
    const member = isOwn && calculated.test(formula) ? memberIn(kind, named) : undefined;
    return member === undefined ? [] : [[member.name, said.replace(/^.*? is /, '')] as const];
  });
}
