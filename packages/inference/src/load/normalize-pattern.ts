import { stringifyJson } from '@understudy/contract';
import type { WarningListener } from '@understudy/model';
import { translatePattern } from './translate-pattern.js';

/** Rewrites `pattern` in place as a JavaScript regular expression, or removes it if that is impossible. */
export function normalizePattern(node: Record<string, unknown>, complain: WarningListener): void {
  const given = String(node.pattern);
  const pattern = toPattern(given);
  if (pattern !== undefined) {
    node.pattern = pattern;
    return;
  }
  delete node.pattern;
  const shown = stringifyJson(given.slice(0, 80));
  complain('pattern', `The pattern ${shown} is not a valid ECMAScript regular expression; it is ignored.`);
}

/** Returns a text as a JavaScript regular expression with the flag `u`. Undefined if that is impossible. */
export function toPattern(text: string): string | undefined {
  return [...candidates(text)].find(isPattern);
}

function* candidates(text: string): Generator<string> {
  // Flags with escapes, \(\?s\).\+, mean that the whole pattern was escaped once too often.
  const given = /^\\\(\\\?[a-z]+\\\)/.test(text) ? text.replace(/\\(\W)/g, '$1') : text;
  // /^abc$/i is how it is written in a program. As a pattern, it matches nothing.
  const [, literal, flags = ''] = /^\/(\^.*|.*\$)\/([a-z]*)$/s.exec(given) ?? [];
  if (literal === undefined) yield given;
  const bare = literal ?? given;
  if (!/[is]/.test(flags)) yield bare;
  yield translatePattern(bare, flags);
}

function isPattern(text: string): boolean {
  try {
    new RegExp(text, 'u');
    return true;
  } catch {
    return false;
  }
}
