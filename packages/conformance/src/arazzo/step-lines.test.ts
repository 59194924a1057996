import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { findStepLines } from './load-scenarios.js';
import { parsePlacedYaml } from './placed-yaml.js';

const scenarios = fileURLToPath(new URL('../../../../scenarios/', import.meta.url));

it('findStepLines returns the same lines as the YAML parser for every tenth scenario file', () => {
  const files = readdirSync(scenarios, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.arazzo.yaml'),
  );
  expect(files.length).toBeGreaterThan(20);
  for (const file of files.filter((_, index) => index % 10 === 0)) {
    const text = readFileSync(`${scenarios}${file}`, 'utf8');
    const { value, findPlace } = parsePlacedYaml(text);
    const quick = [...(findStepLines(text, value as Parameters<typeof findStepLines>[1]) ?? [])];
    expect(quick.length, file).toBeGreaterThan(0);
    expect(quick, file).toEqual(quick.map(([pointer]) => [pointer, findPlace(pointer)?.line]));
  }
});

const workflow = { workflowId: 'one', steps: [{ stepId: 'a' }, { stepId: 'b' }] };

it.each([
  [
    'list items that are not indented',
    'workflows:\n- workflowId: one\n  steps:\n  - stepId: a\n  - stepId: b\nother: x\n',
    [2, 4, 5],
  ],
  [
    'text that looks like list items',
    'workflows:\n  - workflowId: one\n    summary: |\n      - a\n      steps:\n      - b\n    steps:\n      - stepId: a\n        # - stepId: none\n\n      - stepId: b\n',
    [2, 8, 11],
  ],
  [
    'steps in flow style by returning undefined',
    'workflows:\n  - workflowId: one\n    steps: [{stepId: a}, {stepId: b}]\n',
    undefined,
  ],
  [
    'steps on the line of the dash by returning undefined',
    'workflows:\n  - steps:\n      - stepId: a\n      - stepId: b\n    workflowId: one\n',
    undefined,
  ],
])('findStepLines handles %s', (_what, text, lines) => {
  const document = { workflows: [workflow] } as unknown;
  const found = findStepLines(text, document as Parameters<typeof findStepLines>[1]);
  expect(found === undefined ? undefined : [...found.values()]).toEqual(lines);
});
