import { isObject, stringifyJson } from '@understudy/contract';
import { type ExpressionScope, evaluateExpression } from './evaluate-expression.js';
import type { LookupResult } from './json-pointer.js';
import { isExpressionText, parseExpression } from './parse-expression.js';

const embedded = /\{(\$[^{}]+)\}/g;

/**
 * Replaces runtime expressions in a value at any depth. A string that consists of one expression (`$expr` or `{$expr}`)
 * becomes its value. In longer strings, only `{$expr}` is replaced, with JSON for objects and arrays. Other `$` signs,
 * as in `$5`, are left unchanged.
 *
 * @param files values by string, for strings that refer to files
 */
export function interpolateValue(
  value: unknown,
  scope: ExpressionScope,
  files: ReadonlyMap<string, LookupResult> = new Map(),
): LookupResult {
  if (typeof value === 'string') return files.get(value) ?? interpolateText(value, scope);
  if (Array.isArray(value)) {
    const items: unknown[] = [];
    for (const item of value) {
      const result = interpolateValue(item, scope, files);
      if (!result.found) return result;
      items.push(result.value);
    }
    return { found: true, value: items };
  }
  if (!isObject(value)) return { found: true, value };
  const object: Record<string, unknown> = {};
  for (const [key, item] of Object.entries(value)) {
    const result = interpolateValue(item, scope, files);
    if (!result.found) return result;
    object[key] = result.value;
  }
  return { found: true, value: object };
}

function interpolateText(text: string, scope: ExpressionScope): LookupResult {
  const whole = wholeExpression(text);
  if (whole !== undefined) return resolveText(whole, scope);
  let missing: LookupResult | undefined;
  const value = text.replace(embedded, (original, inner: string) => {
    if (!isExpressionText(inner)) return original;
    const result = resolveText(inner, scope);
    if (result.found) return formatValue(result.value);
    missing ??= result;
    return original;
  });
  return missing ?? { found: true, value };
}

function wholeExpression(text: string): string | undefined {
  const inner = /^\{(\$[^{}]+)\}$/.exec(text)?.[1] ?? text;
  if (!isExpressionText(inner) || /\s|[{}]/.test(inner)) return undefined;
  return inner;
}

export function findExpressions(text: string): string[] {
  const whole = wholeExpression(text);
  if (whole !== undefined) return [whole];
  return [...text.matchAll(embedded)].map((match) => match[1] ?? '').filter(isExpressionText);
}

/** Formats a value for use in a URL, a header or a longer string. */
export function formatValue(value: unknown): string {
  return typeof value === 'object' && value !== null ? stringifyJson(value) : String(value);
}

function resolveText(text: string, scope: ExpressionScope): LookupResult {
  const parsed = parseExpression(text);
  if ('literal' in parsed) return { found: true, value: text };
  if ('problem' in parsed) return { found: false, why: parsed.problem };
  const result = evaluateExpression(parsed.expression, scope);
  return result.found ? result : { ...result, why: `${text} has no value: ${result.why}` };
}
