import { normalizeName, toSingular } from '@understudy/model';
import type { ProseReader } from '../../prose/prose-reader.js';
import { plainText } from '../../prose/reasons.js';
import type { Scope } from '../../prose/scope.js';
import { sentencesOf } from '../../prose/sentences.js';
import { dot, type Kind, memberIn, type NamedMember } from '../../prose/vocabulary.js';

/** Members that each record has for itself. */
const ofItself =
  /^(?:id|uuid|number|code|key|status|state|version|name|title|type|kind|notes?|description|comments?|(?:created|updated|changed|modified)_?(?:at|on|by))$/i;

const carries =
  /\b(?:takes? over|copies|carries over|inherits|keeps|adopts|gets|with the same) (?:the )?(.+?)(?: (?:of|from) (?:the|it|its) ?\w*)?$/;

/**
 * Copies members of a record into a new one: as a sentence or a description says, or by the same name if no request
 * creates such records.
 */
export function carriedOver(
  reader: ProseReader,
  scope: Scope,
  { kind, text }: { readonly kind: Kind; readonly text: string },
): Record<string, string> {
  const { kind: own, variable } = scope;
  const set: Record<string, string> = {};
  const [, listed = ''] = carries.exec(text) ?? [];
  for (const phrase of listed === '' ? [] : listed.split(/,? and |, /)) {
    const value = valueIn(reader, scope, phrase);
    const member = memberIn(kind, phrase) ?? describedBy(kind, phrase);
    if (value !== undefined && member !== undefined) set[member.name] = `=${value}`;
  }
  for (const member of kind.resource?.kept === true ? [] : kind.members.values()) {
    const { name, schema, description } = member;
    if (set[name] !== undefined || schema.nullable || name === kind.resource?.key || ofItself.test(name)) continue;
    const same = own.members.get(name);
    const lines = listOf(scope, member);
    const [says = ''] = sentencesOf(description).map(plainText);
    const isDated = /^date/.test(String(schema.keywords['format']));
    const said = isDated || says === '' ? undefined : valueIn(reader, scope, says);
    if (lines !== undefined) set[name] = `=${lines}`;
    else if (same !== undefined && !isDated && same.schema.types.join() === schema.types.join())
      set[name] = `=${dot(variable, name)}`;
    else if (said?.startsWith(`${variable}.`) === true) set[name] = `=${said}`;
  }
  return set;
}

/** A value of a record, or of an object in it: "the applicant's name". */
function valueIn(reader: ProseReader, { kind, variable, ...scope }: Scope, phrase: string): string | undefined {
  const [, owner = '', ofOwner = '', part = '', around = ''] =
    /^(?:the )?(?:(\w+)'s (\w+)|(\w+) of the (\w+))$/.exec(phrase) ?? [];
  const object = kind.members.get(owner || around);
  const name = ofOwner || part;
  if (object?.schema.properties.has(name) === true) return dot(dot(variable, object.name), name);
  const value = reader.value(phrase, { kind, variable, ...scope });
  const reference = kind.references.find(({ member }) => normalizeName(member).startsWith(normalizeName(phrase)));
  return value?.expression ?? (reference === undefined ? undefined : dot(variable, reference.member));
}

/** "`holder`: The applicant's name." */
function describedBy(kind: Kind, phrase: string): NamedMember | undefined {
  const plain = phrase.replace(/^the /, '');
  const [found, another] = [...kind.members.values()].filter(
    ({ description }) => plainText(description).replace(/^the /, '').replace(/[.]$/, '') === plain,
  );
  return another === undefined ? found : undefined;
}

/** "One entry per line of the order": the items of the only list with such members. */
function listOf(
  { kind: own, variable, vocabulary: { schemas } }: Scope,
  { schema, description }: NamedMember,
): string | undefined {
  const names = [...schemas.chosen(schema.items).properties.keys()];
  const [found, another] = [...own.lists].filter(([, items]) => {
    const isNamed = items.nouns.some((noun) =>
      plainText(description)
        .split(/[^a-z]+/)
        .map(toSingular)
        .includes(noun),
    );
    return isNamed && names.length > 0 && names.every((name) => items.members.has(name));
  });
  if (found === undefined || another !== undefined || !names.every((name) => /^[A-Za-z_]\w*$/.test(name)))
    return undefined;
  const members = names.map((name) => `${JSON.stringify(name)}: line.${name}`).join(', ');
  return `${dot(variable, found[0])}.map(line, {${members}})`;
}
