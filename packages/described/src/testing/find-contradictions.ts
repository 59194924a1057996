import type { createSender } from './serve-described.js';

interface Member {
  readonly id: string;
  readonly number: string;
  readonly name: string;
  readonly email: string;
  readonly joinedAt: string;
  readonly open: number;
  readonly address?: Address;
}

interface Address {
  readonly city: string;
  readonly country: string;
}

interface Line {
  readonly articleId: number;
  readonly quantity: number;
  readonly discountPercent?: number;
  readonly amount: number;
}

interface Order {
  readonly id: number;
  readonly number: string;
  readonly memberId: string;
  readonly memberName: string;
  readonly shipTo?: Address;
  readonly state: string;
  readonly lines: readonly Line[];
  readonly total: number;
  readonly placedOn: string;
  readonly paidAt: string | null;
  readonly sentAt: string | null;
  readonly updatedAt: string;
  readonly parcel: string | null;
}

interface Receipt {
  readonly number: string;
  readonly orderId: number;
  readonly memberId: string;
  readonly amount: number;
  readonly issuedOn: string;
}

interface Booking {
  readonly id: number;
  readonly ramp: string;
  readonly start: string;
  readonly end: string;
}

/** The countries of the cities that occur in records. */
const countries: Readonly<Record<string, string>> = {
  ...{ Austin: 'US', Seattle: 'US', Boston: 'US', London: 'GB', Manchester: 'GB', Dublin: 'IE', Toronto: 'CA' },
  ...{ Stockholm: 'SE', Göteborg: 'SE', Berlin: 'DE', München: 'DE', Hamburg: 'DE', Wien: 'AT', Helsinki: 'FI' },
  ...{ Tampere: 'FI', Turku: 'FI', Paris: 'FR', Lyon: 'FR', Madrid: 'ES', Barcelona: 'ES', Amsterdam: 'NL' },
  ...{ Utrecht: 'NL', Milano: 'IT', Roma: 'IT' },
};

/** Reads the depot's records over HTTP, and returns inconsistencies between them or with the description. */
export async function findContradictions(send: ReturnType<typeof createSender>, now: string): Promise<string[]> {
  const wrong: string[] = [];
  const check = (holds: boolean, what: string, record: unknown) => {
    if (!holds) wrong.push(`${what}: ${JSON.stringify(record)}`);
  };
  const members: Member[] = (await send('GET /members')).body;
  const articles: { readonly id: number; readonly price: number }[] = (await send('GET /articles')).body;
  const orders: Order[] = (await send('GET /orders')).body;
  const receipts: Receipt[] = (await send('GET /receipts')).body;
  const bookings: Booking[] = (await send('GET /bookings')).body;
  const memberOf = new Map(members.map((each) => [each.id, each]));
  const priceOf = new Map(articles.map(({ id, price }) => [id, price]));
  const orderOf = new Map(orders.map((each) => [each.id, each]));
  const isPast = (at: string | null) => at === null || at <= now;
  const isSorted = (texts: readonly string[]) => texts.every((each, at) => at === 0 || (texts[at - 1] ?? '') <= each);
  const areDistinct = (values: readonly unknown[]) => new Set(values).size === values.length;
  const fits = (address?: Address) => address === undefined || countries[address.city] === address.country;

  for (const member of members) {
    check(isPast(member.joinedAt), 'a member joined in the future', member);
    const open = orders.filter(({ memberId, state }) => memberId === member.id && /draft|paid/.test(state));
    check(member.open === open.length, 'a count is wrong', member);
    check(fits(member.address), 'the country is not that of the city', member);
  }
  check(areDistinct(members.map(({ email }) => email.toLowerCase())), 'an email is not unique', members);
  check(isSorted(members.map(({ number }) => number)), 'numbers of members do not count', members);
  check(isSorted(members.map(({ joinedAt }) => joinedAt)), 'members are not in their order', members);

  for (const order of orders) {
    const member = memberOf.get(order.memberId);
    check(member !== undefined, 'an order is of nobody', order);
    check(member?.name === order.memberName, 'a copy is wrong', order);
    check(member === undefined || member.joinedAt.slice(0, 10) <= order.placedOn, 'an order is too old', order);
    check(order.number.startsWith(`D-${order.placedOn.slice(0, 4)}-`), 'a number is of another year', order);
    check([order.placedOn, order.paidAt, order.sentAt, order.updatedAt].every(isPast), 'the future', order);
    check(order.state !== 'draft' || order.paidAt === null, 'a draft is paid', order);
    check(!/paid|sent/.test(order.state) || order.paidAt !== null, 'a paid order has no time', order);
    check((order.state === 'sent') === (order.sentAt !== null), 'a time of sending is wrong', order);
    check((order.state === 'sent') === (order.parcel !== null), 'a parcel is wrong', order);
    check(order.paidAt === null || order.paidAt.slice(0, 10) >= order.placedOn, 'paid before it was placed', order);
    check(order.sentAt === null || order.sentAt >= (order.paidAt ?? now), 'sent before it was paid', order);
    check(order.updatedAt >= (order.sentAt ?? order.paidAt ?? order.placedOn), 'changed before its change', order);
    for (const { articleId, quantity, discountPercent = 0, amount } of order.lines) {
      const price = priceOf.get(articleId);
      check(price !== undefined, 'a line refers to no article', order);
      check(Math.abs((price ?? 0) * quantity * (1 - discountPercent / 100) - amount) < 0.0051, 'an amount', order);
      check(discountPercent <= 50, 'a discount is not plausible', order);
    }
    check(Math.abs(order.lines.reduce((sum, { amount }) => sum + amount, 0) - order.total) < 0.0051, 'a total', order);
    check(fits(order.shipTo), 'the country is not that of the city', order);
  }
  check(isSorted(orders.map(({ placedOn }) => placedOn)), 'orders are not in their order', orders);
  check(isSorted(orders.map(({ number }) => number)), 'numbers of orders do not count', orders);
  check(areDistinct(orders.map(({ number }) => number)), 'a number of an order is not unique', orders);

  for (const receipt of receipts) {
    const order = orderOf.get(receipt.orderId);
    check(order !== undefined && /paid|sent/.test(order.state), 'a receipt of an order that is not paid', receipt);
    check(order?.memberId === receipt.memberId && order.total === receipt.amount, 'a copy is wrong', receipt);
    check(receipt.issuedOn >= (order?.paidAt ?? now).slice(0, 10), 'a receipt before the payment', receipt);
    check(isPast(receipt.issuedOn), 'a receipt of the future', receipt);
  }
  check(areDistinct(receipts.map(({ orderId }) => orderId)), 'two receipts of one order', receipts);
  check(isSorted(receipts.map(({ issuedOn }) => issuedOn)), 'receipts are not in their order', receipts);
  check(isSorted(receipts.map(({ number }) => number)), 'numbers of receipts do not count', receipts);

  for (const booking of bookings) {
    const { id, ramp, start, end } = booking;
    const others = bookings.filter((each) => each.id !== id && each.ramp === ramp);
    check(start < end, 'a booking ends before it starts', booking);
    check(!others.some((each) => each.start < end && start < each.end), 'bookings overlap', booking);
  }
  const counts = [members, articles, orders, receipts, bookings].map(({ length }) => length);
  if (counts.some((each) => each === 0)) wrong.push(`a collection is empty: ${counts.join()}`);
  return wrong;
}
