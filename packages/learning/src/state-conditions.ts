import { toKeyText } from '@understudy/described';
import { getMember } from '@understudy/model';
import { termsOfCaller } from './caller-facts.js';
import { type ConditionKind, keyNamePattern } from './extract-conditions.js';
import { looksLikeId } from './find-paths.js';
import { writeRecord } from './named-resources.js';
import type { Scene } from './record-story.js';
import { scalarsOf } from './record-use.js';
import { readMember, toAccess, toLiteral } from './to-cel.js';

type StatesOf = (resource: string, member: string) => readonly unknown[];

/** Maximum number of records to compare with a request, the newest first. */
const mostCompared = 300;

/** Returns CEL conditions on the records that a request refers to, and on other records that match the request. */
export function stateConditions(scene: Scene, statesOf: StatesOf): Map<string, ConditionKind> {
  const found = new Map(othersWith(scene, statesOf).map((condition) => [condition, 'exists' as ConditionKind]));
  const sent = scalarsOf(scene.message.body).filter(
    ([name, value]) => (typeof value === 'number' || typeof value === 'string') && !scene.named.has(`body.${name}`),
  );
  for (const [index, [name, value]] of sent.entries())
    for (const [other, than] of sent.slice(index + 1))
      if (typeof value === typeof than && (typeof value === 'number' || (isDate(value) && isDate(than))))
        found.set(`body.${toAccess(name)} ${isBelow(value, than) ? '<' : '>='} body.${toAccess(other)}`, 'compares');
  for (const [position, { resource, key, via, by, item, fields }] of scene.named) {
    const [list, inner] = item === undefined ? [] : via.split('.*.');
    const owner = listAt(scene, list);
    if (item !== undefined && owner === undefined) continue;
    const record = writeRecord({ resource, by }, inner === undefined ? toAccess(position) : readMember('i', inner));
    const [from, root] = inner === undefined ? [scene.message.body, 'body'] : [item, 'i'];
    const add = (condition: string, kind: ConditionKind) =>
      found.set(inner === undefined ? condition : `${owner}.exists(i, ${condition})`, kind);
    add(`${record} ${fields === undefined ? '==' : '!='} null`, 'record');
    if (fields === undefined) continue;
    for (const [path, value] of scalarsOf(fields)) {
      if (toKeyText(value) === key) continue;
      if (inner === undefined && keyNamePattern.test(path) && toKeyText(value) !== undefined)
        for (const [text, own] of termsOfCaller(scene.caller))
          if (typeof own === typeof value && keyNamePattern.test(text))
            add(`${record}${path.split('.').reduce(readMember, '')} ${own === value ? '==' : '!='} ${text}`, 'record');
      const member = `${record}${path.split('.').reduce(readMember, '')}`;
      if (statesOf(resource, path).length > 0 && isWord(value)) add(`${member} == ${toLiteral(value)}`, 'state');
      if (Array.isArray(value)) add(`${member}.size() ${value.length === 0 ? '==' : '>'} 0`, 'state');
      if (typeof value === 'number') add(`${member} ${value > 0 ? '>' : value < 0 ? '<' : '=='} 0`, 'state');
      for (const [name, other] of inner === undefined ? sent : scalarsOf(item)) {
        if (name === inner || typeof other !== typeof value || getMember(from, name) === undefined) continue;
        const text = `${root}${name.split('.').reduce(readMember, '')}`;
        if (typeof value === 'number') add(`${text} ${Number(other) > value ? '>' : '<='} ${member}`, 'compares');
        if (name === `${inner === undefined ? scene.wrapper : ''}${path}`)
          add(`${text} ${other === value ? '==' : '!='} ${member}`, 'compares');
      }
    }
  }
  return found;
}

/** Writes a list in the request, or in the record that the path identifies, as CEL. */
function listAt({ use }: Scene, list = ''): string | undefined {
  if (!list.startsWith('self.')) return toAccess(list);
  const [, ...names] = list.split('.');
  if (use?.parameter === undefined) return undefined;
  return names.reduce(readMember, `find(${toLiteral(use.resource)}, ${toAccess(`path.${use.parameter}`)})`);
}

