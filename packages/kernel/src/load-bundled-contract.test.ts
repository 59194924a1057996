import { expect, it } from 'vitest';
import { createSimulators } from './create-simulators.js';
import { loadBundledContract } from './load-bundled-contract.js';
import { defineSimulator } from './simulator.js';
import { notesSimulator } from './testing/notes-simulator.js';

it('reads a description when its API is called, and not to start', async () => {
  const { index } = notesSimulator.contract;
  // There is no such file, so that reading it fails.
  const contract = loadBundledContract({ name: 'notes', index, from: import.meta.url, path: './no-description.json' });
  const simulators = createSimulators({
    simulators: [{ ...notesSimulator, contract }],
    sandbox: {
      clock: { mode: 'manual', at: '2026-01-15T09:00:00.000Z' },
      progression: 'immediate',
      seed: 'empty',
      randomSeed: 'any',
    },
  });
  const [segment] = index.firstSegments;
  try {
    expect((await simulators.fetch('http://localhost/_sim/clock')).status).toBe(200);
    expect(() => contract.document).toThrow('no-description.json');
    expect((await simulators.fetch(`http://localhost${segment}`)).status).toBe(500);
  } finally {
    await simulators.close();
  }
});

it('refuses handlers that the index of the description does not know', () => {
  const { refusals, envelope } = notesSimulator;
  const index = { firstSegments: ['/notes'], operationIds: ['readNote'] };
  const contract = loadBundledContract({ name: 'notes', index, from: import.meta.url, path: './no-description.json' });
  const define = () => defineSimulator({ name: 'notes', contract, operations: {}, refusals, envelope });
  expect(define).toThrow('handlers and contract differ in readNote');
});
