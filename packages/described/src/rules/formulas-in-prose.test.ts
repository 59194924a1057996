import { expect, it } from 'vitest';
import { describeHarbour } from '../testing/describe-harbour.js';
import { describeText } from '../testing/serve-described.js';

const whole = { type: 'integer' };
const day = { type: 'string', format: 'date' };
const moment = { type: 'string', format: 'date-time' };
const flag = { type: 'boolean' };
const text = { type: 'string' };
const number = { type: 'number' };
const nullable = (schema: { type: string }) => ({ ...schema, type: [schema.type, 'null'] });

type Schema = Readonly<Record<string, unknown>>;
type Row = readonly [resource: string, schema: Schema, says: string];

/** The value that a model has for a member of each row, and with `on` when it is computed. */
async function valuesOf(rows: readonly Row[], ...further: readonly 'on'[]) {
  const more: Record<string, Record<string, Schema>> = { bills: { dueOn: day }, trips: { returnedAt: moment } };
  for (const [index, [resource, schema, description]] of rows.entries())
    more[resource] = { ...more[resource], [`r${index}`]: { ...schema, description } };
  const { writeModel } = await describeText('harbour', describeHarbour(more));
  const { resources } = writeModel().full;
  return rows.map(([resource, , says], index) => {
    const member = resources?.[resource]?.members?.[`r${index}`];
    return [says, member?.value, ...further.map((each) => member?.[each])];
  });
}

