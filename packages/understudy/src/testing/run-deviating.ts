import {
  createInProcessTarget,
  createTerminalReport,
  type HttpResponse,
  runScenarios,
  type Target,
} from '@understudy/conformance';
import type { SimulatorChange } from '@understudy/kernel/deviations';
import { startSimulators } from '../start-simulators.js';
import { loadWorkspace } from '../workspace.js';
import { changeApi } from './change-api.js';

interface Deviation {
  readonly api: string;
  readonly claims: readonly string[];
  readonly change?: SimulatorChange | undefined;
  /** Changes responses in transit. */
  readonly wire?: ((response: HttpResponse) => HttpResponse) | undefined;
}

/** Runs the scenarios of claims against a deviating API. @returns the result, and the lines of the terminal report */
export async function runDeviating({ api, claims, change = (same) => same, wire = (same) => same }: Deviation) {
  const workspace = await loadWorkspace();
  const simulators = await startSimulators({ change: changeApi(api, change) });
  const root = createInProcessTarget(simulators);
  const isolate: Target['isolate'] = async (name) => {
    const isolated = await root.isolate?.(name);
    if (isolated === undefined) throw new Error('an in-process target isolates');
    return { ...isolated, send: async (request) => wire(await isolated.send(request)) };
  };
  const lines: string[] = [];
  const onEvent = createTerminalReport({ write: (line) => lines.push(...line.split('\n')), color: false });
  const result = await runScenarios({ ...workspace, target: { ...root, isolate }, apis: [api], claims, onEvent });
  await simulators.close();
  return { workspace, result, lines };
}
