import { stringifyJson, suggestName } from '@understudy/contract';
import { Argument, Command } from 'commander';
import type { ApiRegistry } from '../apis/apis.js';
import { loadConfiguredApis } from '../config/configured-apis.js';
import { toTable } from '../to-table.js';
import { UsageError } from '../usage-error.js';
import { loadContracts, loadWorkspace, type ScenarioWorkspace } from '../workspace.js';

type Row = Readonly<Record<string, string>>;

const kinds = ['apis', 'operations', 'scenarios', 'claims', 'gaps'] as const;
type Kind = (typeof kinds)[number];

export function createListCommand(): Command {
  return new Command('list')
    .description('List APIs, operations, scenarios, claims or gaps')
    .addArgument(new Argument('[kind]', 'what to list').choices(kinds).default('scenarios'))
    .option('--api <api>', 'only entries of this API')
    .action(async (kind: Kind, flags: { api?: string; config?: string; json?: boolean }) => {
      const apis = await loadConfiguredApis(flags.config);
      const all = await rowsOf(kind, apis);
      const known = new Set([...apis.keys(), ...all.flatMap(({ api }) => api ?? [])]);
      if (flags.api !== undefined && !known.has(flags.api)) {
        throw new UsageError(`Unknown API "${flags.api}".${suggestName(flags.api, known)}`);
      }
      const rows = all.filter(({ api }) => flags.api === undefined || api === flags.api);
      console.log(flags.json === true ? stringifyJson(rows, 2) : toTable(rows));
    });
}

async function rowsOf(kind: Kind, apis: ApiRegistry): Promise<Row[]> {
  if (kind === 'apis') return [...apis.values()].map(({ name, summary }) => ({ api: name, summary }));
  if (kind === 'operations') return operationRows(apis);
  const workspace = await loadWorkspace([], apis);
  return kind === 'scenarios' ? scenarioRows(workspace) : ledgerRows(kind, workspace);
}

async function operationRows(apis: ApiRegistry): Promise<Row[]> {
  return [...(await loadContracts(apis)).values()].flatMap((contract) =>
    [...contract.operations.values()].map(({ api, operationId, method, path, summary }) => ({
      api,
      operationId,
      call: `${method} ${path}`,
      summary,
    })),
  );
}

function scenarioRows({ files }: ScenarioWorkspace): Row[] {
  return files.flatMap(({ document }) =>
    document.workflows.map(({ workflowId, summary = '' }) => ({ api: document['x-api'] ?? '', workflowId, summary })),
  );
}

function ledgerRows(kind: 'claims' | 'gaps', { ledger }: ScenarioWorkspace): Row[] {
  if (kind === 'claims') return ledger.claims.map(({ id, says }) => ({ api: id.split('.', 1)[0] ?? '', id, says }));
  return ledger.gaps.map(({ id, basis, assume }) => ({ api: id.split('.', 1)[0] ?? '', id, basis, assume }));
}
