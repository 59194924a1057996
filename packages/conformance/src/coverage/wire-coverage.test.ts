import { expect, it } from 'vitest';
import { noteContracts, noteTarget, startNoteShop } from '../../testing/note-shop.js';
import { run, scenarios } from '../../testing/scenario.js';
import { evaluateGaps } from './gap-statuses.js';

async function runAgainst(instead: { status: number; body?: unknown }[] = []) {
  const shop = await startNoteShop();
  shop.instead.push(...instead);
  const files = await scenarios({
    'a.arazzo.yaml': `
x-api: shop
workflows:
  - workflowId: makes
    x-effects: create
    steps:
      - { stepId: make, operationId: makeNote, requestBody: { payload: {} }, successCriteria: [{ condition: $statusCode == 201 }] }
      - { stepId: list, operationId: listNotes, parameters: [{ name: page, in: query, value: '1' }], successCriteria: [{ condition: $statusCode != 0 }] }
`,
  });
  const contracts = noteContracts();
  const target = noteTarget(shop.url);
  const { result } = await run({ files, contracts, target, allowEffects: ['create'] });
  const gap = (id: string) => ({
    id,
    gap: id,
    section: '',
    assume: 'so',
    basis: 'invented' as const,
    confidence: '',
    why: '',
    risk: '',
    verify: '',
  });
  const ledger = {
    claims: [],
    gaps: ['shop.gap.kind', 'shop.gap.colour', 'shop.gap.making', 'shop.gap.nowhere'].map(gap),
  };
  const standings = evaluateGaps({ ledger, contracts, result });
  return { result, standings: standings.map(({ gap: { id }, standing }) => [id, standing]), full: standings };
}

it('counts the calls, statuses, parameters, properties and enum values seen in a run', async () => {
  const { result, standings } = await runAgainst();
  const operation = (id: string) => result.wire?.operations.find(({ operationId }) => operationId === id);
  expect(operation('listNotes')).toEqual({
    api: 'shop',
    operationId: 'listNotes',
    method: 'GET',
    path: '/notes',
    calls: 1,
    statuses: [
      { status: '200', documented: true, seen: 1 },
      { status: '429', documented: true, seen: 0 },
    ],
    parameters: [{ in: 'query', name: 'page', required: false, seen: 1 }],
    properties: [
      { status: '200', pointer: '/notes', seen: 1 },
      { status: '200', pointer: '/notes/*/id', seen: 1 },
      {
        status: '200',
        pointer: '/notes/*/kind',
        seen: 1,
        values: [
          { value: 'plain', seen: 1 },
          { value: 'fancy', seen: 0 },
        ],
        gaps: ['shop.gap.kind'],
      },
      { status: '200', pointer: '/notes/*/colour', seen: 0, gaps: ['shop.gap.colour'] },
      { status: '429', pointer: '/error', seen: 0 },
    ],
  });
  expect(operation('putFile')).toMatchObject({ calls: 0, properties: [] });
  expect(standings).toEqual([
    ['shop.gap.kind', 'held'],
    ['shop.gap.colour', 'not-exercised'],
    ['shop.gap.making', 'held'],
    ['shop.gap.nowhere', 'not-exercised'],
  ]);
});

it('marks a documentation gap as contradicted if a response violates the assumption', async () => {
  const { result, standings, full } = await runAgainst([
    { status: 418, body: {} },
    { status: 200, body: { notes: [{ id: 'n1', kind: 'odd' }] } },
  ]);
  expect(result.wire?.operations.find(({ operationId }) => operationId === 'makeNote')?.statuses).toContainEqual({
    status: '418',
    documented: false,
    seen: 1,
  });
  expect(standings[0]).toEqual(['shop.gap.kind', 'not-exercised']);
  expect(standings[2]).toEqual(['shop.gap.making', 'contradicted']);
  const odd = await runAgainst([{ status: 201, body: { id: 'n9', kind: 'odd' } }]);
  expect(odd.standings[0]).toEqual(['shop.gap.kind', 'contradicted']);
  expect(odd.full[0]?.against[0]).toContain('shop/makeNote 201 /kind: makeNote answered 201: ');
  expect(full[3]).toMatchObject({ met: [], against: [] });
});
