import { ContractError } from './contract-error.js';
import { isObject } from './is-object.js';
import { queryJson } from './json-path.js';
import { joinPointer, parsePointer, readPointer } from './json-pointer.js';
import type { OpenApiDocument } from './open-api-document.js';
import { copyTree, locate } from './sources.js';

interface Action {
  target: string;
  update?: unknown;
  remove: boolean;
}

/**
 * Applies an OpenAPI Overlay 1.0 and returns the result; the document given stays as it is. Actions work in order, each on
 * what the earlier ones left. `update` merges into every selected object and appends to every selected array, but never
 * appends a scalar an array has already; `remove: true` removes what is selected and wins over `update`.
 *
 * @param overlay the overlay document, as `loadYaml` hands it out
 * @throws ContractError: `overlay/malformed`, `overlay/invalid-target` (not RFC 9535, or selecting what cannot be
 *   changed), `overlay/no-match` (an action that selects nothing: the deviation it describes is gone)
 */
export function applyOverlay(document: OpenApiDocument, overlay: unknown): OpenApiDocument {
  const actions = readActions(overlay);
  const result = copyTree(document);
  for (const [index, action] of actions.entries()) {
    const pointers = select(result, action, index, overlay);
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
      } else if (!update(result, pointer, action.update)) {
        const message = `Action ${index} of the overlay cannot update ${pointer || 'the document'}: only objects take fields, only arrays take items.`;
        throw refuse(overlay, 'invalid-target', index, message);
      }
    }
  }
  return result;
}

function readActions(overlay: unknown): Action[] {
  if (!isObject(overlay) || typeof overlay.overlay !== 'string' || !overlay.overlay.startsWith('1.0.')) {
    throw refuse(
      overlay,
      'malformed',
      undefined,
      'The overlay must be a mapping with overlay: 1.0.0, info and actions.',
    );
  }
  const list: unknown[] = Array.isArray(overlay.actions) ? overlay.actions : [];
  if (list.length === 0) throw refuse(overlay, 'malformed', undefined, 'The overlay must have at least one action.');
  return list.map((action, index) => {
    const change = isObject(action) && (action.update !== undefined || action.remove === true);
    if (!isObject(action) || typeof action.target !== 'string' || !change) {
      throw refuse(
        overlay,
        'malformed',
        index,
        `Action ${index} of the overlay needs a target and update or remove: true.`,
      );
    }
    return { target: action.target, update: action.update, remove: action.remove === true };
  });
}

/** The pointers an action selects, last first, so that removing one array item does not move the next. */
function select(document: OpenApiDocument, action: Action, index: number, overlay: unknown): string[] {
  const pointers: string[] = [];
  try {
    for (const { location } of queryJson(action.target, document)) pointers.push(joinPointer('', ...location));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const message = `Action ${index} of the overlay has a target that is not JSONPath (RFC 9535): ${action.target}: ${reason}`;
    throw refuse(overlay, 'invalid-target', index, message);
  }
  return [...new Set(pointers)].reverse();
}

function update(document: OpenApiDocument, pointer: string, change: unknown): boolean {
  const target = readPointer(document, pointer);
  if (Array.isArray(target)) {
    mergeUpdate(target, Array.isArray(change) ? change : [change]);
    return true;
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
  const place = locate(overlay, pointer);
  return new ContractError([{ ruleId: `overlay/${rule}`, severity: 'error', message, pointer, ...place }]);
}

/**
 * Merges an overlay's update into an object or array, in place: objects field by field, arrays by appending, everything
 * else by replacing. A scalar that an array has already is not appended again.
 */
function mergeUpdate(target: unknown, change: unknown): void {
  if (Array.isArray(target) && Array.isArray(change)) {
    for (const item of change) {
      const isScalar = typeof item !== 'object' || item === null;
      if (!isScalar || !target.includes(item)) target.push(copyTree(item));
    }
    return;
  }
  if (!isObject(target) || !isObject(change)) return;
  for (const [name, value] of Object.entries(change)) {
    const current = target[name];
    if ((Array.isArray(current) && Array.isArray(value)) || (isObject(current) && isObject(value))) {
      mergeUpdate(current, value);
    } else {
      target[name] = copyTree(value);
    }
  }
}
