import { expect, it } from 'vitest';
import { checkScope } from './envelope.js';

const service = { scopeSuffix: 'io' };

it.each([[['p-stage:io']], [['p-stage:td', 'p-stage:io']]])('takes a token for %j', (scopes) => {
  expect(checkScope(service, scopes)).toBeUndefined();
});

it.each([[['p-stage:td']], [['p-stage:radio']], [['io']], [['p-stage:io:td']], [['']]])(
  'refuses one for %j',
  (scopes) => {
    expect(checkScope(service, scopes)).toEqual({
      refused: true,
      status: 403,
      code: 'FORBIDDEN',
      message: `The access token is for scope ${scopes.join(' ')}; this API needs one that ends in ":io"`,
    });
  },
);
