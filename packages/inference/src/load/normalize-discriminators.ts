import {
  copyWithSources,
  isObject,
  membersOf,
  type OpenApiDocument,
  readReference,
  resolveReference,
} from '@understudy/contract';
import { kindsKeyword } from '@understudy/model';
import type { PlacedSchema } from './normalize-document.js';

type Node = Record<string, unknown>;

const inPlace = ['allOf', 'anyOf', 'oneOf'] as const;

/**
 * Expresses discriminators in JSON Schema, in place. With `oneOf`, each alternative requires its value. Without it, the
 * schemas that extend the parent are listed by value.
 */
export function normalizeDiscriminators(document: OpenApiDocument, placed: readonly PlacedSchema[]): void {
  for (const { node, pointer } of placed) {
    if (node.discriminator === undefined) continue;
    const name = nameOf(node.discriminator);
    const list = (['oneOf', 'anyOf'] as const).find((each) => Array.isArray(node[each]));
    const { defaultMapping } = membersOf(node.discriminator);
    // With `defaultMapping`, any value is valid.
    if (name === undefined || defaultMapping !== undefined) delete node.discriminator;
    else if (list === undefined) {
      node.additionalProperties ??= true;
      const kinds = kindsOf(node.discriminator, placed, `#${pointer}`);
      node[kindsKeyword] = { member: name, kinds };
      if (isObject(node.discriminator) && isObject(node.discriminator.mapping)) limitValues(node, name, kinds);
    } else tieAlternatives(document, node, list, name);
  }
}

/**
 * Returns the schemas that extend a parent, by discriminator value: those of the mapping, or otherwise all, by name.
 */
function kindsOf(discriminator: unknown, placed: readonly PlacedSchema[], parent: string): Record<string, string> {
  const mapping = isObject(discriminator) && isObject(discriminator.mapping) ? discriminator.mapping : {};
  const named = Object.entries(mapping).map(([value, target]): [string, string] => {
    const text = String(target);
    return [value, text.startsWith('#') ? text : `#/components/schemas/${text}`];
  });
  const extending = placed
    .filter(
      ({ node }) => Array.isArray(node.allOf) && node.allOf.some((part) => isObject(part) && part.$ref === parent),
    )
    .map(({ pointer }): [string, string] => [pointer.split('/').at(-1) ?? '', `#${pointer}`])
    .filter(([, reference]) => /^#\/components\/schemas\/[^/]+$/.test(reference));
  return Object.fromEntries((named.length > 0 ? named : extending).filter(([, reference]) => reference !== parent));
}

/** Restricts the member to the values of the mapping and the schema names. Other values have no schema. */
function limitValues(node: Node, name: string, kinds: Readonly<Record<string, string>>): void {
  const member = isObject(node.properties) ? node.properties[name] : undefined;
  if (!isObject(member) || member.type !== 'string' || member.enum !== undefined || member.const !== undefined) return;
  const names = Object.values(kinds).map((reference) => reference.split('/').at(-1) ?? '');
  member.enum = [...new Set([...Object.keys(kinds), ...names])];
}

/** In OpenAPI 2.0, the discriminator is only a name. */
function nameOf(discriminator: unknown): string | undefined {
  const name = isObject(discriminator) ? discriminator.propertyName : discriminator;
  return typeof name === 'string' ? name : undefined;
}

function tieAlternatives(document: OpenApiDocument, node: Node, list: 'anyOf' | 'oneOf', name: string): void {
  const mapping =
    isObject(node.discriminator) && isObject(node.discriminator.mapping) ? node.discriminator.mapping : {};
  const alternatives: unknown[] = Array.isArray(node[list]) ? node[list] : [];
  const tied = alternatives.map((alternative) => {
    const reference = isObject(alternative) && typeof alternative.$ref === 'string' ? alternative.$ref : undefined;
    const own = reference?.split('/').at(-1);
    if (reference === undefined || own === undefined) return undefined;
    const named = Object.keys(mapping).filter((value) => mapping[value] === reference || mapping[value] === own);
    const values = named.length > 0 ? named : [own];
    const said = valuesOf(document, alternative, name, new Set());
    if (said === 'absent') return undefined;
    if (said !== undefined)
      return values.some((value) => said.includes(value)) || said.length > 0 ? alternative : undefined;
    return { allOf: [alternative, { properties: { [name]: { enum: values } }, required: [name] }] };
  });
  // A discriminator that covers only some of the alternatives does not help.
  if (tied.every((alternative) => alternative !== undefined)) node[list] = tied;
}

/**
 * Returns the values that a schema allows for a member: undefined for any value, `absent` if there is no such member.
 */
function valuesOf(
  document: unknown,
  schema: unknown,
  name: string,
  seen: Set<unknown>,
): unknown[] | undefined | 'absent' {
  const resolved = resolveReference(document, schema);
  if (resolved === undefined || seen.has(resolved)) return 'absent';
  seen.add(resolved);
  const member = isObject(resolved.properties) ? resolveReference(document, resolved.properties[name]) : undefined;
  if (Array.isArray(member?.enum)) return member.enum;
  if (member !== undefined && 'const' in member) return [member.const];
  const found = (Array.isArray(resolved.allOf) ? resolved.allOf : []).map((part) =>
    valuesOf(document, part, name, seen),
  );
  const values = found.find((each) => Array.isArray(each));
  if (values !== undefined) return values;
  return member !== undefined || found.includes(undefined) ? undefined : 'absent';
}

/**
 * Breaks cycles between schemas, in place: a parent lists its children as alternatives, and the children extend the
 * parent. In the children, the parent has no alternatives.
 */
export function cutCircularReferences(document: OpenApiDocument, placed: readonly PlacedSchema[]): void {
  const open = new Set<Node>();
  const done = new Set<Node>();
  const visit = (node: unknown): void => {
    if (!isObject(node) || done.has(node)) return;
    open.add(node);
    if (typeof node.$ref === 'string') {
      const target = targetOf(document, node.$ref);
      if (target !== undefined && open.has(target)) cut(node, target);
      else visit(target);
    }
    for (const list of inPlace) {
      const parts = node[list];
      if (Array.isArray(parts)) for (const part of parts) visit(part);
    }
    for (const name of ['not', 'if', 'then', 'else']) visit(node[name]);
    open.delete(node);
    done.add(node);
  };
  for (const { node } of placed) visit(node);
}

function targetOf(document: unknown, reference: string): Node | undefined {
  // A single step, because a reference to a reference is a separate schema here.
  const target = readReference(document, reference);
  return isObject(target) ? target : undefined;
}

function cut(node: Node, target: Node): void {
  delete node.$ref;
  const { allOf: _all, anyOf: _any, oneOf: _one, discriminator: _discriminator, $ref: _reference, ...rest } = target;
  if (node !== target) Object.assign(node, copyWithSources(rest));
}
