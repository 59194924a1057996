import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { NotesDriver, notesSimulator } from '@understudy/server/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadBundledContract } from './load-bundled-contract.js';
import { defineSimulator } from './simulator.js';

// An index without its description, so that reading the description fails.
const folder = mkdtempSync(join(tmpdir(), 'contract-'));
const bundled = () => loadBundledContract('notes', `${pathToFileURL(folder)}/`, './contract.json');
const { index } = notesSimulator.contract;

beforeAll(() => writeFileSync(join(folder, 'contract-index.json'), JSON.stringify(index)));
afterAll(() => rmSync(folder, { recursive: true }));

it('a bundled contract is loaded on the first call to its API, not at startup', async () => {
  const contract = bundled();
  const { simulators } = new NotesDriver({ simulator: { ...notesSimulator, contract } });
  const [segment] = index.firstSegments;
  try {
    expect((await simulators.fetch('http://localhost/_sim/clock')).status).toBe(200);
    expect(() => contract.document).toThrow('contract.json');
    expect((await simulators.fetch(`http://localhost${segment}`)).status).toBe(500);
  } finally {
    await simulators.close();
  }
});

it('defineSimulator rejects handlers that differ from the operations in the contract index', () => {
  const { refusals, envelope } = notesSimulator;
  const define = () => defineSimulator({ name: 'notes', contract: bundled(), operations: {}, refusals, envelope });
  expect(define).toThrow(
    `the handlers differ from the operations of the contract: ${[...index.operationIds].sort().join(', ')}`,
  );
});