const read: readonly (readonly [...Row, value: string])[] = [
  ['bills', whole, '`net` plus `vat`.', 'round(self.net + self.vat)'],
  ['bills', whole, 'Net and VAT together.', 'round(self.net + self.vat)'],
  ['bills', whole, '`net` and `vat` together.', 'round(self.net + self.vat)'],
  ['bills', whole, 'Net amount plus tax: `net` + `vat`.', 'round(self.net + self.vat)'],
  ['bills', whole, 'What `net` and `vat` come to.', 'round(self.net + self.vat)'],
  ['bills', whole, 'Total of `net` and `vat`.', 'round(self.net + self.vat)'],
  ['bills', whole, '`total` less `paid`.', 'round(self.total - self.paid)'],
  ['bills', whole, 'Left to pay: `total` minus `paid`.', 'round(self.total - self.paid)'],
  ['bills', whole, 'Left to pay.', 'self.outstanding'],
  ['bills', whole, 'What is left to pay.', 'self.outstanding'],
  ['bills', whole, 'Amount that is still to be paid.', 'self.outstanding'],
  [
    'bills',
    whole,
    'Total less `credit_applied` while the bill is open. 0 when it is paid or void.',
    'round(self.status in ["paid","void"] ? 0 : self.total - self.credit_applied)',
  ],
  [
    'bills',
    whole,
    'Total less `credit_applied`. 0 once the bill is paid.',
    'round(self.status == "paid" ? 0 : self.total - self.credit_applied)',
  ],
  [
    'bills',
    whole,
    'Total less `credit_applied`; 0 for void bills.',
    'round(self.status == "void" ? 0 : self.total - self.credit_applied)',
  ],
  ['bills', whole, '20 percent of `net`, rounded down to the cent.', 'floor(self.net * 20 / 100)'],
  ['bills', whole, '20 % of `net`, rounded up.', 'ceil(self.net * 20 / 100)'],
  ['bills', whole, '19 % VAT on `net`.', 'round(self.net * 19 / 100)'],
  ['bills', whole, '20 per cent of the net.', 'round(self.net * 20 / 100)'],
  [
    'bills',
    whole,
    'A flat 20 per cent of the net, rounded to the cent, half a cent upwards.',
    'round(self.net * 20 / 100)',
  ],
  ['bills', whole, 'A fixed 20 % of the net (half a cent up).', 'round(self.net * 20 / 100)'],
  ['bills', whole, 'The part of the total that is not paid yet.', 'self.outstanding'],
  ['bills', whole, 'The share of the total still to be paid.', 'self.outstanding'],
  ['sailors', whole, 'Sum of the totals of its bills over all jobs.', 'round(of("bills").map(each, each.total).sum())'],
  [
    'sailors',
    number,
    'The plain average of the `total` of its bills; null without a bill.',
    'round(of("bills").map(each, each.total).avg(), 2)',
  ],
  [
    'sailors',
    number,
    'The arithmetic mean of the totals of its bills.',
    'round(of("bills").map(each, each.total).avg(), 2)',
  ],
  [
    'bills',
    number,
    '`net` makes up one half of the score, `vat` three tenths, `paid` two tenths.',
    'round(self.net * 0.5 + self.vat * 0.3 + self.paid * 0.2, 2)',
  ],
  ['bills', number, 'Net counts for 60 percent, VAT for 40 percent.', 'round(self.net * 0.6 + self.vat * 0.4, 2)'],
  ['articles', text, 'The letters at the start of the name, up to the first hyphen.', 'self.name.split("-").first()'],
  ['articles', text, 'What stands before the first slash in the name.', 'self.name.split("/").first()'],
  ['articles', text, 'The part of the name behind the @.', 'self.name.split("@").last()'],
  ['bills', whole, 'A tenth of `net`, rounded down.', 'floor((self.net) / 10)'],
  ['bills', whole, 'Half of the total.', 'round((self.total) / 2)'],
  [
    'bills',
    whole,
    "The sailor's `rebatePercent` of the material total of the job, rounded down to the cent. Work is not reduced.",
    'floor(find("jobs", self.jobId).materialTotal * find("sailors", self.sailorId).rebatePercent / 100)',
  ],
  [
    'bills',
    whole,
    'Material total plus work total, less the rebate.',
    'round(find("jobs", self.jobId).materialTotal + find("jobs", self.jobId).workTotal - self.rebate)',
  ],
  ['bills', whole, 'Sum of the payments.', 'round(self.payments.map(each, each.amount).sum())'],
  ['bills', whole, 'Payments received so far, added up.', 'round(self.payments.map(each, each.amount).sum())'],
  [
    'bills',
    whole,
    'Sum of the payments less the rebate.',
    'round(self.payments.map(each, each.amount).sum() - self.rebate)',
  ],
  ['bills', day, '14 days after `issuedOn`.', 'self.issuedOn + days(14)'],
  [
    'bills',
    day,
    '14 days after `issuedOn`; for companies 30 days.',
    'find("sailors", self.sailorId).kind == "company" ? self.issuedOn + days(30) : self.issuedOn + days(14)',
  ],
  [
    'bills',
    day,
    '14 days after `issuedOn`, 30 days for companies.',
    'find("sailors", self.sailorId).kind == "company" ? self.issuedOn + days(30) : self.issuedOn + days(14)',
  ],
  ['bills', day, 'Two weeks after `issuedOn`.', 'self.issuedOn + days(14)'],
  ['contracts', whole, 'Tariff `amount` times `berths`.', 'round(find("tariffs", self.tariffId).amount * self.berths)'],
  [
    'contracts',
    whole,
    "The tariff's amount times the berths.",
    'round(find("tariffs", self.tariffId).amount * self.berths)',
  ],
  [
    'contracts',
    whole,
    'Amount of the tariff per berth. 0 while the contract is pending.',
    'round(self.status == "pending" ? 0 : find("tariffs", self.tariffId).amount * self.berths)',
  ],
  [
    'contracts',
    whole,
    'Tariff `amount` times `berths`. An ended contract is worth 0.',
    'round(self.status == "ended" ? 0 : find("tariffs", self.tariffId).amount * self.berths)',
  ],
  [
    'contracts',
    whole,
    'Tariff `amount` times `berths`; for yearly tariffs a twelfth of that, rounded down. Vouchers are not considered. An ended contract is worth 0.',
    'round(self.status == "ended" ? 0 : find("tariffs", self.tariffId).period == "year" ? floor((find("tariffs", self.tariffId).amount * self.berths) / 12) : find("tariffs", self.tariffId).amount * self.berths)',
  ],
  ['contracts', day, '`days` days after `startsOn`.', 'self.startsOn + days(self.days)'],
  [
    'contracts',
    day,
    '`trialDays` of the tariff after `startsOn`.',
    'self.startsOn + days(find("tariffs", self.tariffId).trialDays)',
  ],
  [
    'contracts',
    day,
    'For a monthly tariff 30 days after `startsOn`, for a yearly one 365 days after it.',
    'find("tariffs", self.tariffId).period == "month" ? self.startsOn + days(30) : self.startsOn + days(365)',
  ],
  ['jobs', whole, '2400 cents for every quarter of an hour begun.', 'ceil(self.workMinutes / 15) * 2400'],
  [
    'jobs',
    whole,
    '2400 cents for every quarter of an hour begun. 0 until the job is done.',
    'round(!(self.status == "done") ? 0 : ceil(self.workMinutes / 15) * 2400)',
  ],
  ['jobs', whole, '80 per started hour of work.', 'ceil(self.workMinutes / 60) * 80'],
  ['jobs', whole, '15 for each 15 minutes begun.', 'ceil(self.workMinutes / 15) * 15'],
  ['jobs', whole, 'Each half hour begun costs 30.', 'ceil(self.workMinutes / 30) * 30'],
  ['jobs', whole, 'The amounts of the items added up.', 'round(self.items.map(each, each.amount).sum())'],
  ['jobs', whole, 'Sum of `amount` over the items.', 'round(self.items.map(each, each.amount).sum())'],
  ['jobs', whole, 'Sum of the items.', 'round(self.items.map(each, each.amount).sum())'],
  ['trips', moment, 'Start plus duration.', 'self.startsAt + minutes(self.durationMinutes)'],
  ['trips', moment, '`startsAt` plus `durationMinutes`.', 'self.startsAt + minutes(self.durationMinutes)'],
  ['trips', moment, '`durationMinutes` after the start.', 'self.startsAt + minutes(self.durationMinutes)'],
  ['trips', whole, '5 for every hour of waiting begun.', 'ceil(self.waitingMinutes / 60) * 5'],
  ['bills', day, 'Day on which the job was finished.', 'date(find("jobs", self.jobId).finishedAt)'],
  ['articles', flag, 'True if `stock` is less than `minStock`.', 'self.stock < self.minStock'],
  ['articles', flag, 'Whether `stock` is below `minStock`.', 'self.stock < self.minStock'],
  ['articles', flag, 'True once `stock` has fallen below `minStock`.', 'self.stock < self.minStock'],
  ['articles', flag, 'False once `stock` has reached `minStock`.', '!(self.stock >= self.minStock)'],
  ['articles', flag, 'False as long as `stock` is at least `minStock`.', '!(self.stock >= self.minStock)'],
  ['articles', whole, 'Stock times price.', 'round(self.stock * self.price)'],
  ['jobs', whole, '5 when the job is done, and 3 when not.', 'self.status == "done" ? 5 : 3'],
  ['jobs', whole, 'Work minutes times 3.', 'round(self.workMinutes * 3)'],
  ['jobs', whole, 'Work total for done jobs, otherwise 3.', 'self.status == "done" ? self.workTotal : 3'],
  ['jobs', whole, 'For dropped jobs: 5. Otherwise 10.', 'self.status == "dropped" ? 5 : 10'],
  [
    'sailors',
    whole,
    'Birthdays the sailor has had, up to today or to the day it died.',
    'years(self.bornOn, self.diedOn == null ? date(now) : self.diedOn)',
  ],
  ['sailors', whole, 'Age in full years.', 'years(self.bornOn, date(now))'],
  ['sailors', whole, 'Full years since `bornOn`.', 'years(self.bornOn, date(now))'],
  ['sailors', whole, 'Completed years of life.', 'years(self.bornOn, date(now))'],
  ['sailors', whole, 'How old the sailor is, in years.', 'years(self.bornOn, date(now))'],
  [
    'sailors',
    whole,
    'Boats of this sailor that are afloat.',
    'of("boats").filter(each, each.status == "afloat").size()',
  ],
  ['sailors', whole, 'Number of boats of the sailor.', 'of("boats").size()'],
  [
    'sailors',
    whole,
    'Boats that the sailor has, sold ones left out.',
    'of("boats").filter(each, !(each.status == "sold")).size()',
  ],
  [
    'sailors',
    whole,
    'How many boats the sailor has that are not sold.',
    'of("boats").filter(each, !(each.status == "sold")).size()',
  ],
  [
    'sailors',
    whole,
    "What is outstanding on all the sailor's bills together.",
    'round(of("bills").map(each, each.outstanding).sum())',
  ],
  [
    'sailors',
    whole,
    'What is left to pay over all bills of this sailor.',
    'round(of("bills").map(each, each.outstanding).sum())',
  ],
  [
    'sailors',
    whole,
    "Sum of `outstanding` over the sailor's open bills.",
    'round(of("bills").filter(each, each.status == "open").map(each, each.outstanding).sum())',
  ],
  [
    'sailors',
    whole,
    'Sum of `outstanding` over all open bills of the sailor.',
    'round(of("bills").filter(each, each.status == "open").map(each, each.outstanding).sum())',
  ],
  [
    'sailors',
    whole,
    'Total of what is outstanding on open bills.',
    'round(of("bills").filter(each, each.status == "open").map(each, each.outstanding).sum())',
  ],
  [
    'sailors',
    whole,
    'Sum of `total` of the bills that are neither paid nor void.',
    'round(of("bills").filter(each, !(each.status in ["paid","void"])).map(each, each.total).sum())',
  ],
  ['sailors', whole, 'Outstanding amount of all bills.', 'round(of("bills").map(each, each.outstanding).sum())'],
  [
    'tariffs',
    whole,
    'How many contracts with this tariff there are, whatever their status, the ended ones left out.',
    'of("contracts").filter(each, !(each.status == "ended")).size()',
  ],
  [
    'tariffs',
    whole,
    'Contracts on this tariff that are running.',
    'of("contracts").filter(each, each.status == "running").size()',
  ],
  ['tariffs', whole, 'Number of contracts that were made with the tariff.', 'of("contracts").size()'],
  ['tariffs', whole, 'Number of contracts that were created with the tariff.', 'of("contracts").size()'],
  [
    'tariffs',
    flag,
    'False once the number of contracts has reached `quota`.',
    '!(of("contracts").size() >= self.quota)',
  ],
  [
    'tariffs',
    whole,
    '`quota` less the contracts that have not ended.',
    'self.quota - of("contracts").filter(each, !(each.status == "ended")).size()',
  ],
  [
    'tariffs',
    whole,
    'Places left: `quota` minus running contracts.',
    'self.quota - of("contracts").filter(each, each.status == "running").size()',
  ],
  [
    'bills',
    { type: 'string', enum: ['new', 'part', 'full'] },
    '`new` before the first payment, `full` when nothing is outstanding, `part` in between.',
    '!(self.payments.size() > 0) ? "new" : self.outstanding <= 0 ? "full" : "part"',
  ],
  [
    'bills',
    { type: 'string', enum: ['new', 'part', 'full'] },
    '`new` until the first payment is recorded, `full` once nothing is left to pay, otherwise `part`.',
    '!(self.payments.size() > 0) ? "new" : self.outstanding <= 0 ? "full" : "part"',
  ],
  [
    'bills',
    whole,
    '`amount` of the tariff times `berths`.',
    'round(find("tariffs", find("contracts", self.contractId).tariffId).amount * find("contracts", self.contractId).berths)',
  ],
  ['sailors', whole, '3 for `private` and 8 for `company`.', 'self.kind == "private" ? 3 : 8'],
  [
    'trips',
    whole,
    'Minutes between the start and `returnedAt`.',
    'round(minutes(timestamp(self.returnedAt) - timestamp(self.startsAt)))',
  ],
  ['bills', whole, 'Days from `issuedOn` to `dueOn`.', 'round(days(timestamp(self.dueOn) - timestamp(self.issuedOn)))'],
  [
    'bills',
    whole,
    'How many days lie between issue and due date, both included.',
    'round(days(timestamp(self.dueOn) - timestamp(self.issuedOn)) + 1)',
  ],
  [
    'bills',
    whole,
    'Net times 3; bills of 700 or more get 10 percent off.',
    'round(self.net * 3 >= 700 ? self.net * 3 - self.net * 3 * 10 / 100 : self.net * 3)',
  ],
  [
    'contracts',
    whole,
    '0 for fewer than six berths, otherwise 10 percent of the berths.',
    'round(self.berths < 6 ? 0 : self.berths * 10 / 100)',
  ],
  [
    'contracts',
    whole,
    '10 percent of `berths`, from six berths on; 0 below that.',
    'round(self.berths >= 6 ? self.berths * 10 / 100 : 0)',
  ],
  ['contracts', whole, '0 below six berths, otherwise 300.', 'self.berths < 6 ? 0 : 300'],
  [
    'contracts',
    number,
    'Berths divided by the quota of the tariff, as a percentage with one decimal.',
    'round(round((self.berths / find("tariffs", self.tariffId).quota) * 100, 1), 2)',
  ],
  ['boats', whole, 'Number of jobs of this boat, dropped ones included.', 'of("jobs").size()'],
  ['boats', whole, 'All jobs of the boat, including those that were dropped.', 'of("jobs").size()'],
  [
    'boats',
    flag,
    'True exactly while a job of this boat is `inProgress`.',
    'of("jobs").exists(each, each.status == "inProgress")',
  ],
  [
    'boats',
    flag,
    '`true` if and only if there is a job in progress for the boat.',
    'of("jobs").filter(each, each.status == "inProgress").size() > 0',
  ],
  [
    'boats',
    nullable(moment),
    'When a job of the boat was finished last; null before the first.',
    'of("jobs").map(one, one.finishedAt).max()',
  ],
  ['boats', nullable(moment), 'Start of the last trip.', 'of("trips").map(one, one.startsAt).last()'],
  ['boats', text, 'Last name of the sailor to whom the boat belongs.', 'find("sailors", self.sailorId).lastName'],
  ['sailors', text, "Name of the sailor's first boat.", 'of("boats").map(one, one.name).first()'],
  [
    'sailors',
    whole,
    'Sum of what the sailor paid on all bills, in cents.',
    'round(of("bills").map(each, each.paid).sum())',
  ],
  [
    'sailors',
    whole,
    'How much the sailor still owes over all open bills.',
    'round(of("bills").filter(each, each.status == "open").map(each, each.outstanding).sum())',
  ],
  ['bills', flag, 'True as soon as nothing is left to pay.', 'self.outstanding <= 0'],
  ['bills', flag, 'Whether the bill has been paid in full.', 'self.outstanding <= 0'],
  ['bills', flag, 'False while the bill is not settled.', '!(self.outstanding > 0)'],
  ['articles', whole, 'Value of the stock (price × stock).', 'round(self.price * self.stock)'],
  ['bills', whole, '19 percent of the net amount, to the nearest cent, halves upwards.', 'round(self.net * 19 / 100)'],
  ['bills', whole, '20 % of `net`, rounded to the nearest cent.', 'round(self.net * 20 / 100)'],
  ['bills', whole, '20 % of `net`, rounded up to the nearest euro.', 'ceil(self.net * 20 / 100)'],
  ['bills', whole, 'Total minus rebate, below zero if more was paid.', 'round(self.total - self.rebate)'],
  [
    'bills',
    whole,
    '`paid` in percent of `total`, cut down to a whole number.',
    'floor(self.paid * 100 / (self.total))',
  ],
  ['tariffs', whole, 'Number of its contracts.', 'of("contracts").size()'],
  ['articles', whole, 'From `minStock` to `stock`.', 'round(self.stock - self.minStock)'],
  [
    'contracts',
    whole,
    'Amount of the tariff less the `rebatePercent` of the sailor.',
    'round(find("tariffs", self.tariffId).amount - find("tariffs", self.tariffId).amount * find("sailors", self.sailorId).rebatePercent / 100)',
  ],
  [
    'sailors',
    whole,
    'What they brought in - `total` of their paid bills plus `credit`.',
    'round(of("bills").filter(each, each.status == "paid").map(each, each.total).sum() + self.credit)',
  ],
  ['boats', whole, 'How many trips the logbook has for this boat, the one at sea among them.', 'of("trips").size()'],
  [
    'articles',
    flag,
    'Whether the stock has arrived at `minStock` or gone past it.',
    '(self.stock >= self.minStock) || (self.stock > self.minStock)',
  ],
  [
    'boats',
    text,
    'Name and the last name of the sailor, separated by a dash.',
    'self.name + "-" + find("sailors", self.sailorId).lastName',
  ],
  [
    'boats',
    text,
    'Name, a comma and a space, and the last name of the sailor in round brackets.',
    'self.name + ", (" + find("sailors", self.sailorId).lastName + ")"',
  ],
  [
    'sailors',
    text,
    'First name and last name, separated by a blank, followed by the kind in square brackets.',
    'self.firstName + " " + self.lastName + " [" + self.kind + "]"',
  ],
  [
    'contracts',
    text,
    'The name of the tariff, a hyphen and the status.',
    'find("tariffs", self.tariffId).name + "-" + self.status',
  ],
  [
    'bills',
    whole,
    'Total less the rebate while the bill is open and once it is partly paid; 0 in every other status.',
    'round((self.status == "open") || (self.status == "partlyPaid") ? self.total - self.rebate : 0)',
  ],
  ['articles', whole, 'What the stock is worth, that is price times stock.', 'round(self.price * self.stock)'],
];

