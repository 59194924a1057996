import { describe, expect, it } from 'vitest';
import { type Charter, describeCharter } from '../testing/describe-charter.js';
import { describeText } from '../testing/serve-described.js';

async function modelOf(charter: Charter) {
  return (await describeText('charter', describeCharter(charter))).writeModel().full;
}

describe('the states in which an action is possible', () => {
  it.each([
    ['A trip that is in another state than `draft` is answered with 409 `wrong`.', 'draft'],
    ['If the trip is in a state other than `draft` the answer is 409 `wrong`.', 'draft'],
    ['If it is not a draft you get 409 `wrong`.', 'draft'],
    ['It is possible for drafts and for trips on hold (409 `wrong` otherwise).', ['draft', 'on_hold']],
    ['While the trip is on hold, the answer is 409 `wrong`.', ['draft', 'open', 'done', 'cancelled']],
  ])('%s', async (said, from) => {
    const { resources } = await modelOf({ says: { approve: `The trip becomes \`open\`. ${said}` } });
    expect(resources?.['trips']?.lifecycle?.transitions?.['approve']).toMatchObject({ from, to: 'open' });
  });
});

describe('the most records of one owner', () => {
  const others = (filter: string, most: number) =>
    `!(of("trips", find("boats", self.boat_id)).filter(each, ${filter}).filter(each, each.id != self.id).size() >= ${most})`;
  it.each([
    [
      'A boat can have three trips with status `draft` at a time. The fourth is refused with 409 `many`.',
      others('each.status == "draft"', 3),
    ],
    [
      'A boat may have three trips in progress, that is `open` or `on_hold`, at the same time; a fourth is refused until one of them is done (409 `many`).',
      others('each.status in ["open","on_hold"]', 3),
    ],
    [
      'No more than two trips of the same boat may be `open` at once; a third is refused with 409 and code `many` until one of the others is done.',
      others('each.status == "open"', 2),
    ],
    ['At most three open trips per boat, else 409 `many`.', others('each.status == "open"', 3)],
    [
      'A boat takes two open trips at most; attempts to book more are refused with 409 `many`.',
      others('each.status == "open"', 2),
    ],
    [
      'A boat with two open trips gets 409 `many`.',
      '!(of("trips", find("boats", self.boat_id)).filter(each, each.status == "open").size() >= 2)',
    ],
  ])('%s', async (said, condition) => {
    const { operations } = await modelOf({ says: { createTrip: said } });
    expect(operations?.['createTrip']?.needs).toEqual({ many: condition });
  });

  it('is none that a sentence only tells', async () => {
    const said = 'A boat can have three trips. It has one home. Another boat is refused with 409 `many`.';
    expect((await modelOf({ says: { createTrip: said } })).operations?.['createTrip']?.needs).toBeUndefined();
  });
});

it.each([
  'The trip must exist. If not, the answer is 422 with code `no_trip`.',
  'The trip and the boat must exist. If not, the answer is 422 with code `no_boat` or `no_trip`.',
  'The trip referred to must exist; status 422 with code `no_trip` is returned if it does not.',
  'The trip has to exist, otherwise 422 `no_trip`.',
])('an unknown reference has the code of the sentence after: %s', async (said) => {
  const { resources } = await modelOf({ says: { createEntry: said } });
  expect(resources?.['entries']?.members?.['trip_id']?.missing).toBe('no_trip');
});
