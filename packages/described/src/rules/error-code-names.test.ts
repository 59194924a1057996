import { describe, expect, it } from 'vitest';
import { describeText } from '../testing/serve-described.js';

/** A description of bookings whose operations answer with error codes, in sentences of any form. */
const describeBookings = (says: { readonly finish: string; readonly add: string; readonly book: string }) => `
openapi: 3.0.3
info: { title: Bookings, version: '1' }
paths:
  /rooms:
    get: { operationId: listRooms, responses: { '200': { description: Rooms, content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Room' } } } } } } }
    post:
      operationId: addRoom
      requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Room' } } } }
      responses: { '201': { description: The room, content: { application/json: { schema: { $ref: '#/components/schemas/Room' } } } } }
  /rooms/{roomId}:
    parameters: [{ name: roomId, in: path, required: true, schema: { type: string } }]
    get: { operationId: getRoom, responses: { '200': { description: The room, content: { application/json: { schema: { $ref: '#/components/schemas/Room' } } } }, '404': { description: None } } }
  /bookings:
    get: { operationId: listBookings, responses: { '200': { description: Bookings, content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Booking' } } } } } } }
    post:
      operationId: book
      description: '${says.book}'
      requestBody: { content: { application/json: { schema: { type: object, required: [roomId, startsAt], properties: { roomId: { type: string }, startsAt: { type: string, format: date-time }, durationMinutes: { type: integer, default: 30 } } } } } }
      responses: { '201': { description: Booked, content: { application/json: { schema: { $ref: '#/components/schemas/Booking' } } } }, '409': { description: The room is taken } }
  /bookings/{bookingId}:
    parameters: [{ name: bookingId, in: path, required: true, schema: { type: string } }]
    get: { operationId: getBooking, responses: { '200': { description: The booking, content: { application/json: { schema: { $ref: '#/components/schemas/Booking' } } } }, '404': { description: None } } }
  /bookings/{bookingId}/finish:
    parameters: [{ name: bookingId, in: path, required: true, schema: { type: string } }]
    post: { operationId: finishBooking, description: '${says.finish}', responses: { '200': { description: The booking, content: { application/json: { schema: { $ref: '#/components/schemas/Booking' } } } }, '404': { description: None }, '409': { description: '${says.add}' } } }
components:
  schemas:
    Room: { type: object, required: [id, name], properties: { id: { type: string, readOnly: true }, name: { type: string } } }
    Booking:
      type: object
      required: [id, roomId, startsAt, durationMinutes, endsAt, status]
      properties:
        id: { type: string, readOnly: true }
        roomId: { type: string }
        startsAt: { type: string, format: date-time }
        durationMinutes: { type: integer }
        endsAt: { type: string, format: date-time, readOnly: true, description: The start plus the duration. }
        status: { type: string, enum: [booked, checkedIn, finished, canceled], readOnly: true }
`;

async function modelOf(says: Partial<Parameters<typeof describeBookings>[0]>) {
  const all = { finish: 'The guests have left.', add: 'Not now', book: 'A new booking.', ...says };
  const described = await describeText('bookings', describeBookings(all));
  return described.writeModel().full;
}

describe('the name of an error code', () => {
  it.each([
    { add: 'Nobody is here who could leave: `bookingNotCheckedIn`' },
    { add: 'With `bookingNotCheckedIn` we tell you that nobody is in the room.' },
    { finish: 'Only somebody who is here can go. All else ends in 409, `bookingNotCheckedIn`.' },
  ])('reveals the state that an operation requires: %o', async (says) => {
    const { resources } = await modelOf(says);
    expect(Object.values(resources?.['bookings']?.lifecycle?.transitions ?? {})).toEqual([
      expect.objectContaining({ from: 'checkedIn', to: 'finished', otherwise: 'bookingNotCheckedIn' }),
    ]);
  });

  it('removes its sentence from the list of sentences that were not understood', async () => {
    const finish = 'All others are refused with 409 and `bookingNotCheckedIn`.';
    const described = await describeText('bookings', describeBookings({ finish, add: 'Not now', book: 'A booking.' }));
    expect(described.explanation.rules.unread.map(({ says }) => says)).not.toContain(finish);
  });

  it('adds no required state if it does not contain a state name', async () => {
    const { resources } = await modelOf({ add: 'With `deskIsClosed` we tell you that nobody is at the desk.' });
    expect(Object.values(resources?.['bookings']?.lifecycle?.transitions ?? {})[0]?.from).toBeUndefined();
  });
});

describe('a sentence with two clauses', () => {
  it.each([
    'A room has one guest at a time: if the new booking overlaps another one of the same room, it is refused with 409.',
    'If a room already has a booking, we refuse another one that has a day in common with it.',
  ])('rejects overlapping bookings of the same room: %s', async (book) => {
    const { resources } = await modelOf({ book });
    expect(Object.values(resources?.['bookings']?.holds ?? {}).map(({ that }) => that)).toEqual([
      expect.stringMatching(/!\(others\("bookings"\)\.exists\(other, other\.roomId == self\.roomId && .*endsAt/),
    ]);
  });
});

describe('a property name', () => {
  it('matches without its unit: "duration" means durationMinutes', async () => {
    const { resources } = await modelOf({});
    expect(resources?.['bookings']?.members?.['endsAt']?.value).toBe('self.startsAt + minutes(self.durationMinutes)');
  });
});