/** Values that are computed once, when a record is created. */
const fixed: readonly (readonly [...Row, value: string])[] = [
  ['contracts', whole, 'Amount of the tariff when the contract was made.', 'find("tariffs", self.tariffId).amount'],
  [
    'contracts',
    whole,
    "The tariff's amount at the time the contract was signed; later changes of the tariff do not matter.",
    'find("tariffs", self.tariffId).amount',
  ],
  [
    'contracts',
    whole,
    'Amount of the tariff, fixed when the contract is created.',
    'find("tariffs", self.tariffId).amount',
  ],
  ['boats', text, 'Last name of the sailor at creation.', 'find("sailors", self.sailorId).lastName'],
];

it('reads formulas that are computed once, at creation', async () => {
  expect(
    await valuesOf(
      fixed.map(([resource, schema, says]) => [resource, schema, says]),
      'on',
    ),
  ).toEqual(fixed.map(([, , says, value]) => [says, value, 'create']));
});

it('reads formulas from property descriptions', async () => {
  const values = await valuesOf(read.map(([resource, schema, says]) => [resource, schema, says]));
  expect(values).toEqual(read.map(([, , says, value]) => [says, value]));
});

it('infers from property names that seatsLeft is seats minus seatsTaken', async () => {
  const names = [
    ['seats', 'seatsTaken', 'seatsLeft'],
    ['totalPlaces', 'placesBooked', 'freePlaces'],
    ['capacity', 'used', 'available'],
    ['tickets', 'ticketsSold', 'ticketsRemaining'],
  ];
  const values = names.map(async ([all = '', taken = '', left = '']) => {
    const more = { tariffs: { [all]: whole, [taken]: whole, [left]: { ...whole, description: 'Those nobody has.' } } };
    const { writeModel } = await describeText('harbour', describeHarbour(more));
    return writeModel().full.resources?.['tariffs']?.members?.[left]?.value;
  });
  expect(await Promise.all(values)).toEqual(names.map(([all, taken]) => `round(self.${all} - self.${taken})`));
});

