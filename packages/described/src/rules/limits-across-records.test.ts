import { describe, expect, it } from 'vitest';
import { createSender, describeText, emptySandbox, serveDescribed } from '../testing/serve-described.js';

interface Said {
  /** Of the operation that books, and of its 409. */
  readonly book?: string;
  readonly refused: string;
  /** Of the 409 of the operation that moves a booking. */
  readonly moved?: string;
}

const text = { type: 'string' };
const count = { type: 'integer', readOnly: true };
const moment = { type: 'string', format: 'date-time' };
const json = (schema: object) => ({ 'application/json': { schema } });
const object = (properties: object, required: readonly string[] = []) => ({ type: 'object', properties, required });

/** Describes a pottery: potters book a wheel in a course. */
function describePottery({ book = '', refused, moved }: Said) {
  const level = { enum: ['new', 'skilled'] };
  const course = { code: text, name: text, level, maxPlaces: { type: 'integer' } };
  const potter = {
    name: text,
    level,
    leftOn: { type: ['string', 'null'], format: 'date' },
    outstanding: { type: 'number' },
  };
  const place = { startsAt: moment, endsAt: moment, wheel: { type: 'integer' } };
  const booking = {
    potterId: text,
    course: { ...text, description: 'Code of the course.' },
    technique: text,
    ...place,
  };
  const schemas = {
    Course: object(
      {
        ...course,
        status: { enum: ['open', 'archived'] },
        takenPlaces: { ...count, description: 'Number of bookings.' },
      },
      ['code', 'status'],
    ),
    Potter: object({ id: text, ...potter, bookedBookings: count, bookings: count }, ['id']),
    Booking: object({ id: text, ...booking, status: { enum: ['booked', 'attended', 'cancelled'] } }, ['id', 'status']),
  };
  const shown = (kind: string, status = '200') => ({
    [status]: { description: 'It', content: json({ $ref: `#/components/schemas/${kind}` }) },
  });
  const conflict = (description: string) => ({
    '409': { description, content: json(object({ code: text }, ['code'])) },
  });
  const create = (kind: string, properties: object, more: object = {}) => ({
    get: {
      operationId: `list${kind}s`,
      responses: {
        '200': {
          description: 'All',
          content: json({ type: 'array', items: { $ref: `#/components/schemas/${kind}` } }),
        },
      },
    },
    post: {
      operationId: `create${kind}`,
      requestBody: { content: json(object(properties)) },
      responses: shown(kind, '201'),
      ...more,
    },
  });
  const own = (name: string) => [{ name, in: 'path', required: true, schema: text }];
  const act = (operationId: string, kind: string, key: string, description: string) => ({
    post: { operationId, description, parameters: own(key), responses: shown(kind) },
  });
  return {
    openapi: '3.1.0',
    info: { title: 'Pottery', version: '1' },
    paths: {
      '/courses': create('Course', course),
      '/courses/{code}/archive': act('archiveCourse', 'Course', 'code', 'The course becomes `archived`.'),
      '/potters': create('Potter', potter),
      '/potters/{id}': { get: { operationId: 'getPotter', parameters: own('id'), responses: shown('Potter') } },
      '/bookings': create('Booking', booking, {
        description: book,
        responses: { ...shown('Booking', '201'), ...conflict(refused) },
      }),
      '/bookings/{id}': {
        patch: {
          operationId: 'moveBooking',
          parameters: own('id'),
          requestBody: { content: json(object(place)) },
          responses: { ...shown('Booking'), ...(moved === undefined ? {} : conflict(moved)) },
        },
        get: { operationId: 'getBooking', parameters: own('id'), responses: shown('Booking') },
      },
      '/bookings/{id}/cancel': act('cancelBooking', 'Booking', 'id', 'The booking becomes `cancelled`.'),
    },
    components: { schemas },
  };
}

async function serve(said: Said) {
  const { api } = await describeText('pottery', describePottery(said));
  const call = createSender(await serveDescribed(api));
  const potter = async (more: object = {}) =>
    (await call('POST /potters', { name: 'Ada', outstanding: 0, ...more })).body;
  for (const code of ['clay', 'glaze']) await call('POST /courses', { code, name: code });
  const { id: potterId } = await potter();
  let hour = 10;
  const book = async (more: object = {}) => {
    hour += 1;
    const times = { startsAt: `2026-03-01T${hour}:00:00Z`, endsAt: `2026-03-01T${hour}:45:00Z` };
    const booking = { potterId, course: 'clay', technique: 'Coil', wheel: 1, ...times };
    return await call('POST /bookings', { ...booking, ...more });
  };
  return { call, potter, book };
}