/**
 * Returns conditions that a record with a value of the request exists, optionally in a state or with overlapping dates.
 */
function othersWith(scene: Scene, statesOf: StatesOf): string[] {
  const found = new Set<string>();
  const ofCaller = termsOfCaller(scene.caller);
  for (const [resource, records] of scene.stored)
    for (const [key, fields] of records.slice(-mostCompared)) {
      const links = linksOf(
        { ...scene, ofCaller },
        resource,
        scalarsOf(fields).filter(([, value]) => toKeyText(value) !== key),
      );
      const states = links.length === 0 ? [] : statesIn(fields, (name) => statesOf(resource, name));
      for (const link of links)
        for (const overlap of ['', ...overlapsWith(scene, fields)])
          for (const state of ['', ...states])
            found.add(`all(${toLiteral(resource)}).exists(o, ${[link, overlap, state].filter(Boolean).join(' && ')})`);
    }
  return [...found];
}

type Members = readonly (readonly [name: string, value: unknown])[];

/** Lists the values that a record shares with a creation or a path. */
function linksOf(
  { message: { body, path = {} }, use, wrapper, ofCaller }: Scene & { readonly ofCaller: Members },
  resource: string,
  members: Members,
): string[] {
  const owners = members.flatMap(([name, value]) =>
    keyNamePattern.test(name) && toKeyText(value) !== undefined
      ? ofCaller.flatMap(([text, each]) => (each === value ? [`${toAccess(`o.${name}`)} == ${text}`] : []))
      : [],
  );
  const links = members.flatMap(([name, value]) => {
    const text = toKeyText(value) ?? '';
    if (text === '') return [];
    const isSent = use?.does === 'create' && resource === use.resource && typeof value === 'string';
    const parameters = keyNamePattern.test(name) ? Object.entries(path).filter(([, each]) => each === text) : [];
    return [
      ...(isSent && getMember(body, `${wrapper}${name}`) === value
        ? [`${toAccess(`o.${name}`)} == ${toAccess(`body.${wrapper}${name}`)}`]
        : []),
      ...parameters.map(([parameter]) => `string(${toAccess(`o.${name}`)}) == ${toAccess(`path.${parameter}`)}`),
    ];
  });
  return links.flatMap((link) => [link, ...owners.map((owner) => `${link} && ${owner}`)]);
}

/** Lists conditions on the state of a record: the state it is in, and the states it is not in. */
function statesIn(fields: unknown, statesOf: (name: string) => readonly unknown[]): string[] {
  return scalarsOf(fields).flatMap(([name, value]) =>
    statesOf(name)
      .filter(isWord)
      .map((state) => `${toAccess(`o.${name}`)} ${state === value ? '==' : '!='} ${toLiteral(state)}`),
  );
}

/** Lists the date ranges in a creation that overlap the same range in a record. */
function overlapsWith({ message: { body }, use, wrapper }: Scene, fields: unknown): string[] {
  const record = getMember(body, wrapper.slice(0, -1));
  const dates = use?.does === 'create' ? scalarsOf(record).filter(([, value]) => isDate(value)) : [];
  return dates.flatMap(([from, start]) =>
    dates.flatMap(([to, end]) => {
      const [first, last] = [from, to].map((name) => getMember(fields, name));
      const isOver =
        isBelow(start, end) && isDate(first) && isDate(last) && isBelow(first, end) && isBelow(start, last);
      const [own, sent] = ['o.', `body.${wrapper}`].map((root) => [from, to].map((name) => toAccess(`${root}${name}`)));
      return isOver ? [`${own?.[0]} < ${sent?.[1]} && ${sent?.[0]} < ${own?.[1]}`] : [];
    }),
  );
}

function isWord(value: unknown): boolean {
  return (
    typeof value === 'boolean' ||
    value === null ||
    (typeof value === 'string' && value.length < 30 && /^[A-Za-z][\w -]*$/.test(value) && !looksLikeId(value))
  );
}

function isDate(value: unknown): boolean {
  return typeof value === 'string' && /^\d{4}-\d\d-\d\d/.test(value);
}

function isBelow(one: unknown, other: unknown): boolean {
  return typeof one === 'number' ? one < Number(other) : String(one) < String(other);
}
