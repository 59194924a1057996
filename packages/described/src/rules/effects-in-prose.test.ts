import { expect, it } from 'vitest';
import { describeText } from '../testing/serve-described.js';

type Schema = Readonly<Record<string, unknown>>;

const text = { type: 'string' };
const whole = { type: 'integer' };
const json = (schema: Schema) => ({ 'application/json': { schema } });
const object = (properties: Schema) => ({ type: 'object', properties });
const one = (...values: string[]) => ({ type: 'string', enum: values });

const members = {
  guests: object({ id: text, name: text, credit: whole, points: whole }),
  drinks: object({ code: text, name: text, price: whole, stock: whole }),
  carts: object({ id: text, km: whole, condition: one('free', 'busy') }),
  rounds: object({
    id: text,
    guestId: text,
    cartId: text,
    status: one('open', 'played', 'dropped'),
    drinks: { type: 'array', items: object({ drinkCode: text, quantity: whole }) },
    passesLeft: whole,
    billNumber: { type: ['string', 'null'] },
  }),
  bills: object({ number: text, roundId: text, guestId: text, amount: whole, status: one('open', 'paid', 'void') }),
  lessons: object({ id: text, roundId: text, status: one('booked', 'held', 'cancelled') }),
};

/** Describes a golf club. `said` is about the action that finishes a round, whose request has these members. */
function describeRounds(said: string): object {
  const of = (name: keyof typeof members) => members[name];
  const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
  const key = (name: string) => ({ name, in: 'path', required: true, schema: text });
  const collection = (name: keyof typeof members, id: string, makes = true) => {
    const { [id]: _id, status: _status, billNumber: _bill, passesLeft: _left, ...sent } = of(name).properties as Schema;
    const all = { description: 'All', content: json({ type: 'array', items: ref(name) }) };
    return {
      [`/${name}`]: {
        get: { operationId: `list_${name}`, responses: { '200': all } },
        ...(makes && {
          post: {
            operationId: `add_${name}`,
            requestBody: { content: json(object(id === 'id' ? sent : of(name).properties)) },
            responses: { '201': { description: 'It', content: json(ref(name)) } },
          },
        }),
      },
      [`/${name}/{${id}}`]: {
        parameters: [key(id)],
        get: { operationId: `get_${name}`, responses: { '200': { description: 'It', content: json(ref(name)) } } },
      },
    };
  };
  return {
    openapi: '3.1.0',
    info: { title: 'Golf', version: '1' },
    paths: {
      ...collection('guests', 'id'),
      ...collection('drinks', 'code'),
      ...collection('carts', 'id'),
      ...collection('rounds', 'id'),
      ...collection('bills', 'number', false),
      ...collection('lessons', 'id'),
      '/rounds/{id}/finish': {
        parameters: [key('id')],
        post: {
          operationId: 'finish_round',
          description: said,
          requestBody: { content: json(object({ amount: whole, km: whole, drinkCode: text, quantity: whole })) },
          responses: { '200': { description: 'It', content: json(ref('rounds')) } },
        },
      },
    },
    components: { schemas: members },
  };
}

async function effectsOf(said: string) {
  const { writeModel } = await describeText('golf', describeRounds(said));
  const { operations } = writeModel().full;
  const { then, set } = operations?.['finish_round'] ?? {};
  return [...Object.values(then ?? {}), ...(Object.keys(set ?? {}).length === 0 ? [] : [{ set }])];
}

