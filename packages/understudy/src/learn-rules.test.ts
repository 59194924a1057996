import { expect, it } from 'vitest';
import { learnAgreement, type RecordedRow as Row } from './testing/learn-agreement.js';
import { useResources } from './testing/use-resources.js';

const { folderWith } = useResources();

interface Call {
  readonly method: string;
  readonly path: readonly string[];
  readonly body: Readonly<Record<string, unknown>>;
  /** A number that no other recording has, for ids. */
  readonly number: number;
  readonly at: string;
}

type Answer = readonly [status: number, body?: unknown];
type Send = (line: string, sent?: Record<string, unknown>) => Record<string, string>;

/** Records what a client sends to a service. */
function record(from: number, service: () => (call: Call) => Answer, client: (send: Send) => void): Row[] {
  const rows: Row[] = [];
  const answer = service();
  client((line, sent) => {
    const [method = '', url = ''] = line.split(' ');
    const at = new Date(Date.UTC(2026, 0, 1) + rows.length * 1000).toISOString();
    const path = url.split('/').slice(1);
    const [status, body] = answer({ method, path, body: sent ?? {}, number: from + rows.length, at });
    // Later changes of a record are not in this response.
    const shown = body === undefined ? undefined : JSON.parse(JSON.stringify(body));
    rows.push([line, sent, status, shown]);
    return shown;
  });
  return rows;
}

/** @param client sends other requests in the second recording, if its number is used */
async function expectAgreement(
  service: () => (call: Call) => Answer,
  client: (send: Send, recording: number) => void,
): Promise<{ readonly held: number; readonly all: number }> {
  const [first, second] = [1, 5000].map((from, index) => record(from, service, (send) => client(send, index)));
  const { exchanges, status, shape, relations, values, causes } = await learnAgreement(
    await folderWith(),
    first ?? [],
    second ?? [],
  );
  expect(causes).toEqual([]);
  expect([status, shape, relations.held]).toEqual([exchanges, exchanges, relations.all]);
  return values;
}

const idOf = (prefix: string, number: number) => `${prefix}_${(number * 7919 + 1_000_000).toString(36)}`;

interface Slot {
  id: string;
  court: string;
  from: string;
  to: string;
  state: string;
}

it('learns unique names, forbidden overlaps of ranges, and states that a list omits', async () => {
  const service = () => {
    const courts = new Map<string, { id: string; name: string }>();
    const slots = new Map<string, Slot>();
    return ({ method, path: [kind, id = '', action], body, number }: Call): Answer => {
      if (kind === 'courts' && method === 'POST') {
        const name = String(body['name']);
        if ([...courts.values()].some((each) => each.name === name)) return [409, { code: 'name_taken' }];
        const court = { id: idOf('crt', number), name };
        courts.set(court.id, court);
        return [201, court];
      }
      const live = [...slots.values()].filter(({ state }) => state === 'live');
      if (kind === 'courts') return [200, { slots: live.filter(({ court }) => court === id) }];
      if (method === 'POST' && id === '') {
        const [court, from, to] = [body['court'], body['from'], body['to']].map(String);
        if (live.some((each) => each.court === court && each.from < String(to) && String(from) < each.to))
          return [409, { code: 'overlap' }];
        const slot = {
          id: idOf('slt', number),
          court: String(court),
          from: String(from),
          to: String(to),
          state: 'live',
        };
        slots.set(slot.id, slot);
        return [201, slot];
      }
      const slot = slots.get(id);
      if (slot === undefined) return [404, { code: 'no_slot' }];
      if (action === 'drop') slot.state = 'dropped';
      return [200, slot];
    };
  };
  await expectAgreement(service, (send) => {
    const day = (hour: number) => `2026-03-01T${String(hour).padStart(2, '0')}:00:00Z`;
    for (let index = 0; index < 6; index += 1) {
      const court = send('POST /courts', { name: `Court ${index}` })['id'];
      send('POST /courts', { name: `Court ${index}` });
      const [first] = [
        [9, 11],
        [11, 13],
        [10, 12],
        [8, 14],
        [13, 15],
        [14, 16],
      ].map(([from = 0, to = 0]) => send('POST /slots', { court, from: day(from), to: day(to) }));
      send(`GET /courts/${court}/slots`);
      send(`POST /slots/${first?.['id']}/drop`);
      send(`GET /slots/${first?.['id']}`);
      send(`GET /courts/${court}/slots`);
      send('POST /slots', { court, from: day(10), to: day(11) });
    }
  });
}, 120_000);

