// Runs every regular expression in the sources and descriptions on long strings built from text that it matches. An
// expression that backtracks at every position takes quadratic time or worse.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { createContext, Script } from 'node:vm';
import ts from 'typescript';
import { parse } from 'yaml';
import { membersOf } from '../../members-of.ts';
import { packageFolders, root } from '../../steps.mjs';
import { type Attack, must } from './attack.js';

const length = 10_000;
/** An expression that reads each character once. */
const linear = '(?<=b)a';
/** Quadratic expressions that the check must detect. */
const quadratic = ['a+$', '<[^>]+>'];
/** Maximum time relative to a linear expression. A quadratic expression takes at least 2,000 times as long. */
const mostTimes = 1000;
/** Milliseconds after which an expression is stopped. */
const timeoutMs = 2000;

export const attacks: readonly Attack[] = [
  {
    name: 'every regular expression of sources and descriptions against 10,000 matching characters',
    async run() {
      const places = new Map<string, string>();
      for (const [text, file] of described()) places.set(text, file);
      for (const file of sources()) for (const text of expressionsOf(file)) places.set(text, relative(root, file));
      const mostMs = mostTimes * linearCost();
      const slow: string[] = [];
      let worst = 0;
      for (const [text, file] of places) {
        const { ms, attack } = slowest(text, mostMs);
        if (ms > mostMs) slow.push(`${file}: ${text} takes ${ms.toFixed(0)} ms of ${attack}`);
        worst = Math.max(worst, ms);
      }
      must(slow.length === 0, `of ${places.size} expressions ${slow.length} are slow:\n    ${slow.join('\n    ')}`);
      for (const text of quadratic)
        must(slowest(`/${text}/`, mostMs).ms > mostMs, `/${text}/ (planted) is not noticed`);
      const times = (worst / mostMs) * mostTimes;
      return `${places.size} expressions, the slowest ${times.toFixed(0)} times a linear walk (bar ${mostTimes})`;
    },
  },
];

/** Returns the patterns in descriptions, with the flags used to compile them. */
function described(): Map<string, string> {
  const found = new Map<string, string>();
  for (const api of readdirSync(join(root, 'specs'))) {
    const file = join(root, 'specs', api, 'openapi.yaml');
    if (!existsSync(file)) continue;
    visitNodes(parse(readFileSync(file, 'utf8')), ({ pattern }) => {
      if (typeof pattern === 'string') found.set(String(new RegExp(pattern, 'u')), relative(root, file));
    });
  }
  return found;
}

function visitNodes(node: unknown, visit: (node: Readonly<Record<string, unknown>>) => void): void {
  if (typeof node !== 'object' || node === null) return;
  visit(membersOf(node));
  for (const child of Object.values(node)) visitNodes(child, visit);
}

/** Lists the sources of the shipped packages only, because the tools do not read untrusted input. */
function sources(): string[] {
  return packageFolders()
    .filter((name) => name !== 'tools')
    .map((name) => join(root, 'packages', name, 'src'))
    .flatMap((folder) => readdirSync(folder, { recursive: true }).map((name) => join(folder, String(name))))
    .filter((file) => /(?<!\.test|\.d)\.ts$/.test(file) && !/[/\\](?:generated|testing)[/\\]/.test(file));
}

/**
 * Returns the expressions in a file: literals, and strings passed to `new RegExp`, with a word in place of each
 * variable part.
 */
function expressionsOf(file: string): string[] {
  const found: string[] = [];
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);
  const texts = textsOf(source);
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) found.push(node.text);
    if (ts.isNewExpression(node) && node.expression.getText() === 'RegExp') {
      const [given, flags] = node.arguments ?? [];
      const pattern = given === undefined ? undefined : composed(given, texts);
      if (pattern !== undefined) {
        found.push(String(new RegExp(pattern, flags !== undefined && ts.isStringLiteralLike(flags) ? flags.text : '')));
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** Returns the string constants at the top level of a file, by name. */
function textsOf(source: ts.SourceFile): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  for (const statement of source.statements) {
    if (!ts.isVariableStatement(statement)) continue;
    for (const { name, initializer } of statement.declarationList.declarations) {
      const text = initializer === undefined ? undefined : composed(initializer, texts);
      if (text !== undefined) texts.set(name.getText(), text);
    }
  }
  return texts;
}

/** Returns the value of a string expression, with a word for each unknown part, or undefined for other expressions. */
function composed(node: ts.Expression, texts: ReadonlyMap<string, string>): string | undefined {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return undefined;
  const gaps = node.templateSpans.map(
    ({ expression, literal }) => (texts.get(expression.getText()) ?? 'word') + literal.text,
  );
  return node.head.text + gaps.join('');
}

const pieces = [...' aA0\n\t-./"\'<>=,:_%\\{[(|*#&~'];

/** Returns the maximum time of an expression, and a description of the string that takes it. */
function slowest(text: string, mostMs: number): { readonly ms: number; readonly attack: string } {
  const words = text.match(/[\w<>:="'-]{2,}/g) ?? [];
  const used = pieces.filter((piece) => /[\s\w]/.test(piece) || text.includes(piece));
  const repeated = [...used, ...words, ...words.flatMap((word) => [`${word} `, `${word}\n`])];
  const begins = ['', ...new Set([words[0] ?? '', `"`, '<a ', 'a:'])];
  const script = new Script(`(${text}).exec(attack)`);
  let worst = { ms: 0, attack: '' };
  for (const begin of begins) {
    for (const piece of repeated) {
      const attack = `${begin}${piece.repeat(Math.ceil(length / piece.length))}\u0000`;
      // Garbage collection can interrupt a run, so only the fastest of three runs counts.
      let ms = cost(script, attack);
      for (let again = 0; again < 2 && ms > mostMs && ms < timeoutMs; again += 1)
        ms = Math.min(ms, cost(script, attack));
      if (ms > worst.ms) worst = { ms, attack: JSON.stringify(`${begin}${piece}...`) };
      if (ms >= timeoutMs) return worst;
    }
  }
  return worst;
}

/** Returns the time of the linear expression in milliseconds: the median of many runs on a long string. */
function linearCost(): number {
  const script = new Script(`/${linear}/.exec(attack)`);
  const times = 100;
  const costs = Array.from({ length: 21 }, () => cost(script, 'a'.repeat(times * length)));
  return (costs.sort((a, b) => a - b)[10] ?? 0) / times;
}

const shared = { attack: '' };
const context = createContext(shared);

function cost(script: Script, attack: string): number {
  shared.attack = attack;
  const before = process.cpuUsage();
  try {
    script.runInContext(context, { timeout: timeoutMs });
  } catch {
    return timeoutMs;
  }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
