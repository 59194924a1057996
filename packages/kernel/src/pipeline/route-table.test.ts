import { notesSimulator } from '@understudy/server/testing';
import { expect, it } from 'vitest';
import { RouteTable } from './route-table.js';

const routes = (messageBytes = 10) =>
  new RouteTable({ simulators: [notesSimulator], control: notesSimulator, controlNeedsToken: false, messageBytes });

it('the route table rejects a simulator without a handler, and names the missing operation', () => {
  const { getNote: _left, ...operations } = notesSimulator.operations;
  const lacking = { ...notesSimulator, operations };
  const make = () =>
    new RouteTable({ simulators: [lacking], control: notesSimulator, controlNeedsToken: false, messageBytes: 1 });
  expect(make).toThrow('notes has no handler for getNote');
});

it('the route table matches requests to operations by method and path', () => {
  const all = routes();
  const asked = [
    ['GET', '/notes/a'],
    ['GET', '/notes/a'],
    ['PUT', '/notes/a'],
    ['GET', '/notes/b'],
    ['DELETE', '/notes/b'],
    ['GET', '/notes/%zz'],
    ['GET', '/none'],
  ].map(([method = '', path = '']) => {
    const found = all.match(method, path);
    if (found.kind === 'route') return [found.route.operation.operationId, found.path['id']];
    return found.kind === 'wrong-method' ? [found.kind, found.allow.join()] : [found.kind];
  });
  expect(asked).toEqual([
    ['getNote', 'a'],
    ['getNote', 'a'],
    ['putNote', 'a'],
    ['getNote', 'b'],
    ['wrong-method', 'GET,PUT'],
    ['malformed-path'],
    ['unknown-path'],
  ]);
});

it('mostBytes returns the documented body limit, Infinity without one, or 0 for unknown paths', () => {
  expect(routes().mostBytes('PUT', '/notes/a')).toBe(1000);
  expect(routes().mostBytes('GET', '/notes/a')).toBe(Number.POSITIVE_INFINITY);
  expect(routes().mostBytes('GET', '/none')).toBe(0);
});
