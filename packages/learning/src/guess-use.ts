import { isObject } from '@understudy/contract';
import { toKeyText } from '@understudy/described';
import { getMember, listPathParameters } from '@understudy/model';
import { readPathParameters, splitSegment } from './find-paths.js';
import { keyInLocation, keysShown, type RecordUse, scalarsOf } from './record-use.js';
import { isDone, type RecordedExchange, type RecordedOperation } from './recorded-exchange.js';

/** Names of members that identify a record, in order of preference. */
const keyNames = [/^(?:id|_id|uuid|guid)$/i, /^(?:key|code|number|slug|sku)$/i, /(?:Id|_id|ID|Key|Number|Code)$/];

/** Minimum share of responses that must contain the key. */
const mostly = 0.9;

export type Guess = Omit<RecordUse, 'resource' | 'isLearned'>;

/** Returns whether responses show the record in the path, or nothing, although the path suggests a child collection. */
export function isOfOwner(use: RecordUse, { path, exchanges }: RecordedOperation): boolean {
  const done = exchanges.filter(isDone);
  if (done.length === 0 || use.parameter !== undefined || listPathParameters(path).length === 0) return false;
  if (use.does === 'delete') return true;
  const shown = done.map((each) => [keysShown(use, each, path), Object.values(readPathParameters(path, each.path))]);
  return (
    use.does === 'create' &&
    shown.every(([keys = [], own]) => keys.length > 0 && keys.every((key) => own?.includes(key)))
  );
}

/** @param named the values of all path parameters, which can be keys whatever the name of their member */
export function guessUse(
  { method, path }: RecordedOperation,
  exchanges: readonly RecordedExchange[],
  named: ReadonlySet<string>,
): Guess | undefined {
  const parameter = listPathParameters(path).at(-1);
  const isItem = splitSegment(path)[0].endsWith('}');
  const answers = exchanges.map(({ answer }) => answer);
  const list = method === 'GET' ? listIn(answers, named) : undefined;
  if (list !== undefined && !isItem) return { does: 'list', ...list };
  const [place = '', keys = []] =
    (answers.every(isWrapper) ? placesOf(answers) : [''])
      .map(
        (at) =>
          [
            at,
            keysOf(
              answers.map((answer) => getMember(answer, at)),
              named,
            ),
          ] as const,
      )
      .find((each) => each[1].length > 0) ?? [];
  const textAt = ({ answer }: RecordedExchange, name: string) => toKeyText(getMember(getMember(answer, place), name));
  const isOf = (name: string) =>
    exchanges.filter((each) => textAt(each, name) === readPathParameters(path, each.path)[parameter ?? '']).length >=
    mostly * exchanges.length;
  const key = parameter === undefined ? undefined : (isItem ? keys : keys.slice(0, 1)).find(isOf);
  const changes = { PUT: 'replace', PATCH: 'update', DELETE: 'delete', GET: 'read' } as const;
  if (key !== undefined) {
    const does = isItem ? changes[method as 'PUT'] : method === 'GET' ? undefined : 'act';
    return does === undefined ? undefined : { does, key, parameter, in: place };
  }
  if (method === 'POST' && keys.length > 0) {
    const made = keys.find((name) =>
      exchanges.every((each) => {
        const value = textAt(each, name);
        return value !== undefined && !each.path.includes(value) && !hasLeaf(each.body, value);
      }),
    );
    return made === undefined ? undefined : { does: 'create', key: made, in: place };
  }
  const isBare = exchanges.every(({ answer }) => answer === undefined);
  if (isBare && method === 'POST' && exchanges.every(({ entry }) => keyInLocation(entry) !== undefined))
    return { does: 'create', key: 'id', in: '' };
  if (!isBare || parameter === undefined || method === 'GET') return undefined;
  return { does: isItem && method === 'DELETE' ? 'delete' : 'act', key: '', parameter, in: '' };
}

/** Lists where records can be in responses: the body, or a member of it. */
function placesOf([first]: readonly unknown[]): string[] {
  return ['', ...(isObject(first) && !Array.isArray(first) ? Object.keys(first) : [])];
}

/** Returns whether a body only wraps other objects and lists. */
function isWrapper(body: unknown): boolean {
  return isObject(body) && Object.values(body).every((each) => typeof each === 'object');
}

function hasLeaf(body: unknown, text: string): boolean {
  return scalarsOf(body).some(([, value]) => toKeyText(value) === text);
}

/** Finds the list of records in responses. */
function listIn(
  answers: readonly unknown[],
  named: ReadonlySet<string>,
): { readonly key: string; readonly in: string } | undefined {
  for (const place of placesOf(answers)) {
    const lists = answers.map((answer) => getMember(answer, place));
    if (!lists.every((list) => Array.isArray(list))) continue;
    const items = lists.flat();
    if (items.length === 0 || !items.every(isObject)) continue;
    const key = keysOf(items, named).find((name) =>
      lists.every((list) => new Set(list.map((item) => String(getMember(item, name)))).size === list.length),
    );
    if (key !== undefined) return { key, in: place };
  }
  return undefined;
}

function keysOf(objects: readonly unknown[], named: ReadonlySet<string>): string[] {
  const [first] = objects;
  if (!isObject(first) || Array.isArray(first) || !objects.every(isObject)) return [];
  const names = Object.keys(first).filter((name) => objects.every((each) => toKeyText(each[name]) !== undefined));
  const isNamed = (name: string) => objects.some((each) => named.has(toKeyText(each[name]) ?? ''));
  return [
    ...new Set([...keyNames.flatMap((form) => names.filter((name) => form.test(name))), ...names.filter(isNamed)]),
  ];
}
