import { expect } from 'vitest';
import { describeStyles, type StyleStep } from './testing/describe-styles.js';

const created = 1_768_467_600;
const any = expect.anything();
const payment = { id: expect.stringMatching(/^pay_[A-Za-z0-9]{24}$/), object: 'payment', amount: 5, created };

const styles: Record<string, Record<string, readonly StyleStep[]>> = {
  payments: {
    'generates server-side properties, but none that the client omitted': [
      [
        'POST /v1/customers',
        { name: 'Ada' },
        200,
        {
          id: expect.stringMatching(/^cus_[A-Za-z0-9]{14}$/),
          object: 'customer',
          created,
          name: 'Ada',
          email: null,
          livemode: false,
        },
      ],
      ['GET /v1/customers/$1', 200, { name: 'Ada', email: null }],
      [
        'POST /v1/orders',
        {
          lines: [
            { unit_amount: 3, quantity: 2 },
            { unit_amount: 4, quantity: 1 },
          ],
        },
        201,
        { id: expect.stringMatching(/^[A-Z]{3}\d{5}$/), status: 'open', total: 10, item_count: 0 },
      ],
    ],
    'merges updates by POST and marks records as deleted': [
      ['POST /v1/customers', { name: 'Ada', metadata: { a: '1' } }, 200],
      [
        'POST /v1/customers/$1',
        { email: 'a@b.example', metadata: { b: '2' } },
        200,
        { name: 'Ada', email: 'a@b.example', metadata: { a: '1', b: '2' } },
      ],
      ['DELETE /v1/customers/$1', 200, { object: 'customer', deleted: true }],
      ['GET /v1/customers/$1', 200, { id: '$1', deleted: true }],
    ],
    'starts payments in a sensible state and applies actions to them': [
      [
        'POST /v1/payments',
        { amount: 5 },
        200,
        {
          ...payment,
          status: 'requires_payment_method',
          canceled_at: null,
          capture: true,
          client_secret: expect.stringMatching(/secret/),
        },
      ],
      ['POST /v1/payments', { amount: 5, payment_method: 'pm' }, 200, { ...payment, status: 'requires_confirmation' }],
      ['POST /v1/payments/$2/confirm', 200, { status: 'succeeded', amount: 5 }],
      [
        'POST /v1/payments/$1/cancel',
        { cancellation_reason: 'late' },
        200,
        { status: 'canceled', canceled_at: created, cancellation_reason: 'late' },
      ],
      ['GET /v1/payments/$1', 200, { status: 'canceled', canceled_at: created }],
      ['POST /v1/payments/none/cancel', {}, 404],
    ],
    'lists the records that refer to their parent': [
      ['POST /v1/customers', { name: 'Ada' }, 200],
      ['POST /v1/payments', { amount: 5, customer: '$1' }, 200],
      ['POST /v1/payments', { amount: 6 }, 200],
      ['GET /v1/customers/$1/payments', 200, { data: [{ id: '$2' }], has_more: false }],
      ['GET /v1/payments?customer=$1', 200, { data: [{ id: '$2' }] }],
      ['GET /v1/customers/none/payments', 404],
    ],
    'reports whether there are more pages': [
      ...['a', 'b', 'c'].map((name): StyleStep => ['POST /v1/customers', { name }, 200]),
      ['GET /v1/customers', 200, { data: [{ name: 'a' }, { name: 'b' }], has_more: true }],
      ['GET /v1/customers?starting_after=$2', 200, { data: [{ name: 'c' }], has_more: false }],
      ['GET /v1/customers?starting_after=none', 200, { data: [], has_more: false }],
      [`GET /v1/customers?created[gte]=${created + 1}`, 200, { data: [] }],
    ],
  },
  chat: {
    'creates, reads, updates and deletes records through RPC calls': [
      [
        'POST /rooms.create',
        { name: 'hall' },
        200,
        { ok: true, room: { id: expect.stringMatching(/^[RC][A-Z0-9]{8}$/), name: 'hall', is_archived: false } },
      ],
      ['GET /rooms.info?room=$1', 200, { room: { name: 'hall' } }],
      ['POST /rooms.rename', { room: '$1', name: 'attic' }, 200, { room: { id: '$1', name: 'attic' } }],
      ['POST /rooms.setTopic', { room: '$1', topic: 'Rain' }, 200, { room: { topic: { value: 'Rain' } } }],
      ['POST /rooms.archive', { room: '$1' }, 200, { ok: true }],
      [
        'POST /rooms.list',
        {},
        200,
        { rooms: [{ name: 'attic', is_archived: true }], response_metadata: { next_cursor: '' } },
      ],
      ['POST /rooms.delete', { room: '$1' }, 200, { ok: true }],
      ['GET /rooms.info?room=$1', 404],
    ],
    'lists the messages of one room': [
      [
        'POST /chat.postMessage',
        { room: 'R1', text: 'one' },
        200,
        { room: 'R1', ts: expect.stringMatching(/^1768467600\.\d{6}$/), message: { text: 'one' } },
      ],
      ['POST /chat.postMessage', { room: 'R2', text: 'two' }, 200],
      ['GET /rooms.history?room=R2', 200, { messages: [{ text: 'two', ts: '$2' }] }],
      ['POST /chat.update', { room: 'R2', ts: '$2', text: 'three' }, 200, { ts: '$2', message: { text: 'three' } }],
      ['GET /rooms.history?room=R2', 200, { messages: [{ text: 'three' }] }],
    ],
  },
  cloud: {
    'serves paths with a suffix and returns their parameters': [
      [
        'POST /accounts/AC1/calls.json',
        { to: '+1' },
        201,
        {
          sid: expect.stringMatching(/^CA[0-9a-f]{32}$/),
          account_sid: 'AC1',
          status: 'queued',
          date_created: 'Thu, 15 Jan 2026 09:00:00 +0000',
        },
      ],
      ['GET /accounts/AC1/calls/$1.json', 200, { to: '+1' }],
      ['GET /accounts/AC2/calls/$1.json', 404],
      ['GET /accounts/AC1/calls.json', 200, { calls: [{ sid: '$1' }], next_page_uri: null }],
      ['DELETE /accounts/AC1/calls/$1.json', 204],
      ['GET /accounts/AC1/calls.json', 200, { calls: [] }],
    ],
    'unwraps bodies, finds records by a second id, and keeps properties that a PUT omits': [
      ['POST /ssh_keys', { name: 'mine', tags: ['a'] }, 201, { ssh_key: { id: 1, name: 'mine', fingerprint: any } }],
      ['PUT /ssh_keys/1', { name: 'yours' }, 200, { ssh_key: { id: 1, name: 'yours', tags: ['a'] } }],
      ['GET /ssh_keys/3b:16:e4:bf', 200, { ssh_key: { id: 1 } }],
      ['POST /ssh_keys/1/tags', { tags: ['b', 'a'] }, 204],
      ['DELETE /ssh_keys/1/tags', { tags: ['a'] }, 204],
      [
        'GET /ssh_keys',
        200,
        {
          ssh_keys: [{ name: 'yours', tags: ['b'] }],
          meta: { pagination: { page: 1, next_page: null, total_entries: 1 } },
        },
      ],
      ['GET /ssh_keys/2/usage', 404],
    ],
    'resolves an alias of the caller, even if it is percent-encoded': [
      ['GET /users/@me', 200, { id: 'U1', name: 'Ada' }],
      ['PATCH /users/%40me', { name: 'Bea' }, 200, { name: 'Bea' }],
      ['GET /users/%40me', 200, { name: 'Bea' }],
    ],
    'does not return an expired date from an example': [
      ['POST /token', 200, { token: 'abc', expires_at: '2026-01-15T10:00:00Z' }],
    ],
  },
  cluster: {
    'finds records by a nested id': [
      [
        'POST /api/v1/namespaces/default/pods',
        { metadata: { name: 'web', labels: { app: 'web' } }, spec: { a: 1 } },
        201,
        { metadata: { name: 'web', namespace: 'default', creationTimestamp: '2026-01-15T09:00:00.000Z' } },
      ],
      ['POST /api/v1/namespaces/default/pods', { metadata: { name: 'web' } }, 409],
      ['GET /api/v1/namespaces/default/pods/web', 200, { spec: { a: 1 } }],
      ['GET /api/v1/namespaces/other/pods/web', 404],
      [
        'PATCH /api/v1/namespaces/default/pods/web/status',
        { status: { phase: 'Running' } },
        200,
        { spec: { a: 1 }, status: { phase: 'Running' } },
      ],
      ['GET /api/v1/namespaces/default/pods/web', 200, { status: { phase: 'Running' } }],
      ['POST /api/v1/namespaces/other/pods', { metadata: { name: 'db' } }, 201],
      ['GET /api/v1/namespaces/other/pods?labelSelector=app%3Dweb', 200, { items: [] }],
      ['GET /api/v1/namespaces/default/pods?labelSelector=app%3Dweb', 200, { items: [{ metadata: { name: 'web' } }] }],
      ['GET /api/v1/pods', 200, { items: [any, any] }],
    ],
  },
  tracker: {
    'updates timestamps together with states': [
      ['POST /issues', { title: 'Leak' }, 201, { number: 1, state: 'open', closed_at: null, priority: 'low' }],
      ['PATCH /issues/1', { state: 'closed' }, 200, { state: 'closed', closed_at: '2026-01-15T09:00:00.000Z' }],
      [
        'PATCH /issues/1',
        { state: 'open', archived: true },
        200,
        { closed_at: null, status: 'archived', title: 'Leak' },
      ],
      ['PUT /issues/1/lock', 204],
      ['GET /issues/1', 200, { locked: true, review_state: 'asked' }],
      ['DELETE /issues/1/lock', 204],
      ['DELETE /issues/1', 200, { state: 'closed', locked: false }],
      ['GET /issues/1', 200, { state: 'closed' }],
    ],
    'copies records, embeds references and lists the newest record first': [
      ['POST /users', { name: 'Ada' }, 201],
      ['POST /issues', { title: 'Leak', owner: '$1' }, 201, { owner: { id: '$1', name: 'Ada' } }],
      ['POST /issues/1/copy', 201, { number: 2, title: 'Leak' }],
      ['GET /issues', 200, [{ number: 2 }, { number: 1 }]],
      ['POST /issues', { title: 'Dust', labels: ['bug', 'old'] }, 201],
      ['GET /issues?labels=old,bug', 200, [{ number: 3 }]],
    ],
    'stores sent values, and lists all records if the filter defaults to "none"': [
      ['POST /builds', { ref: 'next', log_url: '' }, 201, { ref: 'next', page_url: expect.stringMatching(/^https?:/) }],
      ['GET /builds', 200, [{ ref: 'next' }]],
      ['GET /builds?ref=main', 200, []],
    ],
    'creates records under one path and reads them at another': [
      ['POST /issues', { title: 'Leak' }, 201],
      ['POST /issues/1/comments', { body: 'Yes' }, 201, { id: 1, issue_number: 1 }],
      ['POST /issues', { title: 'Dust' }, 201],
      ['GET /issues/2/comments', 200, []],
      ['GET /issues/1/comments', 200, [{ body: 'Yes' }]],
      ['GET /issues/comments/1', 200, { body: 'Yes' }],
      ['DELETE /issues/comments/1', 204],
      ['GET /issues/1/comments', 200, []],
      ['GET /issues/3/comments', 404],
    ],
    'has no nested records under a new record, and returns path parameters': [
      ['POST /issues', { title: 'Leak' }, 201],
      ['GET /issues/1/events', 200, { events: [] }],
      ['GET /issues/1/estimate', 200, { number: 1, hours: any }],
      ['GET /users/u/star/1', 404],
      ['PUT /users/u/star/1', 204],
      ['GET /users/u/star/1', 204],
      ['DELETE /users/u/star/1', 204],
    ],
  },
};

describeStyles(styles);