describe('a booking for an archived course or a departed potter', () => {
  it.each([
    '`course_archived` - the course is off the programme.',
    'The course is archived (`course_archived`).',
    'An archived course takes no bookings (`course_archived`).',
    'Bookings for an archived course are refused (`course_archived`).',
    'The course has been archived (`course_archived`).',
    'The booking is for a course that is archived (`course_archived`).',
  ])('is rejected: %s', async (refused) => {
    const { call, book } = await serve({ refused });
    expect((await book()).status).toBe(201);
    await call('POST /courses/clay/archive');
    expect(await book()).toMatchObject({ status: 409, body: { code: 'course_archived' } });
    expect((await book({ course: 'glaze' })).status).toBe(201);
  });

  it.each([
    'The potter has left (`potterLeft`).',
    '`potterLeft` – the potter has gone away.',
    'No bookings for a potter who has left (`potterLeft`).',
  ])('is rejected if the date leftOn is set: %s', async (refused) => {
    const { potter, book } = await serve({ refused });
    expect((await book()).status).toBe(201);
    const gone = await potter({ leftOn: '2026-01-01' });
    expect(await book({ potterId: gone.id })).toMatchObject({ status: 409, body: { code: 'potterLeft' } });
  });
});

describe('a booking for a potter who owes too much', () => {
  it.each([
    'The potter has more than 50.00 `outstanding` (`account_blocked`).',
    'The potter has over 50 outstanding (`account_blocked`).',
    'The potter owes more than 50 (`account_blocked`).',
    "The potter's `outstanding` is above 50.00 (`account_blocked`).",
    'More than 50.00 is outstanding for the potter (`account_blocked`).',
    'The outstanding amount of the potter exceeds 50.00 (`account_blocked`).',
    'The potter has an `outstanding` of more than 50 (`account_blocked`).',
    '`account_blocked` if the potter still has to pay more than 50.00',
  ])('is rejected: %s', async (refused) => {
    const { potter, book } = await serve({ refused });
    const [rich, poor] = [await potter({ outstanding: 50 }), await potter({ outstanding: 50.01 })];
    expect((await book({ potterId: rich.id })).status).toBe(201);
    expect(await book({ potterId: poor.id })).toMatchObject({ status: 409, body: { code: 'account_blocked' } });
  });
});

describe('a second active booking with the same values', () => {
  it.each([
    'The potter has a booking of this course that is not cancelled (`twice`).',
    'The potter has a `booked` booking for the same course (`twice`).',
    'The potter already has a booked booking in this course (`twice`).',
    'There is a booked booking of the potter in the course already (`twice`).',
    'A potter can have one booked booking per course (`twice`).',
    'Another booked booking of the potter has the same course (`twice`).',
  ])('is rejected if both references are the same: %s', async (refused) => {
    const { call, potter, book } = await serve({ refused });
    const { body: first } = await book();
    expect(await book()).toMatchObject({ status: 409, body: { code: 'twice' } });
    expect((await book({ course: 'glaze' })).status).toBe(201);
    const other = await potter();
    expect((await book({ potterId: other.id })).status).toBe(201);
    await call(`POST /bookings/${first.id}/cancel`);
    expect((await book()).status).toBe(201);
  });

  it.each([
    'The potter has a `booked` booking with the same technique (`twice`).',
    'Either the potter has left (`gone`), or they have a `booked` booking for the same technique, no matter how it is capitalised (`twice`).',
    'The potter has a booked booking of the same `technique`, in whatever capitals (`twice`).',
  ])('is rejected if the technique is the same, ignoring case: %s', async (refused) => {
    const { call, potter, book } = await serve({ refused });
    const { body: first } = await book();
    expect(await book({ technique: 'COIL' })).toMatchObject({ status: 409, body: { code: 'twice' } });
    expect((await book({ technique: 'Slab' })).status).toBe(201);
    expect((await book({ potterId: (await potter()).id })).status).toBe(201);
    await call(`POST /bookings/${first.id}/cancel`);
    expect((await book()).status).toBe(201);
  });
});

