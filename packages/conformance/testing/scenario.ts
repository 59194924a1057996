import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Ledger } from '@understudy/contract';
import {
  loadScenarios,
  type RunEvent,
  type RunOptions,
  type RunResult,
  runScenarios,
  type ScenarioFile,
  type WallClock,
} from '../src/index.js';
import { contracts } from './job-shop.js';

const head = `arazzo: 1.0.1
info: { title: test, version: '1' }
sourceDescriptions: [{ name: shop, url: ./openapi.yaml, type: openapi }]
`;

/** Writes scenarios, given as YAML without the header, to a separate directory and loads them. */
export async function scenarios(
  texts: Record<string, string>,
  others: Record<string, string> = {},
): Promise<ScenarioFile[]> {
  const directory = await mkdtemp(join(tmpdir(), 'conformance-'));
  try {
    for (const [name, text] of Object.entries(texts)) await writeFile(join(directory, name), head + text);
    for (const [name, text] of Object.entries(others)) await writeFile(join(directory, name), text);
    const files = await loadScenarios({ files: [directory] });
    return files.map((file) => ({ ...file, file: file.file.slice(directory.length + 1), imports: file.imports }));
  } finally {
    await rm(directory, { recursive: true });
  }
}

export const ledger = (...ids: string[]): Ledger => ({
  claims: ids.map((id) => ({ id, kind: 'rule', says: `${id} holds`, section: '1', check: 'look', deviation: 'none' })),
  gaps: [],
});

/** Creates a stopped clock that records sleeps. */
export function stillClock(): WallClock & { slept: number[] } {
  const slept: number[] = [];
  return {
    slept,
    now: () => Date.UTC(2026, 0, 15),
    sleep: async (milliseconds) => {
      slept.push(milliseconds);
    },
  };
}

export async function run(
  options: Pick<RunOptions, 'files' | 'target'> & Partial<RunOptions>,
): Promise<{ result: RunResult; events: RunEvent[] }> {
  const events: RunEvent[] = [];
  const result = await runScenarios({
    contracts: contracts(),
    ledger: ledger(),
    clock: stillClock(),
    onEvent: (event) => events.push(event),
    ...options,
  });
  return { result, events };
}
