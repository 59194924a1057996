import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { createStepDebugger } from './step-debugger.js';

it('shows what a terminal would obey', async () => {
  let out = '';
  const stepper = createStepDebugger({
    input: Readable.from(['\n']),
    write: (text) => {
      out += text;
    },
  });
  const request = { method: 'GET', url: 'http://a/', headers: { x: '\u001b[2J' }, bodyBytes: 0 };
  const name = { workflowId: 'w', stepId: 's' };
  await stepper.pause({ ...name, file: 'a.yaml', request });
  const response = { status: 200, headers: { x: 'a\u009b31m' }, body: '\u001b]0;owned\u0007\n::error::', bodyBytes: 9 };
  const exchange = { request, response, startedAt: '', durationMilliseconds: 1, requestNotes: [] };
  const problems = [{ ruleId: 'x', severity: 'error' as const, message: 'was \u202e', pointer: '' }];
  const attempt = { passed: false, exchange, problems };
  stepper.onEvent({
    type: 'step-attempted',
    workflow: { file: 'a.yaml', workflowId: 'w' },
    stepId: 's',
    number: 1,
    attempt,
  });
  stepper.close();
  expect(out).toContain('a\\u009b31m');
  expect(out).toContain('\\u001b]0;owned\\u0007\n  \\u003a:error::');
  expect(out).not.toMatch(/[^\P{Cc}\n]|\u202e/u);
});
