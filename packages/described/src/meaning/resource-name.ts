import { membersOf } from '@understudy/contract';
import { remember } from '@understudy/model';
import { generateUuid } from './formats.js';
import type { SchemaMember } from './member.js';
import { chooseTopic } from './name-rules.js';
import type { FakeSubject } from './subject.js';

/** Maximum number of strings in a description that are searched for a resource name. */
const mostStrings = 50_000;
const starts = new WeakMap<object, readonly [partition: string, service: string]>();

/** Services by words of a name, and the prefix of a resource name. `-` marks a service without regions. */
const services: readonly (readonly [RegExp, service: string, lead: string])[] = [
  [/(?:^| )role$/, 'iam-', 'role/'],
  [/^kms|(?:^| )(?:kms|encryption|master|cmk)(?: \w+){0,9} key$/, 'kms', 'key/'],
  [/(?:^| )topic$/, 'sns', ''],
  [/(?:^| )queue$/, 'sqs', ''],
  [/(?:^| )bucket$/, 's3--', ''],
  [/(?:^| )(?:lambda|function)$/, 'lambda', 'function:'],
  [/(?:^| )certificate$/, 'acm', 'certificate/'],
];

type Named = Pick<SchemaMember, 'words' | 'owner' | 'index'>;

/**
 * Creates the resource name (ARN) of an object, `arn:<partition>:<service>:<region>:<account>:<noun>/<id>`. Its name
 * determines the service and the noun, or else the description and the enclosing object do.
 */
export function createResourceName(s: FakeSubject, named: Named): string {
  return ['arn', ...listParts(s, named)].join(':');
}

function listParts(s: FakeSubject, { words, owner, index }: Named): readonly string[] {
  const [partition, service] = readResourceNameStart(s.facts.document);
  const noun = words.replace(/ ?(?:arn|resource name)$/, '') || owner;
  const kind = noun.replaceAll(' ', '-') || 'resource';
  const [, other, lead = ''] = (noun === owner ? undefined : services.find(([pattern]) => pattern.test(noun))) ?? [];
  const region = s.once('region', () => s.pick(['eu-west-1', 'eu-north-1', 'us-east-1']));
  const account = s.once('owning account', () => `4${s.fill('###########')}`);
  if (other === undefined)
    return [partition, service, region, account, `${kind}/${s.once('resource', () => s.fill('########'))}`];
  const name = /key|certificate/.test(lead) ? generateUuid(s) : `${chooseTopic(index)}-${kind}`.replaceAll(' ', '-');
  const place = [other.endsWith('-') ? '' : region, other.endsWith('--') ? '' : account];
  return [partition, other.replace(/(?<!-)-+$/, ''), ...place, `${lead}${name}`];
}

/** Words for a part of a resource name, depending on the preceding text. */
export function listResourceParts(s: FakeSubject, before: string, named: Named): readonly string[] {
  const noun = named.owner.split(' ').at(-1) ?? '';
  const colons = before.startsWith('arn:') && before.endsWith(':') ? before.split(':').length - 2 : -1;
  if (colons >= 0) return [listParts(s, named)[Math.min(colons, 4)] ?? '', `${noun}/${s.fill('########')}`, noun];
  return /^arn:.*\/$/.test(before) ? [s.fill('########')] : [];
}

/**
 * Reads the partition from a resource name in the description, and the service from its signing name or the first
 * label of its host.
 */
function readResourceNameStart(document: unknown): readonly [string, string] {
  return remember(starts, membersOf(document), () => {
    const root = membersOf(document);
    const [server] = Array.isArray(root['servers']) ? root['servers'] : [];
    const { host = 'api' } =
      /^\w+:\/\/(?:www\.|api\.)?(?<host>[a-z][a-z0-9-]*)/.exec(String(membersOf(server)['url']))?.groups ?? {};
    const signing = Object.entries(membersOf(root['info'])).find(([name]) => /signing-?name$/i.test(name))?.[1];
    return [partitionIn(root) ?? 'aws', typeof signing === 'string' ? signing : host] as const;
  });
}

function partitionIn(root: unknown): string | undefined {
  const open: unknown[] = [root];
  for (let left = mostStrings; left > 0 && open.length > 0; left -= 1) {
    const node = open.pop();
    const [, partition] = typeof node === 'string' ? (/\barn:\(?([a-z]{3,10})/.exec(node.slice(0, 2000)) ?? []) : [];
    if (partition !== undefined) return partition;
    if (typeof node === 'object' && node !== null) open.push(...Object.values(node));
  }
  return undefined;
}
