import type { WarningListener } from '@understudy/model';

/** Differences of other dialects of regular expressions. */
const dialects: readonly (readonly [RegExp, string])[] = [
  [/\\A/g, '^'],
  [/\\[zZ]/g, '$'],
  [/\(\?P</g, '(?<'],
  [/\\h/g, '[0-9a-fA-F]'],
  [/\[:alnum:\]/g, 'a-zA-Z0-9'],
  [/\[:alpha:\]/g, 'a-zA-Z'],
  [/\[:digit:\]/g, '0-9'],
  [/([*+?}])\+/g, '$1'],
  [/\(\?>/g, '(?:'],
];

/** A class, to its end or that of the text, or an escape, in a group if it is not needed. */
const classOrEscape = /(\[(?:\\.?|[^\]\\])*\]?)|\\([^\\^$.*+?()[\]{}|/\w])|\\./gs;

/** Rewrites `pattern` in place as a JavaScript regular expression, or removes it if that is impossible. */
export function normalizePattern(node: Record<string, unknown>, complain: WarningListener): void {
  const given = String(node.pattern);
  for (const pattern of candidates(given)) {
    if (!isPattern(pattern)) continue;
    node.pattern = pattern;
    return;
  }
  delete node.pattern;
  const shown = JSON.stringify(given.slice(0, 80));
  complain('pattern', `The pattern ${shown} is not a valid ECMAScript regular expression; it is ignored.`);
}

function* candidates(text: string): Generator<string> {
  // Flags with escapes, \(\?s\).\+, mean that the whole pattern was escaped once too often.
  const given = /^\\\(\\\?[a-z]+\\\)/.test(text) ? text.replace(/\\(\W)/g, '$1') : text;
  yield given;
  // /^abc$/i is how it is written in a program.
  const literal = /^\/(.*)\/[a-z]*$/s.exec(given)?.[1];
  const bare = literal ?? given;
  yield bare;
  yield plain(bare);
  const translated = dialects.reduce((text, [from, to]) => text.replace(from, to), bare.replace(/^\(\?[a-z]+\)/, ''));
  yield translated;
  yield plain(translated);
}

/** The pattern without needless escapes, which are errors in JSON Schema. In classes `\-` is needed. */
function plain(pattern: string): string {
  return pattern.replace(classOrEscape, (whole, set: string | undefined, needless: string | undefined) =>
    set === undefined ? (needless ?? whole) : set.replace(/\\([^\\\]^\-\w[])/g, '$1'),
  );
}

function isPattern(text: string): boolean {
  try {
    new RegExp(text, 'u');
    return true;
  } catch {
    return false;
  }
}
