import { countJsonValues } from './check-size.js';
import { ContractError, createErrorFinding } from './finding.js';
import { queryJson } from './json-path.js';
import { joinPointer, parsePointer, readPointer } from './json-pointer.js';
import { cloneJson } from './numbers/parse-json.js';
import { isObject } from './objects.js';
import type { OpenApiDocument } from './open-api-document.js';
import { copyWithSources, locateSource } from './source-locations.js';

/** Maximum steps to find the target of an action: a fixed number, plus more for each value of the document. */
const targetSteps = 200_000;
const targetStepsPerValue = 20;
const maxCounted = 1_000_000;

interface Action {
  readonly overlay: unknown;
  readonly index: number;
  readonly target: string;
  readonly update?: unknown;
  /** JSONPath to the single value to copy to the target, before `update`. */
  readonly copy?: string;
  readonly remove: boolean;
}

/**
 * Applies an OpenAPI Overlay 1.0 or 1.1 to a copy. Actions run in order. `update` merges into selected objects and
 * appends to selected arrays, without repeating scalars, and replaces selected scalars. `remove: true` removes the
 * selection.
 *
 * @param overlay as `loadYaml` returns it
 * @throws ContractError: `overlay/malformed`, `overlay/invalid-target`, `overlay/no-match` (an action that selects
 * nothing, because the deviation it fixes is gone)
 */
export function applyOverlay(document: OpenApiDocument, overlay: unknown): OpenApiDocument {
  const result = copyWithSources(document);
  for (const action of readActions(overlay)) {
    const pointers = select(result, action, action.target);
    if (pointers.length === 0)
      throw refuse(action, 'no-match', `selects nothing: target ${action.target}. Correct or remove it.`);
    for (const pointer of pointers) {
      if (action.remove) {
        remove(result, pointer, action);
        continue;
      }
      const changes = [
        ...(action.copy === undefined ? [] : [copied(result, action, action.copy)]),
        ...(action.update === undefined ? [] : [action.update]),
      ];
      if (changes.every((change) => update(result, pointer, change))) continue;
      const message = `cannot update ${pointer || 'the document'}: only objects take fields, only arrays take items, only scalars are replaced by scalars.`;
      throw refuse(action, 'invalid-target', message);
    }
  }
  return result;
}

function readActions(overlay: unknown): Action[] {
  if (!isObject(overlay) || typeof overlay.overlay !== 'string' || !/^1\.[01]\./.test(overlay.overlay)) {
    const message = 'The overlay must be a mapping with overlay: 1.0.0 or 1.1.0, info and actions.';
    throw createOverlayError(overlay, 'malformed', '', message);
  }
  const list: unknown[] = Array.isArray(overlay.actions) ? overlay.actions : [];
  if (list.length === 0)
    throw createOverlayError(overlay, 'malformed', '', 'The overlay must have at least one action.');
  return list.map((action, index) => {
    const { target, update, copy, remove }: Record<string, unknown> = isObject(action) ? action : {};
    const changes = update !== undefined || typeof copy === 'string' || remove === true;
    if (typeof target !== 'string' || !changes)
      throw refuse({ overlay, index }, 'malformed', 'needs a target and update, copy or remove: true.');
    const source = typeof copy === 'string' ? { copy } : {};
    return { overlay, index, target, update, ...source, remove: remove === true };
  });
}

/** Returns the selected pointers, last first, so that removing an array item does not shift others. */
function select(document: OpenApiDocument, action: Action, path: string): string[] {
  const pointers: string[] = [];
  try {
    const steps = targetSteps + targetStepsPerValue * countJsonValues(document, maxCounted);
    for (const { location } of queryJson(path, document, steps)) pointers.push(joinPointer('', ...location));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const message = `has a target or copy that cannot be used as JSONPath (RFC 9535): ${path}: ${reason}.`;
    throw refuse(action, 'invalid-target', message);
  }
  return [...new Set(pointers)].reverse();
}

function copied(document: OpenApiDocument, action: Action, path: string): unknown {
  const pointers = select(document, action, path);
  if (pointers.length !== 1)
    throw refuse(action, 'no-match', `must copy one value, but ${path} selects ${pointers.length || 'none'}.`);
  return cloneJson(readPointer(document, pointers.join()));
}

function update(document: OpenApiDocument, pointer: string, change: unknown): boolean {
  const target = readPointer(document, pointer);
  if (Array.isArray(target)) {
    mergeUpdate(target, Array.isArray(change) ? change : [change]);
    return true;
  }
  const key = parsePointer(pointer).at(-1);
  if (!isObject(target) && typeof change !== 'object' && key !== undefined) {
    const parent: unknown = readPointer(document, joinPointer('', ...parsePointer(pointer).slice(0, -1)));
    return typeof parent === 'object' && parent !== null && Reflect.set(parent, key, change);
  }
  if (!isObject(target) || !isObject(change)) return false;
  mergeUpdate(target, change);
  return true;
}

function remove(document: OpenApiDocument, pointer: string, action: Action): void {
  const tokens = parsePointer(pointer);
  const key = tokens.pop();
  if (key === undefined) throw refuse(action, 'invalid-target', 'would remove the whole document.');
  const parent = readPointer(document, joinPointer('', ...tokens));
  if (Array.isArray(parent)) parent.splice(Number(key), 1);
  else if (isObject(parent)) delete parent[key];
}

function refuse({ overlay, index }: Pick<Action, 'overlay' | 'index'>, rule: string, message: string): ContractError {
  return createOverlayError(overlay, rule, `/actions/${index}`, `Action ${index} of the overlay ${message}`);
}

function createOverlayError(overlay: unknown, rule: string, pointer: string, message: string): ContractError {
  const place = locateSource(overlay, pointer);
  return new ContractError([createErrorFinding(`overlay/${rule}`, message, pointer, place)]);
}

/** Merges an update in place: objects by field, arrays by appending new items, other values by replacing. */
function mergeUpdate(target: unknown, change: unknown): void {
  if (Array.isArray(target) && Array.isArray(change)) {
    for (const item of change) {
      const isScalar = typeof item !== 'object' || item === null;
      if (!isScalar || !target.includes(item)) target.push(copyWithSources(item));
    }
    return;
  }
  if (!isObject(target) || !isObject(change)) return;
  for (const [name, value] of Object.entries(change)) {
    const current = target[name];
    if ((Array.isArray(current) && Array.isArray(value)) || (isObject(current) && isObject(value))) {
      mergeUpdate(current, value);
    } else {
      target[name] = copyWithSources(value);
    }
  }
}
