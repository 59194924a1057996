import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

/** A regular expression of alternatives, or a set of words. */
const wordList = /\/\^?\(\?:|new Set\(\[.[a-z]/;

/** What samples, demo data and the self-check know is not asked at a request, and tests are none. */
const elsewhere = /^(?:meaning|seed|self-check|testing|rules)\/|\.test\.ts$/;

/** Forms of protocols and of recorded cases, which are no names of an API. */
const forms: Readonly<Record<string, number>> = {
  'answer/stream-frames.ts': 5,
  'cases/create-evaluator.ts': 1,
  'cases/extract-features.ts': 1,
  'cases/message.ts': 2,
};

const folder = fileURLToPath(new URL('..', import.meta.url));
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));

function countWordLists(): Record<string, number> {
  const counts = files
    .filter((file) => !elsewhere.test(file))
    .sort()
    .map((file) => {
      const lines = readFileSync(`${folder}/${file}`, 'utf8').split('\n');
      return [file, lines.filter((line) => wordList.test(line)).length] as const;
    });
  return Object.fromEntries(counts.filter(([, count]) => count > 0));
}

it('requests are handled without further lists of words: a rule of inference decides what a name means', () => {
  expect(countWordLists()).toEqual(forms);
});

it('the words of inference stay there: it exports none, and the interpreter imports none', () => {
  const exported = readFileSync(`${folder}/../../inference/src/index.ts`, 'utf8');
  expect(exported).not.toContain('./words/');
  const importing = files.filter((file) =>
    /from '[^']*inference[^']*\/words/.test(readFileSync(`${folder}/${file}`, 'utf8')),
  );
  expect(importing).toEqual([]);
});
