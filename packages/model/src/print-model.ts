import { isObject, joinPointer, loadYamlLineWriter } from '@understudy/contract';
import type { BehaviorModel, Reason } from './behavior-model.js';

/** Options for printing a model. */
export interface ModelPrinting {
  /** Comments to print after statements, by JSON Pointer. */
  readonly comments?: ReadonlyMap<string, string>;
  /** True to print the rule and the evidence above each inferred statement. */
  readonly why?: boolean;
}

/** Maximum line length of a statement before it is split. */
const width = 118;
/** Members whose entries are each printed on a separate line. */
const tables = new Set(['', '/resources', '/operations', '/responses', '/because']);

/**
 * Prints a model as YAML 1.2, with each operation and each statement about a resource on one line if it fits. Reading
 * the output gives the same model.
 */
export async function printModel(model: BehaviorModel, { comments, why = false }: ModelPrinting = {}): Promise<string> {
  const inline = await loadYamlLineWriter();
  const { because = {}, ...statements } = model;
  const lines: string[] = [];
  const print = (value: unknown, pointer: string, indent: string): void => {
    if (!isObject(value)) return;
    for (const [name, inner] of Object.entries(value)) {
      const at = joinPointer(pointer, name);
      const reason = why ? because[at] : undefined;
      if (reason !== undefined) lines.push(`${indent}# ${describeReason(reason)}`);
      const key = name.includes('\n') ? JSON.stringify(name) : inline(name);
      const comment = comments?.get(at);
      const end = comment === undefined ? '' : ` # ${oneLine(comment)}`;
      const line = `${indent}${key}: ${inline(inner)}`;
      const isDivided = isObject(inner) && Object.keys(inner).length > 0;
      const hasReasons = why && Object.keys(because).some((place) => place.startsWith(`${at}/`));
      if (!isDivided || (!tables.has(at) && !hasReasons && line.length <= width && !line.includes('\n'))) {
        lines.push(`${line}${end}`);
        continue;
      }
      lines.push(`${indent}${key}:${end}`);
      print(inner, at, `${indent}  `);
    }
  };
  print(statements, '', '');
  return `${lines.join('\n')}\n`;
}

/** Describes the rule and the evidence of a statement: `sum-of-lines: #/components/schemas/Order, "Sum of the lines"`. */
function describeReason({ rule, from, says }: Reason): string {
  const evidence = [from, says === undefined ? undefined : JSON.stringify(says)].filter((part) => part !== undefined);
  return oneLine([rule ?? 'inferred', ...(evidence.length === 0 ? [] : [evidence.join(', ')])].join(': '));
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').slice(0, 300);
}

/** A statement that differs between two models. */
export interface ModelDifference {
  /** JSON Pointer to the statement. */
  readonly at: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** Compares two models, statement by statement. Ignores the reasons. */
export function compareModels(before: BehaviorModel, after: BehaviorModel): ModelDifference[] {
  const differences: ModelDifference[] = [];
  const compare = (one: unknown, other: unknown, at: string): void => {
    if (isObject(one) && isObject(other)) {
      for (const name of new Set([...Object.keys(one), ...Object.keys(other)]))
        if (at !== '' || (name !== 'because' && name !== 'inferred' && name !== '$schema'))
          compare(one[name], other[name], joinPointer(at, name));
    } else if (JSON.stringify(one) !== JSON.stringify(other)) differences.push({ at, before: one, after: other });
  };
  compare(before, after, '');
  return differences;
}
