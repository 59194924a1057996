import { describe, expect, it } from 'vitest';
import { checkRequest } from './check-request.js';

const finding = {
  ruleId: 'schema/type',
  severity: 'error' as const,
  message: '/days must be a number.',
  pointer: '/days',
};
const validate = (body: unknown) => (typeof Object(body).days === 'number' ? [] : [finding]);
const check = (body: unknown) => checkRequest({ body }, validate);

describe('checkRequest', () => {
  it('takes a body, also as text, with a webhook, none or null', () => {
    const webhook = { webhookUrl: 'http://shop.example/hook' };
    for (const body of [{ days: 1 }, { days: 1, webhook }, { days: 1, webhook: null }]) {
      expect([check(body), checkRequest({ text: JSON.stringify(body) }, validate)]).toEqual([{ body }, { body }]);
    }
  });

  it.each([
    [{}, '/days must be a number'],
    [undefined, '/days must be a number'],
    [
      { days: 1, webhook: { webhookUrl: 'http://shop.example:99999/' } },
      'webhook is invalid: /webhookUrl must be an address',
    ],
  ])('tells what is wrong with %j', (body, fault) => {
    expect(check(body)).toEqual({ fault });
  });

  it('passes on why there is no body', () => {
    expect(checkRequest({ fault: 'Request body is not valid JSON' }, validate)).toEqual({
      fault: 'Request body is not valid JSON',
    });
  });
});
