import { readFileSync } from 'node:fs';
import { toKebabCase } from '@understudy/contract';
import { describe, expect, it } from 'vitest';
import { useNotesApi } from '../testing/use-notes-api.js';
import { controlErrors } from './control-errors.js';

const start = useNotesApi();

const fault = (rule: object) => ({ faults: [{ effect: { status: 500 }, ...rule }] });

describe('the control plane', () => {
  it('accepts the longest fault durations, but does not advance the clock past the year 9999', async () => {
    const notes = start();
    await notes.send('PUT /_sim/clock', { mode: 'manual', at: '9990-01-01T00:00:00Z' });
    const longest = { fixed: 'PT9999999999.999S' };
    const set = await notes.send('PUT /_sim/faults', fault({ ttl: 'P9999W', effect: { delay: longest } }));
    expect(set).toMatchObject({
      status: 200,
      body: { faults: [{ expiresAt: '9999-12-31T23:59:59.999Z', effect: { delay: longest } }] },
    });
    const held = notes.send('GET /notes/a');
    await notes.send('GET /_sim/clock');
    await notes.send('POST /_sim/clock/advance', { to: '9999-12-31T23:59:59.999Z' });
    expect((await held).status).toBe(404);
    expect((await notes.send('POST /_sim/clock/advance', { by: 'P1D' })).status).toBe(400);
  });

  it.each([
    ['content-length', '5'],
    ['Transfer-Encoding', 'chunked'],
    ['x-wrong name', 'x'],
    ['x-text', 'ключ'],
    ['x-line', 'a\r\nset-cookie: b'],
    ['x-inbox-delay', 'soon'],
    ['Clear-Site-Data', '"*"'],
    ['strict-transport-security', 'max-age=31536000'],
    ['alt-svc', 'h2="elsewhere.example:443"'],
  ])('rejects an inbox response or fault with the header %s: %s', async (name, value) => {
    const notes = start();
    const told = await notes.send('PUT /_sim/inbox/in/answers', {
      answers: [{ status: 200, headers: { [name]: value } }],
    });
    expect(told.status).toBe(400);
    expect(told.body.errors[0].pointer).toMatch(new RegExp(`^/body/answers/0/headers/${name}$`, 'i'));
    expect((await notes.send('POST /_sim/inbox/in', {})).status).toBe(204);
    if (name === 'x-inbox-delay') return;
    const rule = await notes.send('PUT /_sim/faults', fault({ effect: { headers: { [name]: value } } }));
    expect(rule.status).toBe(400);
  });

  it('rejects a fault rule with an unknown operation or API, and suggests the nearest name', async () => {
    const notes = start();
    const slip = await notes.send('PUT /_sim/faults', fault({ match: { operationId: 'getNoet' } }));
    expect(slip).toMatchObject({ status: 400, body: { errors: [{ pointer: '/body/faults/0/match/operationId' }] } });
    expect(slip.body.detail).toContain('Did you mean "getNote"?');
    const api = await notes.send('PUT /_sim/faults', fault({ match: { api: 'note' } }));
    expect(api.body.detail).toContain('Did you mean "notes"?');
  });

  it('rejects an unknown query parameter, except at an inbox', async () => {
    const notes = start();
    const slip = await notes.send('GET /_sim/journal?ordre=desc');
    expect(slip).toMatchObject({ status: 400, body: { errors: [{ pointer: '/query/ordre' }] } });
    expect(slip.body.detail).toContain('Did you mean "order"?');
    expect((await notes.send('GET /_sim/clock?now=1')).body.detail).toContain('accepts none');
    expect((await notes.send('POST /_sim/inbox/in?key=1', {})).status).toBe(204);
  });
});

it('the operating guide lists every problem code', () => {
  const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');
  const declared = ['../../../kernel/src/server-errors.ts', 'control-errors.ts'].flatMap((path) =>
    [...read(path).matchAll(/createErrorResult\(\s*\d+,\s*'([^']+)'/g)].map(([, code = '']) => code),
  );
  const [, section = ''] = read('../../../../docs/operating.md').split('## Problem codes');
  const documented = section.slice(0, section.indexOf('\n## ')).matchAll(/`([a-z]+(?:-[a-z]+)*)`(?=[^|\n]*\| \d)/g);
  const { tokenRefused: _unauthorized, injected: _onRequest, ...errors } = controlErrors;
  declared.push(...Object.keys(errors).map(toKebabCase));
  expect([...new Set(declared)].sort()).toEqual([...documented].map(([, code]) => code).sort());
});
