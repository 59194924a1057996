import { describe, expect, it } from 'vitest';
import { featuresOf } from './features-of.ts';
import { selectCoveringSet } from './select-covering-set.ts';

const step = {
  stepId: 'a',
  operationId: '$sourceDescriptions.one.read',
  successCriteria: [{ condition: '$statusCode == 200' }],
};

/** A scenario with one step like `step`, except for the given changes. */
function scenario(file: string, changes: object = {}, weight = 1) {
  const workflows = [{ workflowId: file, steps: [{ ...step, ...changes }] }];
  return { file, weight, features: featuresOf({ arazzo: '1.0.1', workflows }) };
}

function filesOf(...scenarios: ReturnType<typeof scenario>[]): string[] {
  return selectCoveringSet(scenarios).map(({ file }) => file);
}

describe('the scenarios for the second runner', () => {
  it('include only the cheapest of several scenarios with the same features', () => {
    expect(filesOf(scenario('heavy', {}, 9), scenario('light', {}, 2), scenario('middle', {}, 5))).toEqual(['light']);
  });

  const planted: [string, object][] = [
    ['an operation', { operationId: '$sourceDescriptions.one.write' }],
    ['a field', { timeout: 5000 }],
    ['a criterion type', { successCriteria: [{ condition: '$statusCode == 200', type: 'regex' }] }],
    ['an operator', { successCriteria: [{ condition: '$statusCode == 200 && $statusCode != 500' }] }],
    ['a value source', { successCriteria: [{ condition: '$response.header.etag == 200' }] }],
    ['a JSONPath function', { successCriteria: [{ condition: '$[?length(@.a) == 1]' }] }],
    ['a JSONPath with a property name', { successCriteria: [{ condition: '$.a' }] }],
    ['a media type', { requestBody: { contentType: 'text/csv', payload: 'a,b' } }],
    ['an expression nested in data', { requestBody: { payload: { a: { b: 'x-{$inputs.c}' } } } }],
  ];
  it.each(planted)('include the only file with %s', (_what, changes) => {
    expect(filesOf(scenario('usual', {}, 1), scenario('planted', changes, 500))).toContain('planted');
  });

  it('exclude a file that differs only in names and data', () => {
    const own = { stepId: 'b', requestBody: { payload: { deep: ['data'] } }, outputs: { mine: '$response.body' } };
    const other = { stepId: 'c', requestBody: { payload: { other: 1 } }, outputs: { yours: '$response.body' } };
    expect(filesOf(scenario('one', own), scenario('two', other))).toHaveLength(1);
  });

  it('exclude files that later files make redundant', () => {
    const both = { timeout: 5000, requestBody: { contentType: 'text/csv', payload: 'a' } };
    const files = filesOf(scenario('first', { timeout: 5000 }, 1), scenario('second', both, 2));
    expect(files).toEqual(['second']);
  });
});