const ofOne = (kind: string, reference: string, set: Schema) => {
  const record = `find("${kind}", ${reference})`;
  return { update: kind, key: `${record}.${kind === 'drinks' ? 'code' : 'id'}`, if: `${record} != null`, set };
};
const ofStock = (sign: string) => ({
  update: 'drinks',
  each: 'self.drinks.filter(each, find("drinks", each.drinkCode) != null)',
  key: 'item.drinkCode',
  set: { stock: `=find("drinks", item.drinkCode).stock ${sign} item.quantity` },
});
const taken = ofOne('drinks', 'body.drinkCode', { stock: '=find("drinks", body.drinkCode).stock - body.quantity' });
const credited = ofOne('guests', 'self.guestId', { credit: '=find("guests", self.guestId).credit + body.amount' });
const driven = ofOne('carts', 'self.cartId', { km: '=body.km' });
const billed = {
  create: 'bills',
  set: { amount: '=has(body.amount) ? body.amount : null', roundId: '=self.id', guestId: '=self.guestId' },
};
const cancelled = {
  update: 'lessons',
  each: 'of("lessons").filter(each2, each2.status == "booked")',
  key: 'item.id',
  set: { status: 'cancelled' },
};

const bothCancelled = { ...cancelled, each: 'of("lessons").filter(each2, each2.status in ["booked","held"])' };
const freed = ofOne('carts', 'self.cartId', { condition: 'free' });
/** The variables of loops can have any name. */
const withoutVariables = (effect: unknown) => JSON.parse(JSON.stringify(effect).replace(/\beach2?\b(?!":)/g, 'each'));

it.each([
  ['Takes the quantity out of stock.', taken],
  ['The quantity is taken out of stock and put on the round.', taken],
  ['The stock of the drink goes down by the quantity.', taken],
  ['Reduces the stock of the drink by the quantity.', taken],
  ['The stock is reduced by the quantity.', taken],
  ['Drinks that were taken go back into stock.', ofStock('+')],
  ['All drinks of the round are returned to stock.', ofStock('+')],
  ['Puts the quantities back into stock.', ofStock('+')],
  ['Everything goes back into stock.', ofStock('+')],
  ['The quantities of the drinks are taken out of stock.', ofStock('-')],
  ['Adds to the `credit` of the guest.', credited],
  ["Adds the amount to the guest's credit.", credited],
  ['The credit of the guest grows by the amount.', credited],
  ["The cart's km is set to the km given.", driven],
  ['The `km` of the cart is set to the `km` of the request.', driven],
  ['Sets the `km` of the cart to `km`.', driven],
  ['Uses up one pass.', { set: { passesLeft: '=old.passesLeft - 1' } }],
  ['Uses up one of the passes.', { set: { passesLeft: '=old.passesLeft - 1' } }],
  ['The bill is issued at once.', billed],
  ['The first bill is issued immediately.', billed],
  ['A bill is issued to the guest.', billed],
  ['All its lessons that are still `booked` are then cancelled.', cancelled],
  ['Every booked lesson of the round is cancelled.', cancelled],
  ['All open lessons of the round, booked or held, are cancelled at the same time.', bothCancelled],
  ['Cancels the round together with its booked lessons.', cancelled],
  ['The cart is left `free`.', freed],
  ['Marks the round as played and the cart as free.', freed],
  [
    'The round is over, and km of the cart rises by 18.',
    ofOne('carts', 'self.cartId', { km: '=find("carts", self.cartId).km + 18' }),
  ],
  ['Lessons of the round that are booked become cancelled, and the cart is free.', cancelled, freed],
] as const)('reads the effect of an action from: %s', async (said, ...effects) => {
  const read = await effectsOf(said);
  expect(read.map(withoutVariables)).toEqual(effects.map(withoutVariables));
});

it('reads several effects from one sentence', async () => {
  const said =
    "The cart's `km` is set to the reading given, and the bill is written at once; its number is in `billNumber`.";
  expect(await effectsOf(said)).toEqual([driven, billed]);
});

it('computes a nullable reference as the last record that references this one', async () => {
  const { writeModel } = await describeText('golf', describeRounds(''));
  const { billNumber } = writeModel().full.resources?.['rounds']?.members ?? {};
  expect(billNumber).toMatchObject({ refersTo: 'bills', value: 'of("bills").map(each, each["number"]).last()' });
});

it.each([
  'No bill is written.',
  'The lesson is recorded.',
  'Drinks are usually put back into stock.',
  'Takes the amount out of stock options.',
])('reads no effect from: %s', async (said) => expect(await effectsOf(said)).toEqual([]));
