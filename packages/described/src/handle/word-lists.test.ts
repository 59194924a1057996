import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

/** A regular expression of alternatives, or a set of words. */
const wordList = /\/\^?\(\?:|new Set\(\[.[a-z]/;

/** What samples, demo data and the self-check know is not asked at a request, and tests are none. */
const elsewhere = /^(?:meaning|seed|self-check|testing|rules)\/|\.test\.ts$/;

/** The lines with one, by file. A file that loses one gets the lower number, and no file gets one more. */
const left: Readonly<Record<string, number>> = { 'answer/choose-error-code.ts': 4, 'answer/error-teller.ts': 5 };

/** Forms of protocols and of recorded cases, which are no names of an API. */
const forms: Readonly<Record<string, number>> = {
  'answer/stream-frames.ts': 5,
  'cases/create-evaluator.ts': 1,
  'cases/extract-features.ts': 1,
  'cases/message.ts': 2,
};

function countWordLists(): Record<string, number> {
  const folder = fileURLToPath(new URL('..', import.meta.url));
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !elsewhere.test(file))
    .sort();
  const counts = files.map((file) => {
    const lines = readFileSync(`${folder}/${file}`, 'utf8').split('\n');
    return [file, lines.filter((line) => wordList.test(line)).length] as const;
  });
  return Object.fromEntries(counts.filter(([, count]) => count > 0));
}

it('requests are handled without further lists of words: a rule of inference decides what a name means', () => {
  expect(countWordLists()).toEqual({ ...left, ...forms });
});
