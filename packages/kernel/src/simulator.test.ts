import { createContract } from '@understudy/contract';
import { notesSimulator } from '@understudy/server/testing';
import { expect, it } from 'vitest';
import { defineAction } from './api/define-action.js';
import { defineSetting } from './api/define-setting.js';
import { createTimerHandler } from './create-timer-handler.js';
import { defineSimulator, type SimulatorDefinition } from './simulator.js';
import { defineTimer } from './unit/define-timer.js';

type Definition = SimulatorDefinition<Record<string, never>>;

const { refusals, envelope } = notesSimulator;
const contract = createContract('empty', { openapi: '3.1.0', info: { title: 'Empty', version: '1' }, paths: {} });
const define = (parts: Partial<Definition>) =>
  defineSimulator<Record<string, never>>({ name: 'empty', contract, operations: {}, refusals, envelope, ...parts });

const arrival = defineTimer<{ readonly id: string }>('arrival');
const size = defineSetting<number>('size', {
  value: 1,
  allowed: 'a number',
  accepts: (given) => typeof given === 'number',
});
const nothing = async () => {};

it('defineSimulator indexes timers, jobs and settings by name', () => {
  const { timers, jobs, settings } = define({ timers: [createTimerHandler(arrival, nothing)], settings: [size] });
  expect([Object.keys(timers ?? {}), jobs, settings]).toEqual([['arrival'], {}, { size }]);
});

it.each<[string, Partial<Definition>, string]>([
  [
    'two timers with the same name',
    { timers: [createTimerHandler(arrival, nothing), createTimerHandler(arrival, nothing)] },
    'Simulator empty has two timers named "arrival"',
  ],
  [
    'two settings with the same name',
    { settings: [size, { ...size }] },
    'Simulator empty has two settings named "size"',
  ],
  ['jobs that are not a list', JSON.parse('{ "jobs": {} }'), 'Simulator empty: jobs must be a list'],
  [
    'an action not created with defineAction',
    { actions: JSON.parse('{ "act": { "summary": "Acts", "members": [] } }') },
    'Simulator empty: create the action act with defineAction',
  ],
])('defineSimulator rejects %s', (_what, parts, message) => {
  expect(() => define(parts)).toThrow(message);
});

it('defineSimulator accepts an action created with defineAction', () => {
  const act = defineAction({ summary: 'Acts', input: { type: 'object', properties: {} }, run: async () => ({}) });
  expect(define({ actions: { act } }).actions).toEqual({ act });
});
