import { expect, it } from 'vitest';
import { describeRentals } from '../testing/describe-rentals.js';
import { createSender, describeText, serveDescribed } from '../testing/serve-described.js';

it.each([
  '- `busy` – the tool is rented\n- `blocked` – the member is blocked',
  '`blocked` - the member is blocked; `busy` - the tool is rented.',
  'Either the member is blocked (`blocked`), or the tool is rented (`busy`).',
  'The rental is refused:\n`blocked` - the member is blocked;\n`busy` - the tool is rented.',
  'The tool cannot be rented: `blocked` if the member is blocked, `busy` if the tool is rented.',
  '| Code | Reason |\n|---|---|\n| `blocked` | The member is blocked. |\n| `busy` | The tool is rented. |',
  '| Reason | Code |\n|---|---|\n| The member is blocked | `blocked` |\n| The tool is rented | `busy` |',
  '* **`blocked`** the member is blocked\n* **`busy`** the tool is rented',
  '1. `blocked`: the member is blocked\n2. `busy`: the tool is rented',
  '`blocked` is returned if the member is blocked and `busy` if the tool is rented.',
  'Not possible: the member is blocked (code `blocked`); the tool is rented (code `busy`).',
  'Code `blocked`: the member is blocked. Code `busy`: the tool is rented.',
])('each error code in a list applies to its own reason: %s', async (refused) => {
  const { api } = await describeText('rentals', describeRentals({ refused }));
  const call = createSender(await serveDescribed(api));
  const rent = async (tool: object, member: object) => {
    const { body: ofTool } = await call('POST /tools', { name: 'Drill', pricePerDay: 4, ...tool });
    const { body: ofMember } = await call('POST /members', { name: 'Ada', ...member });
    const { status, body } = await call('POST /rentals', { toolId: ofTool.id, memberId: ofMember.id });
    return status === 409 ? body.code : status;
  };
  expect(await rent({}, {})).toBe(201);
  expect(await rent({}, { blocked: true })).toBe('blocked');
  expect(await rent({ status: 'rented' }, {})).toBe('busy');
});
