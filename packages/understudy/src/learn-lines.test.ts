import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { loadYaml } from '@understudy/contract';
import { expect, it } from 'vitest';
import { learnAgreement, type RecordedRow as Row } from './testing/learn-agreement.js';
import { useResources } from './testing/use-resources.js';

const { folderWith } = useResources();

interface Tool {
  code: string;
  stock: number;
  lent: number;
  retired: boolean;
}

interface Line {
  tool: string;
  count: number;
}

/** Records a library of tools, whose loans take several tools. Each row of `loans` has a count and a tool per line. */
function record(first: number, loans: readonly (readonly (readonly [count: number, tool: number])[])[]): Row[] {
  const tools: Tool[] = [];
  const rows: Row[] = [];
  const shown = (tool: Tool) => rows.push([`GET /tools/${tool.code}`, undefined, 200, { ...tool }]);
  const tool = (stock?: number) => {
    const made = { code: `TL-${first + tools.length * 7}`, stock: stock ?? 1, lent: 0, retired: false };
    rows.push(['POST /tools', stock === undefined ? { name: 'x' } : { name: 'x', stock }, 201, { ...made }]);
    tools.push(made);
    return made;
  };
  for (const stock of [3, undefined, 5, 4, undefined]) shown(tool(stock));
  for (const [at, loan] of loans.entries()) {
    const lines = loan.map(([count, index]): Line => ({ tool: tools[index]?.code ?? '', count }));
    const named = loan.map(([, index]) => tools[index] as Tool);
    const retired = named.find((each) => each.retired);
    if (retired !== undefined) {
      rows.push(['POST /loans', { by: 'ada', lines }, 409, { code: 'retired', detail: `${retired.code} is retired` }]);
      continue;
    }
    const id = `ln_${(first * 31 + at * 7919 + 100_000).toString(16)}`;
    const body = { id, by: at % 2 === 0 ? 'ada' : 'bob', state: 'asked', lines };
    rows.push(['POST /loans', { by: body.by, lines }, 201, { ...body }]);
    const missing = named.find((each, index) => (loan[index]?.[0] ?? 0) > each.stock);
    if (missing !== undefined) {
      rows.push([`POST /loans/${id}/hand-out`, undefined, 409, { code: 'stock', detail: `${missing.code} is short` }]);
      continue;
    }
    for (const [index, each] of named.entries()) each.lent += loan[index]?.[0] ?? 0;
    rows.push([`POST /loans/${id}/hand-out`, undefined, 200, { ...body, state: 'out' }]);
    named.forEach(shown);
    rows.push([`POST /loans/${id}/hand-out`, undefined, 409, { code: 'state', detail: 'The loan is out' }]);
    const [spare] = tools.filter((each) => !each.retired && each.lent === 0 && !named.includes(each));
    if (at % 3 === 2 && spare !== undefined) {
      spare.retired = true;
      rows.push([`POST /tools/${spare.code}/retire`, undefined, 200, { ...spare }]);
      shown(spare);
    }
  }
  return rows;
}

const one = [
  [[1, 0]],
  [
    [2, 2],
    [1, 3],
  ],
  [[1, 1]],
  [[2, 4]],
  [[3, 2]],
  [
    [1, 0],
    [2, 1],
  ],
  [[1, 3]],
  [[4, 0]],
  [[1, 4]],
  [[2, 3]],
] as const;

it('learns what each line item changes, and preconditions on the records it references', async () => {
  const folder = await folderWith();
  const { exchanges, status, shape, causes } = await learnAgreement(
    folder,
    record(4096, one),
    record(7001, [...one].reverse()),
  );
  expect({ status, shape, causes }).toEqual({ status: exchanges, shape: exchanges, causes: [] });
  const document = Object(await loadYaml(join(folder, 'learned', 'openapi.yaml')));
  const [effect] = Object.values(document['x-understudy'].operations.postLoanHandOut.then);
  expect(effect).toEqual({
    ...{ update: 'tools', each: 'self.lines', key: 'item.tool' },
    set: { lent: '=find("tools", item.tool).lent + item.count' },
  });
  const evidence = await readFile(join(folder, 'learned', 'evidence.md'), 'utf8');
  for (const guard of [
    'i, find("tools", i.tool).retired == true',
    'i, i.count > find("tools", i.tool).stock',
    '.state == "out"',
  ])
    expect(evidence).toContain(guard);
}, 120_000);
