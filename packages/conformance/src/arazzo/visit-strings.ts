import { isObject, joinPointer } from '@understudy/contract';
import type { Criterion } from './model.js';
import { isReusable } from './resolve.js';

/** Receives the parts of a workflow that can contain expressions. */
interface TextVisitor {
  text(text: string, pointer: string): void;
  criterion(criterion: Criterion, pointer: string): void;
  reference(reference: string, section: 'parameters' | 'successActions' | 'failureActions', pointer: string): void;
}

const sections = {
  parameters: 'parameters',
  onSuccess: 'successActions',
  successActions: 'successActions',
  onFailure: 'failureActions',
  failureActions: 'failureActions',
} as const;
/** Keys whose values contain no expressions: prose, names, schemas, and input for other rules. */
const skipped = new Set([
  ...['description', 'summary', 'inputs', 'workflowId', 'stepId', 'operationId', 'operationPath', 'dependsOn'],
  ...['name', 'in', 'type', 'x-claims', 'x-finally'],
]);

/**
 * Walks a workflow and calls the visitor for each string that can contain expressions, each criterion and each
 * reference.
 */
export function visitStrings(value: unknown, pointer: string, visitor: TextVisitor): void {
  if (typeof value === 'string') visitor.text(value, pointer);
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) visitStrings(item, `${pointer}/${index}`, visitor);
    return;
  }
  if (!isObject(value)) return;
  for (const [key, item] of Object.entries(value)) {
    const at = joinPointer(pointer, key);
    // Inside a payload, a value and outputs every key is data.
    if (key === 'payload' || key === 'value' || key === 'outputs') walkData(item, at, visitor);
    else if (key === 'successCriteria' || key === 'criteria') walkCriteria(item, at, visitor);
    else if (key in sections && Array.isArray(item)) walkReusables(item, key, at, visitor);
    else if (!skipped.has(key)) visitStrings(item, at, visitor);
  }
}

function walkReusables(items: unknown[], key: string, pointer: string, visitor: TextVisitor): void {
  const section = Object.entries(sections).find(([name]) => name === key)?.[1];
  for (const [index, item] of items.entries()) {
    const at = `${pointer}/${index}`;
    if (section !== undefined && isObject(item) && isReusable(item))
      visitor.reference(item.reference, section, `${at}/reference`);
    visitStrings(item, at, visitor);
  }
}

function walkCriteria(items: unknown, pointer: string, visitor: TextVisitor): void {
  for (const [index, item] of (Array.isArray(items) ? items : []).entries())
    if (isCriterion(item)) visitor.criterion(item, `${pointer}/${index}`);
}

function isCriterion(value: unknown): value is Criterion {
  return isObject(value) && typeof value.condition === 'string';
}

function walkData(value: unknown, pointer: string, visitor: TextVisitor): void {
  if (typeof value === 'string') visitor.text(value, pointer);
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) walkData(item, `${pointer}/${index}`, visitor);
  } else if (isObject(value)) {
    for (const [key, item] of Object.entries(value)) walkData(item, joinPointer(pointer, key), visitor);
  }
}
