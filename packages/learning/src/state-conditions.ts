import { getMember } from '@understudy/model';
import type { ConditionKind } from './extract-conditions.js';
import { looksLikeId } from './find-paths.js';
import type { Scene } from './record-story.js';
import { scalarsOf } from './record-uses.js';
import { readMember, toAccess, toLiteral } from './to-cel.js';

/** Conditions on the records that a request names, in CEL. */
export function stateConditions(
  scene: Scene,
  isState: (resource: string, member: string) => boolean,
): Map<string, ConditionKind> {
  const found = new Map<string, ConditionKind>();
  const sent = scalarsOf(scene.message.body).filter(
    ([, value]) => typeof value === 'number' || typeof value === 'string',
  );
  for (const [index, [name, value]] of sent.entries())
    for (const [other, than] of sent.slice(index + 1))
      if (typeof value === typeof than && (typeof value === 'number' || isDate(value)))
        found.set(`body.${toAccess(name)} ${isBelow(value, than) ? '<' : '>='} body.${toAccess(other)}`, 'compares');
  for (const [position, { resource, fields }] of scene.named) {
    const record = `find(${toLiteral(resource)}, ${toAccess(position)})`;
    found.set(`${record} ${fields === undefined ? '==' : '!='} null`, 'record');
    if (fields === undefined) continue;
    for (const [path, value] of scalarsOf(fields)) {
      const member = `${record}${path.split('.').reduce(readMember, '')}`;
      if (isState(resource, path) && isWord(value)) found.set(`${member} == ${toLiteral(value)}`, 'state');
      if (Array.isArray(value)) found.set(`${member}.size() ${value.length === 0 ? '==' : '>'} 0`, 'state');
      if (typeof value === 'number') found.set(`${member} ${value > 0 ? '>' : value < 0 ? '<' : '=='} 0`, 'state');
      for (const [name, other] of sent) {
        if (typeof other !== typeof value || getMember(scene.message.body, name) === undefined) continue;
        const text = `body${name.split('.').reduce(readMember, '')}`;
        if (typeof value === 'number') found.set(`${text} ${Number(other) > value ? '>' : '<='} ${member}`, 'compares');
        if (name === path) found.set(`${text} ${other === value ? '==' : '!='} ${member}`, 'compares');
      }
    }
  }
  return found;
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
