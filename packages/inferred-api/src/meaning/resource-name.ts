import type { FakeSubject } from './subject.js';

/** Strings of a description that are read for a resource name. */
const mostStrings = 50_000;
const starts = new WeakMap<object, readonly [partition: string, service: string]>();

/**
 * The resource name (ARN) of an object, `arn:<partition>:<service>:<region>:<account>:<noun>/<id>`. The description says
 * which partition and service.
 */
export function createResourceName(s: FakeSubject, noun: string): string {
  const [partition, service] = readResourceNameStart(s.facts.document);
  const kind = noun.split(' ').at(-1) ?? '';
  const id = s.once('resource', () => s.fill('########').toLowerCase());
  return `arn:${partition}:${service}:${pickRegion(s)}:${pickAccount(s)}:${kind === '' ? 'resource' : kind}/${id}`;
}

const pickRegion = (s: FakeSubject) => s.once('region', () => s.pick(['eu-west-1', 'eu-north-1', 'us-east-1']));
const pickAccount = (s: FakeSubject) => s.once('owning account', () => `4${s.fill('###########')}`);

/** Words for a part of a resource name by what is before it. */
export function listResourceParts(s: FakeSubject, before: string, noun: string): readonly string[] {
  const [partition, service] = readResourceNameStart(s.facts.document);
  const colons = before.startsWith('arn:') && before.endsWith(':') ? before.split(':').length - 1 : 0;
  const parts = ['', partition, service, pickRegion(s), pickAccount(s), `${noun}/${s.fill('########')}`];
  return colons > 0 ? [parts[Math.min(colons, 5)] ?? '', noun] : /^arn:.*\/$/.test(before) ? [s.fill('########')] : [];
}

/** Reads the partition of a name in the description, and the first label of the host of its server as the service. */
function readResourceNameStart(document: unknown): readonly [string, string] {
  const root = Object(document);
  const known = starts.get(root);
  if (known !== undefined) return known;
  const { host = '' } =
    /^\w+:\/\/(?:www\.|api\.)?(?<host>[a-z][a-z0-9-]*)/.exec(String(root.servers?.[0]?.url))?.groups ?? {};
  const start = [partitionIn(root) ?? 'local', host || 'api'] as const;
  starts.set(root, start);
  return start;
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
