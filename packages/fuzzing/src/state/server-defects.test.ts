import { expect, it, vi } from 'vitest';
import { fuzzContract } from '../fuzz-contract.js';
import type { FuzzOptions } from '../judge-request.js';
import { type CampFault, campContract, campModel, serveCamp } from '../testing/camp-server.js';

vi.setConfig({ testTimeout: 120_000 });

async function test(fault?: CampFault, given: Partial<FuzzOptions> = {}) {
  const options = {
    url: 'http://camp.example',
    isForgiving: true,
    allowsExtraMembers: true,
    requests: 4,
    model: campModel,
    credentials: () => ({ headers: { 'x-key': 'right' } }),
    isAuthentic: true,
    fetch: serveCamp(fault),
    ...given,
  };
  const report = await fuzzContract(campContract, options);
  const outcomes = new Map(report.statements.map(({ id, outcome }) => [id, outcome]));
  return { ...report, outcomes, causes: report.findings.map(({ cause }) => cause) };
}

it('tests nested records under parents in different states', async () => {
  const { causes, outcomes } = await test();
  expect(causes).toEqual([]);
  for (const id of [
    '/resources/trips/members/loadCount/value',
    '/resources/trips/lifecycle/transitions/leave/from',
    '/operations/createLoad/needs/state',
    '/resources/trips.loads/members/tentId/missing',
  ])
    expect([id, outcomes.get(id)]).toEqual([id, 'confirmed']);
});

it.each([
  ['loads a trip that is gone', /createLoad was accepted, although it violates/],
  ['lets a trip leave twice', /leave was accepted although the stage is gone/],
  ['keeps an old count', /loadCount is 0, but/],
  ['keeps the sum when a load is replaced', /pieceSum is \d+, but/],
  ['replaces by an unknown tent', /replaceLoad was accepted, although it violates: tentId names one of tents/],
  ['replaces a name by a taken one', /replaceTent was accepted, although it violates: no two have the same name/],
  ['moves the time of creation', /an update also changes createdAt/],
  ['loses the note', /an update of another member changes note/],
  ['deletes twice', /a second DELETE is accepted/],
  ['loads too many pieces', /Load 20[01]: .*pieces must be at most 99/],
  ['keeps what null clears', /null does not clear note/],
  ['keeps half of a refused update', /a refused update changes title/],
  ['stores a refused creation', /a creation was refused, but the list has one more/],
  ['lists old titles', /the list shows an old value of title/],
  ['tells another Location', /Location is \/trip\/t\d+, which no operation serves/],
  ['tells a malformed Location', /Location is http:\/\/\[%t\d+, which no operation serves/],
  ['uses keys again', /a new entity gets the key of another one/],
  ['finds loads below other trips', /an entity is found below another one than its own/],
  ['exports without a key', /exportTrip is accepted without credentials/],
  ['keeps the count when a load is removed', /loadCount is \d+, but/],
  ['keeps what a replacement leaves out', /PUT keeps a member that was left out: size/],
  ['keeps a color that a replacement leaves out', /PUT keeps a member that was left out: color/],
  ['cuts long names', /the created entity has another name/],
  ['removes loads below other trips', /an entity is found below another one than its own/],
  ['lets a change set the stage', /a request sets stage, which the server sets/],
  ['forgets a filter on the next page', /the filter size=\w+ also selects an entity with size/],
] as const)('finds a server that %s', async (fault, says) => {
  expect((await test(fault)).causes).toContainEqual(expect.stringMatching(says));
});

it('finds an unchecked reference even if an invalid reference always violates another condition', async () => {
  const named = 'find("tents", self.tentId).name.size() > 0';
  const model = { ...campModel, operations: { createLoad: { needs: { named } } } };
  expect((await test('loads an unknown tent', { model })).causes).toContainEqual(
    expect.stringMatching(/createLoad was accepted, although it violates: (?:tentId names one of tents|needs find)/),
  );
});

it('reports no defect if a server updates its lists with a short delay', async () => {
  expect((await test('lists late')).causes).toEqual([]);
});

it('lists the rules left untested when the time is up', async () => {
  const { statements, causes } = await test('keeps an old count', { usedTime: () => 0.7 });
  expect(causes).toEqual([]);
  expect(new Set(statements.map(({ outcome, why }) => `${outcome} ${why}`))).toEqual(
    new Set(['untried the time was up']),
  );
});

it('stops when the time is up, even while it creates records', async () => {
  let requests = 0;
  const serve = serveCamp();
  const fetch = (...sent: Parameters<typeof serve>) => {
    requests += 1;
    return serve(...sent);
  };
  const { statements } = await test(undefined, { fetch, usedTime: () => requests / 10 });
  // What was created is still deleted.
  expect([requests < 20, statements.length > 20]).toEqual([true, true]);
});