describe('overlapping time ranges of the same wheel', () => {
  const times = (from: string, to: string) => ({ startsAt: `2026-04-01T${from}:00Z`, endsAt: `2026-04-01T${to}:00Z` });

  it.each([
    ['A wheel takes one potter at a time.', '`taken` – the wheel is in use at that time.'],
    ['Two bookings of one wheel must not overlap. Cancelled ones do not count.', 'Not booked (`taken`).'],
    ['Two bookings with the same wheel must not overlap, or you see a 409 `taken`.', 'Not booked.'],
    ['A wheel is used once at a time: overlapping another booking of the wheel is a 409 `taken`.', 'Not booked.'],
    ['Bookings of the same wheel cannot overlap - otherwise 409 `taken`.', 'Not booked.'],
    ['Overlapping an existing booking of the same wheel is a 409 `taken`.', 'Not booked.'],
    ['', 'The wheel is taken at that time (`taken`).'],
    ['', 'The wheel is booked already in that period (`taken`).'],
    ['', 'Another booking of the same wheel overlaps (`taken`).'],
    ['', 'The times overlap with those of another booking on this wheel (`taken`).'],
    ['', 'The wheel is not free at that time (`taken`).'],
    ['', 'The wheel is occupied (`taken`).'],
  ])('are rejected: %s %s', async (said, refused) => {
    const { call, book } = await serve({ book: said, refused, moved: 'The wheel is in use (`taken`).' });
    const { body: first } = await book(times('10:00', '11:00'));
    expect(await book(times('10:30', '11:30'))).toMatchObject({ status: 409, body: { code: 'taken' } });
    const { body: next } = await book(times('11:00', '12:00'));
    expect((await book({ ...times('10:30', '11:30'), wheel: 2 })).status).toBe(201);
    const move = async (more: object) => (await call(`PATCH /bookings/${next.id}`, more)).status;
    expect([await move(times('10:45', '11:30')), await move(times('11:15', '12:15'))]).toEqual([409, 200]);
    await call(`POST /bookings/${first.id}/cancel`);
    expect([await move(times('10:45', '11:30')), (await book(times('10:00', '10:30'))).status]).toEqual([200, 201]);
    expect((await call(`PATCH /bookings/${first.id}`, times('10:00', '10:40'))).status).toBe(200);
  });
});

it.each([
  'Course and potter have different levels (`level_mismatch`).',
  'The course and the potter have different levels (`level_mismatch`).',
  'The level of the course is not that of the potter (`level_mismatch`).',
  'The levels of the course and of the potter differ (`level_mismatch`).',
  'The potter has another level than the course (`level_mismatch`).',
])('rejects a booking if course and potter have different levels: %s', async (refused) => {
  const { call, potter, book } = await serve({ refused });
  await call('POST /courses', { code: 'porcelain', level: 'skilled' });
  const [beginner, skilled] = [await potter({ level: 'new' }), await potter({ level: 'skilled' })];
  expect(await book({ course: 'porcelain', potterId: beginner.id })).toMatchObject({
    status: 409,
    body: { code: 'level_mismatch' },
  });
  expect((await book({ course: 'porcelain', potterId: skilled.id })).status).toBe(201);
});

it('demo records satisfy the rule that course and potter have the same level', async () => {
  const refused = 'Course and potter have different levels (`level_mismatch`).';
  const { api } = await describeText('pottery', describePottery({ refused }));
  const call = createSender(
    await serveDescribed(api, { sandbox: { ...emptySandbox, seed: { pottery: { '*': 12 } } } } as never),
  );
  type Shown = Readonly<Record<string, unknown>>;
  const [courses, potters, bookings]: readonly Shown[][] = await Promise.all(
    ['courses', 'potters', 'bookings'].map(async (path) => (await call(`GET /${path}`)).body),
  );
  const levels = bookings?.map(({ course, potterId }) => [
    courses?.find(({ code }) => code === course)?.['level'],
    potters?.find(({ id }) => id === potterId)?.['level'],
  ]);
  expect(levels?.length).toBeGreaterThan(5);
  for (const [ofCourse, ofPotter] of levels ?? []) expect(ofCourse).toBe(ofPotter);
});

it.each([
  'The course has been taken as often as it may be (`full`).',
  'The course has reached its maximum of places (`full`).',
  'The course has been taken as many times as it can (`full`).',
])('rejects a booking when the course is full: %s', async (refused) => {
  const { call, book } = await serve({ refused });
  await call('POST /courses', { code: 'raku', maxPlaces: 1 });
  expect((await book({ course: 'raku' })).status).toBe(201);
  expect(await book({ course: 'raku' })).toMatchObject({ status: 409, body: { code: 'full' } });
  expect((await book()).status).toBe(201);
});

it('bookedBookings counts only bookings in the state "booked"', async () => {
  const { call, potter, book } = await serve({ refused: 'Not now.' });
  const { id } = await potter();
  const { body: first } = await book({ potterId: id });
  await book({ potterId: id });
  await call(`POST /bookings/${first.id}/cancel`);
  expect((await call(`GET /potters/${id}`)).body).toMatchObject({ bookedBookings: 1, bookings: 2 });
});

it.each([
  'The potter may have left (`gone`).',
  'Course and potter have different tastes (`taste`).',
  'You have booked too much (`much`).',
  'The wheel is dirty (`dirty`).',
  'Somebody else was faster (`late`).',
])('reads no limit from: %s', async (refused) => {
  const { potter, book } = await serve({ refused });
  const gone = await potter({ leftOn: '2026-01-01', outstanding: 900 });
  expect([await book(), await book(), await book({ potterId: gone.id })].map(({ status }) => status)).toEqual([
    201, 201, 201,
  ]);
});
