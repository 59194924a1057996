import { expect } from 'vitest';
import { describeStyles } from './testing/describe-styles.js';

const uuid = expect.stringMatching(/^[0-9a-f]{8}-/);
const now = '2026-01-15T09:00:00.000Z';

describeStyles({
  notes: {
    'infers resources without a schema from examples and from requests': [
      [
        'POST /pages',
        { title: 'Plan', labels: [{ name: 'a' }], author: { object: 'user', name: 'Ann' } },
        200,
        { object: 'page', id: uuid, created_time: now, archived: false, title: 'Plan', labels: [{ name: 'a' }] },
      ],
      ['POST /pages', { title: 'Plan', author: { objects: 'user' } }, 400],
      ['PATCH /pages/$1', { archived: true }, 200, { id: '$1', title: 'Plan', archived: true }],
      ['GET /pages/$1', 200, { id: '$1', archived: true }],
    ],
    'stores several records from one request': [
      ['POST /pages', { title: 'Plan' }, 200],
      [
        'PATCH /pages/$1/children',
        { children: [{ text: 'One' }, { text: 'Two' }] },
        200,
        { object: 'list', results: [{ object: 'page', id: uuid, text: 'One' }, { text: 'Two' }] },
      ],
      ['GET /pages/$1/children?page_size=1', 200, { results: [{ text: 'One' }], has_more: true, next_cursor: uuid }],
      ['GET /pages/$1/children', 200, { results: [{}, {}], has_more: false, next_cursor: null }],
      ['POST /owners/bo/books', { name: 'blue' }, 201],
      ['POST /owners/bo/books/blue/labels', { labels: ['old', 'rare'] }, 200, [{ name: 'old' }, { name: 'rare' }]],
      ['DELETE /owners/bo/books/blue/labels/old', 204],
      ['GET /owners/bo/books/blue/labels', 200, [{ name: 'rare' }]],
      ['POST /owners/bo/books/blue/labels', { labels: Array.from({ length: 501 }, String) }, 413],
    ],
    'responds like the documented example, with a new id each time': [
      [
        'POST /summaries',
        { text: 'Long' },
        200,
        { id: expect.stringMatching(/^sum-\w{13}$/), object: 'summary', created: 1_768_467_600, text: 'Long' },
      ],
    ],
    'prefixes ids by resource type, and sets the received amount on confirmation': [
      [
        'POST /transfers',
        { amount: 5, tags: '["a"]' },
        200,
        {
          id: expect.stringMatching(/^bt_\w{24}$/),
          status: 'pending',
          is_transfer: true,
          source: 'outbound-api',
          tags: ['a'],
        },
      ],
      ['GET /transfers/$1/confirm', 404],
      ['POST /transfers/$1/confirm', 200, { status: 'succeeded', amount_received: 5 }],
      ['GET /transfers/$1/confirm', 204],
    ],
    'replaces values of the documented example by values of the new record': [
      [
        'POST /owners/bo/books',
        { name: 'blue', sha: 'ff', editors: ['cy'], event: 'APPROVE' },
        201,
        {
          full_name: 'bo/blue',
          url: expect.stringMatching(/\/owners\/bo\/books\/blue$/),
          state: 'APPROVED',
          head: { sha: 'ff' },
          editors: [{ login: 'cy' }],
        },
      ],
    ],
    'adds items to a list of a record and removes them': [
      ['POST /owners/bo/books', { name: 'blue' }, 201],
      ['POST /owners/bo/books/blue/addEditor', { data: { editor: 'cy' } }, 204],
      ['POST /owners/bo/books/blue/addEditor', { data: { editor: 'di' } }, 204],
      ['GET /owners/bo/books/blue/editors', 200, [{ login: 'cy' }, { login: 'di' }]],
      ['DELETE /owners/bo/books/blue/editors/cy', 204],
      ['GET /owners/bo/books/blue', 200, { editors: [{ login: 'di' }] }],
      ['POST /owners/bo/books/red/addEditor', { data: { editor: 'cy' } }, 404],
    ],
    'changes the members of the room that a call names': [
      ['POST /rooms.create', { name: 'one' }, 200],
      ['POST /rooms.invite', { room: '$1', users: 'u1,u2' }, 200],
      ['POST /rooms.kick', { room: '$1', users: 'u1' }, 200],
      ['POST /rooms.members', { room: '$1' }, 200, { members: ['u2'], next_cursor: '' }],
    ],
    'finds stored records through other paths': [
      ['POST /shelves/bo/books', { name: 'green' }, 201],
      ['GET /owners/bo/books/green', 200, { name: 'green' }],
      ['GET /shelves/bo/books', 200, [{ name: 'green' }]],
      ['GET /pages/p1/text', 200, { id: 'p1' }],
      ['POST /reviews', { subject: { page_id: 'p1' } }, 200],
      ['POST /reviews', { subject: { page_id: 'p2' } }, 200],
      ['GET /reviews?block_id=p1', 200, { data: [{ subject: { page_id: 'p1' } }] }],
    ],
  },
});