it('learns additional records that a request creates', async () => {
  const service = () => {
    const purses = new Map<string, { id: string; owner: string; coins: number }>();
    const entries: { entryId: string; purse: string; coins: number; giftId: string; at: string }[] = [];
    return ({ method, path: [kind, id = '', part], body, number, at }: Call): Answer => {
      if (kind === 'purses' && method === 'POST') {
        const purse = { id: idOf('prs', number), owner: String(body['owner']), coins: 100 };
        purses.set(purse.id, purse);
        return [201, purse];
      }
      if (kind === 'purses' && part === 'entries')
        return [200, { entries: entries.filter(({ purse }) => purse === id), count: 1 }];
      if (kind === 'purses') return [200, purses.get(id)];
      const [from, to, coins] = [String(body['from']), String(body['to']), Number(body['coins'])];
      const gift = { id: idOf('gft', number), from, to, coins, at };
      const shared = { giftId: gift.id, at };
      entries.push(
        { entryId: idOf('ent', number), purse: from, coins: -coins, ...shared },
        { entryId: idOf('enu', number), purse: to, coins, ...shared },
      );
      for (const [purse, change] of [
        [from, -coins],
        [to, coins],
      ] as const) {
        const own = purses.get(purse);
        if (own !== undefined) own.coins += change;
      }
      return [201, gift];
    };
  };
  await expectAgreement(service, (send) => {
    let before = send('POST /purses', { owner: 'first' })['id'];
    for (let index = 0; index < 6; index += 1) {
      const purse = send('POST /purses', { owner: `owner ${index}` })['id'];
      send('POST /gifts', { from: purse, to: before, coins: 3 + index });
      send(`GET /purses/${purse}`);
      send(`GET /purses/${before}`);
      // Most entries of the first purses are never shown.
      if (index > 2) send(`GET /purses/${before}/entries`);
      if (index > 1) send(`GET /purses/${purse}/entries`);
      before = purse;
    }
  });
}, 120_000);

it('learns nested records that have their own path', async () => {
  const service = () => {
    const boards: { id: number; title: string }[] = [];
    const cards: { id: number; board: number; text: string; done: boolean }[] = [];
    return ({ method, path: [kind, id = '', part], body }: Call): Answer => {
      if (kind === 'boards' && part === undefined) {
        boards.push({ id: boards.length + 1, title: String(body['title']) });
        return [201, boards.at(-1)];
      }
      if (kind === 'boards' && method === 'POST') {
        cards.push({ id: 101 + cards.length, board: Number(id), text: String(body['text']), done: false });
        return [201, cards.at(-1)];
      }
      if (kind === 'boards') return [200, { cards: cards.filter(({ board }) => board === Number(id)) }];
      const card = cards.find((each) => each.id === Number(id));
      if (card === undefined) return [404, { code: 'no_card' }];
      if (part === 'finish') card.done = true;
      return [200, card];
    };
  };
  await expectAgreement(service, (send) => {
    for (let index = 0; index < 5; index += 1) {
      const board = send('POST /boards', { title: `Board ${index}` })['id'];
      const [one, two] = ['a', 'b'].map(
        (text) => send(`POST /boards/${board}/cards`, { text: `${text}${index}` })['id'],
      );
      send(`POST /cards/${one}/finish`);
      send(`GET /cards/${one}`);
      send(`GET /cards/${two}`);
      send(`GET /boards/${board}/cards`);
      send('GET /cards/999999');
    }
  });
}, 120_000);

it('learns prices per night, and the value named in an error', async () => {
  const prices: Readonly<Record<string, number>> = { dog: 32.5, cat: 21, rabbit: 12.25 };
  const service = () => {
    const pets = new Map<string, { id: string; owner: string; name: unknown; species: string }>();
    const stays = new Map<string, { id: string; pet: string; total: number }>();
    return ({ method, path: [kind, id = '', part], body, number }: Call): Answer => {
      if (kind === 'owners' && part === undefined) return [201, { id: idOf('own', number), name: body['name'] }];
      if (kind === 'owners') {
        const species = String(body['species']);
        if (prices[species] === undefined) return [422, { message: 'species must be dog, cat or rabbit' }];
        const pet = { id: idOf('pet', number), owner: id, name: body['name'], species };
        pets.set(pet.id, pet);
        return [201, pet];
      }
      if (method === 'GET') return stays.has(id) ? [200, stays.get(id)] : [404, { message: 'There is no such stay' }];
      const { species } = pets.get(String(body['pet'])) ?? {};
      if (species === undefined) return [422, { message: 'There is no such animal' }];
      const [from, until] = [String(body['from']), String(body['until'])];
      const nights = (Date.parse(until) - Date.parse(from)) / 86_400_000;
      const night = prices[species] ?? 0;
      const stay = {
        id: idOf('sty', number),
        pet: String(body['pet']),
        from,
        until,
        nights,
        night,
        total: nights * night,
        note: body['note'] ?? null,
      };
      stays.set(stay.id, stay);
      return [201, stay];
    };
  };
  const day = (count: number) => new Date(Date.UTC(2027, 2, count)).toISOString().slice(0, 10);
  const values = await expectAgreement(service, (send, recording) => {
    const shift = 3 * recording;
    for (const [index, species] of ['dog', 'cat', 'rabbit', 'cat', 'dog', 'rabbit', 'cat'].entries()) {
      const owner = send('POST /owners', { name: `Owner ${index}` })['id'];
      const pet = send(`POST /owners/${owner}/pets`, { name: `Pet ${index}`, species })['id'];
      if (index === 2) send(`POST /owners/${owner}/pets`, { name: 'Slim', species: 'snake' });
      if (index === 4 && recording > 0) send(`POST /owners/${owner}/pets`, { name: 'Hoppel', species: 'rabbit' });
      const from = 1 + index * 2 + shift;
      const range = { from: day(from), until: day(from + 1 + ((index * 5 + shift) % 11)) };
      if (index === 3) send('POST /stays', { pet: 'nobody', ...range, note: 'Shy' });
      const stay = send('POST /stays', { pet, ...range, ...(index === 5 && recording > 0 ? { note: 'Brave' } : {}) });
      send(`GET /stays/${stay['id']}`);
    }
  });
  expect(values.held).toBe(values.all);
}, 120_000);
