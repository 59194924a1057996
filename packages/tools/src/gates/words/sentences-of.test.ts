import { expect, it } from 'vitest';
import { patterns } from './patterns.ts';
import { sentencesOfMarkdown, sentencesOfSource } from './sentences-of.ts';

const one = 'The server stores every request.';
const two = 'What is told of it may end.';
const page = `# A heading of five whole words\n\n${one} ${two}\n\n\`\`\`sh\nnone of this code is prose here\n\`\`\`\n| ${one} | \`x\` |`;
const source = `/**\n * ${one}\n * ${two}\n */\nexport const text = '${one}';\n/** ${two} */ // no sentence of a line comment\nconst parts = \`Text \${f(() => { return 1; })} of several \${'x'} parts here.\`;`;

it.each([
  ['a Markdown page', sentencesOfMarkdown(page), [one, two, one]],
  ['a source file', sentencesOfSource(source, false), [one, two, two, one, 'Text … of several … parts here.']],
])('returns the sentences of %s', (_, sentences, expected) => {
  expect(sentences).toEqual(expected);
});

it.each([
  [one, 0],
  [two, 6],
])('counts phrase patterns in the sentence: %s', (sentence, count) => {
  expect(patterns.filter((pattern) => pattern.test(sentence))).toHaveLength(count);
});
