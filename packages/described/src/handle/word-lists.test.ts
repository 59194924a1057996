import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

/** Forms of lists of words: regular expressions of alternatives, sets, arrays of texts, and texts that are split. */
const wordLists = [
  /\/\^?\(\?:|new Set\(\[.[a-z]/,
  /\[\s*(?:'[a-z][\w.-]*',\s*){2,}'[a-z][\w.-]*'/,
  /'(?:[a-z_]+ ){2,}[a-z_]+'\s*\.split\(' '\)/,
  /(?<![\w*/])\/(?!\/)[^\n/]*[a-z]{2,}\??\)?\|\(?[a-z]{2,}[^\n/]*\/[a-z]*[.,;)]/,
];

function isWordList(line: string): boolean {
  return !/^\s*(?:\*|\/\*|\/\/|import |export \{)/.test(line) && wordLists.some((form) => form.test(line));
}

/** What samples, demo data and the self-check know is not asked at a request, and tests are none. */
const elsewhere = /^(?:meaning|seed|self-check|testing|rules)\/|\.test\.ts$/;

/** Media types, headers, claims, directions, kinds of effects, keywords of schemas and variables of expressions, which are no names of an API. */
const forms: Readonly<Record<string, number>> = {
  'answer/body-generator.ts': 1,
  'answer/error-teller.ts': 1,
  'answer/name-error.ts': 1,
  'answer/stream-frames.ts': 1,
  'handle/behavior/session-caller.ts': 1,
  'handle/behavior/operation-needs.ts': 1,
  'handle/create-entity.ts': 1,
  'handle/create-fields.ts': 1,
  'handle/editable-resources.ts': 1,
  'handle/fit-record.ts': 1,
  'handle/list-entities.ts': 1,
  'handle/new-members.ts': 1,
  'handle/settings.ts': 1,
  'memory/known-value.ts': 1,
  'memory/message-values.ts': 1,
};

const folder = fileURLToPath(new URL('..', import.meta.url));
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));

function countWordLists(): Record<string, number> {
  const counts = files
    .filter((file) => !elsewhere.test(file))
    .sort()
    .map((file) => {
      const lines = readFileSync(`${folder}/${file}`, 'utf8').split('\n');
      return [file, lines.filter(isWordList).length] as const;
    });
  return Object.fromEntries(counts.filter(([, count]) => count > 0));
}

it('request handling contains no word lists other than the allowed ones', () => {
  expect(countWordLists()).toEqual(forms);
});

it.each([
  "const urls = ['url', 'target_url', 'callback'];",
  "const events = 'enabled_events events topics'.split(' ');",
  "const offs = new Set(['disabled']);",
  'return /^(?:status|state)$/.test(name);',
  'if (/url|uri|href/i.test(name)) return;',
])('detects a word list: %s', (line) => {
  expect(isWordList(line)).toBe(true);
});

it('no file of this package imports a word list of the inference package', () => {
  const exported = readFileSync(`${folder}/../../inference/src/index.ts`, 'utf8');
  expect(exported).not.toContain('./words/');
  const importing = files.filter((file) =>
    /from '[^']*inference[^']*\/words/.test(readFileSync(`${folder}/${file}`, 'utf8')),
  );
  expect(importing).toEqual([]);
});
