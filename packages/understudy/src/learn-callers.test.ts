import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { learnAgreement, type RecordedRow } from './testing/learn-agreement.js';
import { useResources } from './testing/use-resources.js';

const { folderWith } = useResources();

interface Gardener {
  readonly id: string;
  readonly name: string;
  readonly role: string;
  readonly town: string;
}

/** Records gardeners who sign in and book plots. Keepers add the plots and see all bookings of one. */
function record(letter: string, choices: readonly number[]): RecordedRow[] {
  const rows: RecordedRow[] = [];
  const bookings: { id: string; plotId: number; gardenerId: string; town: string; state: string }[] = [];
  const tokens = new Map<string, string>();
  const headersOf = ({ id }: Gardener) => ({ authorization: `Bearer ${tokens.get(id)}` });
  const send = (line: string, sent: object | undefined, status: number, answer: unknown, by?: Gardener) => {
    const copy = answer === undefined ? undefined : JSON.parse(JSON.stringify(answer));
    rows.push([line, sent, status, copy, by === undefined ? {} : headersOf(by)]);
  };
  const gardeners = ['keeper', 'member', 'member', 'member', 'keeper'].map((role, index): Gardener => {
    const about = { name: `Gardener ${letter}${index}`, role, town: ['Kaliningrad', 'Porto', 'Lund'][index % 3] ?? '' };
    const gardener = { id: `${letter}gd-${1000 + index * 37}`, ...about };
    send('POST /gardeners', about, 201, gardener);
    tokens.set(gardener.id, `${letter.repeat(20)}${index}f${index}e8d7c6b5a4`);
    send('POST /sign-in', { gardener_id: gardener.id, pin: 1234 }, 200, { token: tokens.get(gardener.id) });
    return gardener;
  });
  const [keeper, ...members] = gardeners;
  if (keeper === undefined) return [];
  for (const [index, choice] of choices.entries()) {
    // A minute can be equal to the number of a plot.
    const plot = { id: 41 + index, minutes: 40 + (choice % 10), keeperId: keeper.id };
    const { id, ...sent } = { id: plot.id, minutes: plot.minutes };
    send('POST /plots', sent, 201, plot, keeper);
    const member = members[choice % 3] ?? keeper;
    const other = members[(choice + 1) % 3] ?? keeper;
    send('POST /plots', { minutes: 40 }, 403, { code: 'keepers_only' }, member);
    send(`GET /plots/${id}`, undefined, 200, plot, other);
    for (const by of choice % 2 === 0 ? [member] : [member, other]) {
      const booking = { id: `${letter}bk-${7000 + bookings.length}`, plotId: id, gardenerId: by.id, town: by.town };
      bookings.push({ ...booking, state: 'booked' });
      send(`POST /plots/${id}/bookings`, undefined, 201, bookings.at(-1), by);
    }
    send(`POST /plots/${id}/bookings`, undefined, 409, { code: 'booked_already' }, member);
    const own = bookings.find((each) => each.plotId === id && each.gardenerId === member.id);
    send(`GET /bookings/${own?.id}`, undefined, 200, own, member);
    send(`GET /bookings/${own?.id}`, undefined, 404, { code: 'no_booking' }, other);
    if (own !== undefined && choice % 3 === 0) {
      own.state = 'cancelled';
      send(`DELETE /bookings/${own.id}`, undefined, 200, own, member);
      send(`GET /bookings/${own.id}`, undefined, 200, own, member);
    }
    for (const by of [member, other])
      send('GET /bookings', undefined, 200, { items: bookings.filter((each) => each.gardenerId === by.id) }, by);
  }
  return rows;
}

it('learns which caller owns a record, role permissions, and that cancelled records remain', async () => {
  const folder = await folderWith();
  const [first, second] = [record('q', [0, 1, 2, 3, 4, 6]), record('w', [5, 2, 3, 9, 1])];
  const agreement = await learnAgreement(folder, first, second);
  expect(agreement).toMatchObject({ status: agreement.exchanges, shape: agreement.exchanges, causes: [] });
  const { held, all } = agreement.relations;
  expect([held, all > 100]).toEqual([all, true]);
  const evidence = await readFile(join(folder, 'learned', 'evidence.md'), 'utf8');
  const user = 'meta(headers.authorization).sent.gardener_id';
  for (const said of [
    `gardenerId = ${user}`,
    `town = meta(${user}).`,
    `only gardenerId ${user}`,
    `.gardenerId == ${user}`,
    `o.gardenerId == ${user}`,
    'act bookings',
  ])
    expect(evidence).toContain(said);
  expect(evidence).toMatch(
    /meta\(meta\(headers\.authorization\)\.sent\.gardener_id\)\.\w+\.role == "(?:member|keeper)"/,
  );
}, 120_000);
