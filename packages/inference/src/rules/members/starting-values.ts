import { isNumber } from '../../prose/amounts.js';
import { isNounOf } from '../../prose/phrases.js';
import { type Kind, memberIn, type NamedMember } from '../../prose/vocabulary.js';

const starts = '(?:starts?|begins?|opens?|is (?:created|made|registered|issued))(?: out| off| its life)?';
const ofMember = new RegExp(`^(?:.+'s )?(?:the |its )?([a-z_ ]+?|\\w+) ${starts} (?:at|with|as|from|on) (.+)$`);
const ofThing = new RegExp(
  `^(?:an? |each |every |the |all )?(?:new )?([a-z ]+?) ${starts} (?:at|with|on|in) (?:an? |the |its )?(.+)$`,
);
const alone = new RegExp(`^(?:it |this )?${starts} (?:at|with|as|from|on) (.+)$`);

/**
 * Reads a first value: "`stock` starts at `delivered`", "A flag starts at version 1", "an account opens with 3 credits".
 *
 * @param name the member with the text as its description
 */
export function readStart(
  text: string,
  kind: Kind,
  name?: string,
): { readonly member: NamedMember; readonly phrase: string } | undefined {
  const [, own] = alone.exec(text) ?? [];
  const described = name === undefined || own === undefined ? undefined : kind.members.get(name);
  if (described !== undefined && own !== undefined) return numeric(described, own);
  if (name !== undefined) return undefined;
  const [, named = '', first = ''] = ofMember.exec(text) ?? [];
  const member = named === '' || isNounOf(kind, named) ? undefined : memberIn(kind, named);
  if (member !== undefined) return numeric(member, first);
  const [, thing = '', rest = ''] = ofThing.exec(text) ?? [];
  if (thing === '' || !isNounOf(kind, thing)) return undefined;
  const [, before, count, after] = /^(?:([a-z_ ]+?) (?:of )?(\d+)|(?:\d+) ([a-z_ ]+))$/.exec(rest) ?? [];
  const counted = memberIn(kind, before ?? after ?? '');
  return counted && numeric(counted, count ?? rest.replace(/\D+$/, ''));
}

function numeric(member: NamedMember, phrase: string) {
  return isNumber(member) ? { member, phrase: phrase.replace(/^(?:the |its )?(?=[a-z_]+$)/, '') } : undefined;
}
