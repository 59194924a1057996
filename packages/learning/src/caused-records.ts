import { toKeyText } from '@understudy/described';
import { getMember } from '@understudy/model';
import { groupBy } from './count-values.js';
import { keyNamePattern } from './extract-conditions.js';
import { type Example, findExpression } from './find-expression.js';
import { readPathParameters } from './find-paths.js';
import { instantOf } from './instant-of.js';
import type { LearnedBehavior, OperationExchange } from './learn-http-conventions.js';
import type { Scene } from './record-story.js';
import { type CausedRecord, type CausedRecords, type RecordReader, type RecordUse, scalarsOf } from './record-use.js';
import { isDone, type RecordedExchange } from './recorded-exchange.js';

/** Minimum share of requests that must have created such a record. */
const mostly = 0.6;

/** Finds records that first appear in a list, and the request that created each: one at the same time that names it. */
export function findCausedRecords(
  all: readonly OperationExchange[],
  uses: ReadonlyMap<string, RecordUse>,
  read: RecordReader,
): CausedRecords {
  const known = new Set<string>();
  const found = new Map<RecordedExchange, CausedRecord[]>();
  const changes: { readonly exchange: RecordedExchange; readonly names: ReadonlyMap<string, string> }[] = [];
  for (const { operation, exchange } of all) {
    const use = uses.get(operation.id);
    if (!isDone(exchange)) continue;
    for (const [key, fields] of use === undefined ? [] : read(use, exchange)) {
      const name = `${use?.resource} ${key}`;
      if (use === undefined || known.has(name)) continue;
      known.add(name);
      if (use.does !== 'list') continue;
      const members = scalarsOf(fields).filter(([member]) => member !== use.key);
      const isAt = ({ exchange: of }: (typeof changes)[number]) =>
        members.some(([, value]) => instantOf([{ value, of: { exchange: of } }]) === 'now');
      const namedIn = ({ names }: (typeof changes)[number]) =>
        members.filter(([, value]) => names.has(toKeyText(value) ?? '')).length;
      // The latest of the requests that match most of its members.
      const [cause] = changes
        .filter((each) => isAt(each) && namedIn(each) > 0)
        .sort((one, other) => namedIn(other) - namedIn(one) || other.exchange.index - one.exchange.index);
      if (cause === undefined) continue;
      const links = members.flatMap(([member, value]): [string, string][] => {
        const position = cause.names.get(toKeyText(value) ?? '');
        return position === undefined ? [] : [[member, position]];
      });
      const place = links.flatMap((link) => (link[1].startsWith('self') ? [] : link.join(' '))).join();
      const caused = { resource: use.resource, key, fields, place, links };
      found.set(cause.exchange, [...(found.get(cause.exchange) ?? []), caused]);
    }
    if (exchange.entry.method === 'GET') continue;
    const sent = {
      self: exchange.answer,
      path: readPathParameters(operation.path, exchange.path),
      body: exchange.body,
    };
    const names = scalarsOf(sent).filter(([, value]) => typeof value === 'string' && value.length > 2);
    changes.push({ exchange, names: new Map(names.map(([position, value]) => [String(value), position])) });
  }
  return found;
}

/** Learns which additional records operations create, and the members of these records. */
export function learnCausedRecords(scenes: readonly Scene[], caused: CausedRecords): LearnedBehavior[] {
  const rows = scenes.flatMap((scene) => (caused.get(scene.exchange) ?? []).map((record) => ({ scene, record })));
  const groups = groupBy(rows, ({ scene, record }) => `${scene.operation} ${record.resource} ${record.place}`);
  return [...groups.values()].flatMap((own): LearnedBehavior[] => {
    const [first] = own;
    if (first === undefined) return [];
    const { resource, place } = first.record;
    const links = first.record.links.filter(([member]) => keyNamePattern.test(member));
    // Only a list that was read afterwards shows what a request created.
    const read = new Set(
      rows.flatMap(({ record }) =>
        record.resource === resource ? links.map(([member]) => `${member} ${getMember(record.fields, member)}`) : [],
      ),
    );
    const done = scenes.filter(
      ({ operation, exchange, message }) =>
        operation === first.scene.operation &&
        isDone(exchange) &&
        links.every(([member, position]) =>
          read.has(`${member} ${getMember({ ...message, self: exchange.answer }, position)}`),
        ),
    );
    if (own.length < 3 || own.length < mostly * done.length) return [];
    const names = new Set(own.flatMap(({ record }) => scalarsOf(record.fields).map(([name]) => name)));
    const set = Object.fromEntries(
      [...names].flatMap((name) => {
        const examples = own.map(
          ({ scene, record }): Example => ({
            ...{ scene, value: getMember(record.fields, name) },
            roots: { body: scene.message.body, path: scene.message.path, self: scene.exchange.answer },
          }),
        );
        const found = findExpression(examples, name);
        return found === undefined ? [] : [[name, found.template ?? `=${found.text}`]];
      }),
    );
    const says = `creates ${resource} with ${Object.entries(set)
      .map(([name, value]) => `${name} ${value}`)
      .join(', ')}`;
    // biome-ignore lint/suspicious/noThenProperty: the form has this member.
    const statement = { then: { [`${resource} with ${place}`]: { create: resource, set } } };
    const counts = { seen: own.length, contradicted: done.length - own.length };
    return [{ operation: first.scene.operation, says, statement, ...counts }];
  });
}