it('applies a null condition to another property that the description names', async () => {
  const more = {
    trips: {
      endKm: { ...nullable(whole), description: 'Null while it is `planned`, like `way`.' },
      startKm: whole,
      way: { ...nullable(whole), description: 'From `startKm` to `endKm`.' },
      status: { type: 'string', enum: ['planned', 'done'] },
    },
  };
  const { writeModel } = await describeText('harbour', describeHarbour(more));
  expect(writeModel().full.resources?.['trips']?.members?.['way']?.value).toBe(
    'round(self.status == "planned" ? null : self.endKm - self.startKm)',
  );
});

it('does not guess formulas from unclear descriptions', async () => {
  const rows: readonly Row[] = [
    ['bills', text, 'The status, a space and the weather.'],
    ['boats', text, 'Name and kind of wood, separated by a dash.'],
    ['bills', whole, 'From the pier to the buoy.'],
    ['sailors', whole, 'Total of their bill.'],
    ['bills', whole, '`net` in percent of the weather.'],
    ['trips', number, 'The duration minutes make up one half of it, the waiting minutes the other half.'],
    ['bills', number, 'Net counts for 60 percent, VAT for 50 percent.'],
    ['articles', text, 'The first letters of the name.'],
    ['bills', whole, 'Usually `net` plus `vat`.'],
    ['bills', whole, 'Half of the fee.'],
    ['bills', day, 'A month of 30 days after `issuedOn`.'],
    ['bills', whole, 'All payments so far.'],
    ['contracts', whole, 'Zero for fewer than six boats.'],
    ['bills', flag, 'Whether the sailor has been paid in full.'],
    ['bills', whole, 'Days from `issuedOn` to the regatta.'],
    ['bills', whole, 'Material and work of the job, less the rebate.'],
    ['jobs', whole, 'Number of pieces used on the job.'],
    ['trips', whole, '5 for every hour begun.'],
    ['articles', whole, 'How many are missing to reach `minStock`.'],
    ['tariffs', whole, 'How often the tariff was chosen in contracts.'],
  ];
  expect(await valuesOf(rows)).toEqual(rows.map(([, , says]) => [says, undefined]));
});
