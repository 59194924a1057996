import { expect, it } from 'vitest';
import { describeClub } from '../testing/describe-club.js';
import { describeText } from '../testing/serve-described.js';

const text = { type: 'string' };
const moment = { type: 'string', format: 'date-time' };

/** The conditions of a new visit, and of the deletion of a room, by their codes. */
async function conditionsOf(onCreate: string, onDelete: string) {
  const { writeModel } = await describeText(
    'visits',
    describeClub({
      rooms: { properties: { name: text, isClosed: { type: 'boolean' } }, onDelete: { '409': onDelete } },
      vets: { properties: { name: text, status: { type: 'string', enum: ['working', 'away'] } } },
      visits: {
        properties: {
          ...{ roomId: text, vetId: text, startsAt: moment, endsAt: moment },
          status: { type: 'string', enum: ['booked', 'finished', 'cancelled'] },
        },
        onCreate: { '409': onCreate },
      },
    }),
  );
  const { operations, resources } = writeModel().full;
  const holds = Object.entries(resources?.['visits']?.holds ?? {}).map(([name, { that }]) => [name, that]);
  return {
    create: { ...operations?.['create-visits']?.needs, ...Object.fromEntries(holds) },
    drop: operations?.['delete-rooms']?.needs ?? {},
  };
}

const overlaps = (member: string) =>
  expect.stringMatching(new RegExp(`other\\.${member} == self\\.${member} .*startsAt`));

it.each([
  [
    '`room_busy` or `vet_busy`: one of them is occupied',
    { room_busy: overlaps('roomId'), vet_busy: overlaps('vetId') },
  ],
  ['`vetUnavailable`, `roomTaken`', { vetUnavailable: overlaps('vetId'), roomTaken: overlaps('roomId') }],
  ['`vet_booked` when the vet already has a visit then', { vet_booked: overlaps('vetId') }],
  ['`vet_away`', { vet_away: expect.stringContaining('.status == "away"') }],
  ['`room_closed`: the room is closed', { room_closed: expect.stringContaining('.isClosed == true') }],
  ['`too_late`', {}],
  ['`limit_reached`, `no_luck`', {}],
])('derives the conditions of a create operation from error codes: %s', async (says, found) => {
  expect((await conditionsOf(says, 'Not now.')).create).toEqual(found);
});

const none = 'of("visits").size() == 0';
const noneBooked = 'of("visits").filter(each, each.status == "booked").size() == 0';

it.each([
  ['`room_in_use`', { room_in_use: none }],
  ['`room_has_visits`: we keep what has a visit to its name, whatever became of it', { room_has_visits: none }],
  ['`has_booked_visits`', { has_booked_visits: noneBooked }],
  ['At least one visit in this room is `booked` (`room_in_use`).', { room_in_use: noneBooked }],
  ['`room_in_use` as long as a booked visit takes place in it', {}],
  ['`not_now`', {}],
])('derives the conditions of a delete operation from error codes: %s', async (says, found) => {
  expect((await conditionsOf('Not now.', says)).drop).toEqual(found);
});
