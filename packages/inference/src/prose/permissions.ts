/** Who may do something. */
export interface Permission {
  readonly roles: readonly string[];
  /** The record above the owner of the record in the line of command, such as its manager. */
  readonly isAbove: boolean;
  readonly isOwner: boolean;
}

/** What the words of a sentence about permissions can mean. */
export interface PermissionWords {
  readonly roles: readonly string[];
  /** The stem of the member of a user that refers to another one, such as `manager`. */
  readonly above: string | undefined;
}

/** Sentences that say who may do something. The first group is the phrase for them. */
const forms: readonly RegExp[] = [
  /^(?:this (?:(?:operation|endpoint|call) )?is )?(?:reserved|only) for (?:the )?(.+?)(?:$|,? and only |,? who )/i,
  /^(?:this is )?(?:restricted|limited|up) to (?:the )?(.+)$/i,
  /^for (.+?)(?: only)?$/i,
  /^(.+?) only$/i,
  /^(?:only|either) (?:an? |the )?(.+?) (?:may|can|are allowed|is allowed|have|has)\b(?!.* for (?:another|other|somebody|someone|anybody))/i,
  /^(?:can|may) be (?:used|set|sent|given|called) by (.+?) only(?:$|,)/i,
  /\b(?:the )?caller (?:has to|must|needs to) (?:be|have) (?:an? |the )?(?:role )?(.+)$/i,
  /^(?:requires|needs) (?:the )?(?:role )?(.+?)(?: role| rights| permissions?)?$/i,
  /^(?:\w+ ){1,4}(?:is|are) (?:made|done|decided|approved|granted|managed) (?:only )?by (?:the )?(.+)$/i,
];

/** Reads who may do something. Each part of the phrase must be known, or the sentence says nothing. */
export function readPermission(sentence: string, words: PermissionWords): Permission | undefined {
  const plain =
    sentence
      .replace(/[`*"“”]/g, '')
      .replace(/[.;:]$/, '')
      .split(';')[0]
      ?.trim() ?? '';
  for (const form of forms) {
    const [, phrase] = form.exec(plain) ?? [];
    const read = phrase === undefined ? undefined : readPhrase(phrase, words);
    if (read !== undefined) return read;
  }
  return undefined;
}

/** "It can become `closed`, and only a vet can do that": the value, and who may set it. */
export function readStepPermission(
  sentence: string,
  words: PermissionWords,
): { readonly value: string; readonly roles: readonly string[] } | undefined {
  const [, value = '', who = ''] =
    /`([\w-]+)`,? (?:and |but |which )?(?:that is |this is )?(only [^`]+? (?:can|may) do (?:that|this|so|it))\.?$/i.exec(
      sentence,
    ) ?? [];
  const roles = readPermission(who, words)?.roles ?? [];
  return roles.length === 0 ? undefined : { value, roles };
}

function readPhrase(phrase: string, { roles, above }: PermissionWords): Permission | undefined {
  const found: { roles: string[]; isAbove: boolean; isOwner: boolean } = { roles: [], isAbove: false, isOwner: false };
  for (const part of phrase.split(/,? (?:or|and) |, /)) {
    const text = part
      .replace(/^(?:by |for |to |with )?(?:the |an? |its |their |users? with (?:the )?role )?(?:direct )?/i, '')
      .trim();
    const [, first = text, rest = ''] = /^(\S+)(.*)$/.exec(text) ?? [];
    const isOf = /^ of (?:the|its) (?:owner|author|creator|\w+)$/.test(rest);
    const role = roles.find((each) => isSpelt(text.replace(/ (?:role|users?|staff|members?|accounts?)$/i, ''), each));
    const isDirect = /\bdirect\b/i.test(part) || isOf;
    if (above !== undefined && isSpelt(first, above) && isDirect) found.isAbove = true;
    else if (role !== undefined) found.roles.push(role);
    else if (/^(?:owner|author|creator)$/i.test(text)) found.isOwner = true;
    else return undefined;
  }
  return found;
}

/** True if a text is a name, in singular or plural: `managers` for `manager`. */
function isSpelt(text: string, name: string): boolean {
  const [one, other] = [text, name].map((each) => each.toLowerCase().replace(/[^a-z0-9]/g, ''));
  return one === other || one === `${other}s`;
}
