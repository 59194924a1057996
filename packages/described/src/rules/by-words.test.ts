import { describe, expect, it } from 'vitest';
import { describeRentals } from '../testing/describe-rentals.js';
import { describeText } from '../testing/serve-described.js';

/** The value of a member of the tool library that a description says. */
async function read(member: string, says: string) {
  const { api, ...described } = await describeText('rentals', describeRentals({ members: { [member]: says } }));
  const [kind = '', name = ''] = member.split('.');
  return [api.name, described.writeModel().full.resources?.[kind]?.members?.[name]?.value][1];
}

describe('a record count in a description', () => {
  it.each([
    ['Rentals of the member, closed ones excluded.', '!(each.status == "closed")'],
    ['How many rentals the member has; closed rentals do not count.', '!(each.status == "closed")'],
    ['Rentals that the member has not closed.', '!(each.status == "closed")'],
    ["The member's late rentals, counted.", 'each.status == "late"'],
    ['How many rentals the member has that are late or open.', 'each.status in ["late","open"]'],
  ])('is parsed: %s', async (says, filter) => {
    expect(await read('members.openRentals', says)).toBe(`of("rentals").filter(each, ${filter}).size()`);
  });

  it.each([
    'Rentals that the member likes.',
    'How many rentals of another member there are.',
    'The number of rentals of the member for one tool.',
    'The number of purchases of the member.',
  ])('is ignored if a part of it is not understood: %s', async (says) => {
    expect(await read('members.openRentals', says)).toBeUndefined();
  });
});

describe('a formula in a description', () => {
  it.each([
    ['The result of multiplying `days` by `dailyPrice`.', 'round(self.days * self.dailyPrice)'],
    ['Subtract `dailyPrice` from `days`.', 'round(self.days - self.dailyPrice)'],
    ['Take `days`, multiply by `dailyPrice`.', 'round(self.days * self.dailyPrice)'],
    ['Each day adds 5, up to a maximum of 60.', 'round(min(5 * self.days, 60))'],
    ['`days` with `dailyPrice` added.', 'round(self.days + self.dailyPrice)'],
  ])('is parsed: %s', async (says, value) => {
    expect(await read('rentals.price', says)).toBe(value);
  });

  it.each([
    [
      '`startedOn` plus 14 days, plus 2 more days for every extension.',
      'self.startedOn + days(14) + days(2 * self.extensions)',
    ],
    [
      'Two weeks after `startedOn`, and 2 days later with each extension.',
      'self.startedOn + days(14) + days(2 * self.extensions)',
    ],
    ['`startedOn` increased by `days` days.', 'self.startedOn + days(self.days)'],
  ])('is parsed for a date: %s', async (says, value) => {
    expect(await read('rentals.dueOn', says)).toBe(value);
  });
});

describe('a state entered once a date has passed', () => {
  const late = '`late` once `dueOn` has passed.';
  const transitionsOf = async (dueOn: string) => {
    const described = await describeText(
      'rentals',
      describeRentals({ members: { 'rentals.status': late, 'rentals.dueOn': dueOn } }),
    );
    return described.writeModel().full.resources?.['rentals']?.lifecycle?.transitions ?? {};
  };

  it('has a timed transition if the date is computed', async () => {
    expect(await transitionsOf('`startedOn` plus 14 days.')).toHaveProperty('late.when');
  });

  it('has no timed transition if nothing sets the date', async () => {
    expect(await transitionsOf('Agreed with the member at the desk.')).not.toHaveProperty('late.when');
  });
});

it('a restriction with an exception is not parsed as a condition for every caller', async () => {
  const given = 'If the member is blocked, the only person who can rent is the warden.';
  const described = await describeText('rentals', describeRentals({ rent: given, refused: 'Not now.' }));
  const { operations = {} } = described.writeModel().full;
  expect(JSON.stringify(Object.values(operations).map((each) => each.needs))).not.toContain('blocked');
});

it('a sentence about a failure does not restrict the states in which an action is allowed', async () => {
  const giveBack = 'If the payment fails, the rental will transition to the late status.';
  const described = await describeText('rentals', describeRentals({ giveBack, notGivenBack: 'Not now.' }));
  const { transitions = {} } = described.writeModel().full.resources?.['rentals']?.lifecycle ?? {};
  expect(Object.values(transitions).map(({ from }) => from)).toEqual(Object.values(transitions).map(() => undefined));
});
