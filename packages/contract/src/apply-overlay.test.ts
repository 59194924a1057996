import { expect, test } from 'vitest';
import { applyOverlay, ContractError, createErrorFinding as finding, type OpenApiDocument } from './index.js';

const info = { title: 'Test', version: '1' };

function documentOf(rest: Record<string, unknown>): OpenApiDocument {
  return { openapi: '3.1.0', info, ...rest };
}

function apply(rest: Record<string, unknown>, ...actions: unknown[]): unknown {
  const {
    openapi: _openapi,
    info: _info,
    ...changed
  } = applyOverlay(documentOf(rest), { overlay: '1.0.0', info, actions });
  return changed;
}

function refused(overlay: unknown, rest: Record<string, unknown> = { a: { b: 'text' } }): unknown {
  try {
    applyOverlay(documentOf(rest), overlay);
  } catch (error) {
    return error instanceof ContractError ? error.findings : error;
  }
  return 'nothing was refused';
}

test('update merges objects deeply and replaces scalars', () => {
  const changed = apply({ a: { b: { c: 1, d: 2 }, e: 3 } }, { target: '$.a', update: { b: { c: 9 }, f: 4 } });
  expect(changed).toEqual({ a: { b: { c: 9, d: 2 }, e: 3, f: 4 } });
});

test('update appends items to arrays, except scalars that they already contain', () => {
  const changed = apply(
    { a: { enum: ['x', 'y'], list: [{ n: 1 }] } },
    { target: '$.a', update: { enum: ['y', 'z'], list: [{ n: 1 }] } },
  );
  expect(changed).toEqual({ a: { enum: ['x', 'y', 'z'], list: [{ n: 1 }, { n: 1 }] } });
});

test('update appends one or more items to a selected array', () => {
  expect(apply({ tags: [{ name: 'a' }] }, { target: '$.tags', update: { name: 'b' } })).toEqual({
    tags: [{ name: 'a' }, { name: 'b' }],
  });
  expect(apply({ a: ['x'] }, { target: '$.a', update: ['x', 'y'] })).toEqual({ a: ['x', 'y'] });
});

test('copy writes one source value to all targets before update is applied', () => {
  const rest = { a: { b: { c: 1 } }, d: { e: 2 }, f: { g: 3 } };
  const action = { target: "$['d','f']", copy: '$.a.b', update: { c: 4 } };
  expect(apply(rest, action)).toEqual({ a: { b: { c: 1 } }, d: { e: 2, c: 4 }, f: { g: 3, c: 4 } });
  const several = { overlay: '1.1.0', info, actions: [{ target: '$.d', copy: '$.*' }] };
  expect(refused(several, rest)).toMatchObject([{ ruleId: 'overlay/no-match', message: expect.stringContaining('5') }]);
});

test('remove deletes a field or several items of an array', () => {
  expect(apply({ a: { b: 1, c: 2 } }, { target: '$.a.b', remove: true })).toEqual({ a: { c: 2 } });
  const parameters = [{ in: 'query' }, { in: 'header' }, { in: 'query' }];
  expect(apply({ a: parameters }, { target: "$.a[?@.in == 'query']", remove: true })).toEqual({
    a: [{ in: 'header' }],
  });
});

test('actions apply in order, each to the result of the earlier ones', () => {
  const changed = apply({ a: {} }, { target: '$.a', update: { b: {} } }, { target: '$.a.b', update: { c: 1 } });
  expect(changed).toEqual({ a: { b: { c: 1 } } });
});

test('the original document stays unchanged', () => {
  const document = documentOf({ a: { list: [1] } });
  applyOverlay(document, { overlay: '1.0.0', info, actions: [{ target: '$.a', update: { list: [2] } }] });
  expect(document).toEqual(documentOf({ a: { list: [1] } }));
});

test('an action that selects nothing is rejected', () => {
  const actions = [
    { target: '$.a', update: {} },
    { target: '$.a.c', remove: true },
  ];
  const message = 'Action 1 of the overlay selects nothing: target $.a.c. Correct or remove it.';
  expect(refused({ overlay: '1.0.0', actions })).toEqual([finding('overlay/no-match', message, '/actions/1')]);
});

test('a target that is not valid JSONPath is rejected', () => {
  expect(refused({ overlay: '1.0.0', actions: [{ target: '$.a[', update: {} }] })).toMatchObject([
    { ruleId: 'overlay/invalid-target', pointer: '/actions/0' },
  ]);
});

test('update replaces a scalar with a scalar', () => {
  const action = { target: '$.a[*]', update: 2 };
  expect(apply({ a: { b: 'text', c: null } }, action)).toEqual({ a: { b: 2, c: 2 } });
});

test('update rejects replacing a scalar with an object', () => {
  const message =
    'Action 0 of the overlay cannot update /a/b: only objects take fields, only arrays take items, only scalars are replaced by scalars.';
  expect(refused({ overlay: '1.0.0', actions: [{ target: '$.a.b', update: {} }] })).toEqual([
    finding('overlay/invalid-target', message, '/actions/0'),
  ]);
});

test.each([
  [{ actions: [] }, 'The overlay must be a mapping with overlay: 1.0.0 or 1.1.0, info and actions.'],
  [{ overlay: '1.0.0', actions: [] }, 'The overlay must have at least one action.'],
  [
    { overlay: '1.0.0', actions: [{ target: '$' }] },
    'Action 0 of the overlay needs a target and update, copy or remove: true.',
  ],
])('the malformed overlay %j is rejected', (overlay, message) => {
  expect(refused(overlay)).toMatchObject([{ ruleId: 'overlay/malformed', message }]);
});
