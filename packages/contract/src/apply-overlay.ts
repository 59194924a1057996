import { ContractError } from './contract-error.js';
import { isObject } from './is-object.js';
import { queryJson } from './json-path.js';
import { joinPointer, parsePointer, readPointer } from './json-pointer.js';
import type { OpenApiDocument } from './open-api-document.js';
import { runWithTimeout, timeoutMarker } from './run-with-timeout.js';
import { copyWithSources, locateSource } from './source-locations.js';

/** Milliseconds to find the target of an action. */
const targetTimeoutMs = 2000;

interface Action {
  target: string;
  update?: unknown;
  /** JSONPath to the single value to copy to the target, before `update`. */
  copy?: string;
  remove: boolean;
}

/**
 * Applies an OpenAPI Overlay 1.0 or 1.1 to a copy. Actions run in order. `update` merges into selected objects and
 * appends to selected arrays, without repeating scalars, and replaces selected scalars. `remove: true` removes the
 * selection.
 *
 * @param overlay as `loadYaml` returns it
 * @throws ContractError: `overlay/malformed`, `overlay/invalid-target`, `overlay/no-match` (an action without a
 * selection, because its deviation is gone)
 */
export function applyOverlay(document: OpenApiDocument, overlay: unknown): OpenApiDocument {
  const actions = readActions(overlay);
  const result = copyWithSources(document);
  for (const [index, action] of actions.entries()) {
    const pointers = select(result, action.target, index, overlay);
    if (pointers.length === 0) {
      throw refuse(
        overlay,
        'no-match',
        index,
        `Action ${index} of the overlay selects nothing: target ${action.target}. Correct or remove it.`,
      );
    }
    for (const pointer of pointers) {
      if (action.remove) {
        remove(result, pointer, overlay, index);
        continue;
      }
      const changes = [
        ...(action.copy === undefined ? [] : [copied(result, action.copy, index, overlay)]),
        ...(action.update === undefined ? [] : [action.update]),
      ];
      if (!changes.every((change) => update(result, pointer, change))) {
        const message = `Action ${index} of the overlay cannot update ${pointer || 'the document'}: only objects take fields, only arrays take items, only scalars are replaced by scalars.`;
        throw refuse(overlay, 'invalid-target', index, message);
      }
    }
  }
  return result;
}

function readActions(overlay: unknown): Action[] {
  if (!isObject(overlay) || typeof overlay.overlay !== 'string' || !/^1\.[01]\./.test(overlay.overlay)) {
    throw refuse(
      overlay,
      'malformed',
      undefined,
      'The overlay must be a mapping with overlay: 1.0.0 or 1.1.0, info and actions.',
    );
  }
  const list: unknown[] = Array.isArray(overlay.actions) ? overlay.actions : [];
  if (list.length === 0) throw refuse(overlay, 'malformed', undefined, 'The overlay must have at least one action.');
  return list.map((action, index) => {
    const change =
      isObject(action) && (action.update !== undefined || typeof action.copy === 'string' || action.remove === true);
    if (!isObject(action) || typeof action.target !== 'string' || !change) {
      throw refuse(
        overlay,
        'malformed',
        index,
        `Action ${index} of the overlay needs a target and update, copy or remove: true.`,
      );
    }
    const copy = typeof action.copy === 'string' ? { copy: action.copy } : {};
    return { target: action.target, update: action.update, ...copy, remove: action.remove === true };
  });
}

/** Returns the selected pointers, last first, so that removing an array item does not shift others. */
function select(document: OpenApiDocument, path: string, index: number, overlay: unknown): string[] {
  const pointers: string[] = [];
  try {
    const found = runWithTimeout(() => queryJson(path, document), targetTimeoutMs);
    if (found === timeoutMarker) throw new Error(`it takes longer than ${targetTimeoutMs} ms`);
    for (const { location } of found) pointers.push(joinPointer('', ...location));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const message = `Action ${index} of the overlay has a target or copy that is not JSONPath (RFC 9535): ${path}: ${reason}`;
    throw refuse(overlay, 'invalid-target', index, message);
  }
  return [...new Set(pointers)].reverse();
}

/** Returns a copy of the one value that a path selects. */
function copied(document: OpenApiDocument, path: string, index: number, overlay: unknown): unknown {
  const [pointer, ...others] = select(document, path, index, overlay);
  if (pointer === undefined || others.length > 0) {
    const message = `Action ${index} of the overlay must copy one value, but ${path} selects ${pointer === undefined ? 'none' : others.length + 1}.`;
    throw refuse(overlay, 'no-match', index, message);
  }
  return structuredClone(readPointer(document, pointer));
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
    return Reflect.set(Object(parent), key, change);
  }
  if (!isObject(target) || !isObject(change)) return false;
  mergeUpdate(target, change);
  return true;
}

function remove(document: OpenApiDocument, pointer: string, overlay: unknown, index: number): void {
  const tokens = parsePointer(pointer);
  const key = tokens.pop();
  if (key === undefined) {
    throw refuse(overlay, 'invalid-target', index, `Action ${index} of the overlay would remove the whole document.`);
  }
  const parent = readPointer(document, joinPointer('', ...tokens));
  if (Array.isArray(parent)) {
    parent.splice(Number(key), 1);
  } else if (isObject(parent)) {
    delete parent[key];
  }
}

function refuse(overlay: unknown, rule: string, index: number | undefined, message: string): ContractError {
  const pointer = index === undefined ? '' : `/actions/${index}`;
  const place = locateSource(overlay, pointer);
  return new ContractError([{ ruleId: `overlay/${rule}`, severity: 'error', message, pointer, ...place }]);
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
