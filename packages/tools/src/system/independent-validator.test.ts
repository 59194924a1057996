// The whole suite runs through a proxy. Our validator, Prism and the ledger check the run: Prism validates every response with
// its own reader, and every testable claim must be proved. Requests go directly to the simulators, because Prism would reject
// the invalid ones.

import { cli, GateFailed, runNode, startServer } from '../gate.ts';
import { prove } from '../testing/prove.ts';
import { type ProxiedResponse, startProxy } from '../testing/proxy.ts';
import { describedApis } from './testing/described-apis.ts';
import { createJudge, type Judge } from './testing/validator/judge.ts';
import { type Asked, prismValidator, type Validator } from './testing/validator/prism-validator.ts';

prove(
  'proves every testable claim, and Prism finds nothing wrong in the responses',
  { seconds: 1200, quick: true },
  async () => {
    const validators = await Promise.all((await describedApis()).map(prismValidator));
    const judge = createJudge(validators);
    await proveVigilance(judge, validators);
    // A link already has the sandbox, so the prefix repeats when a client appends it to the address of the sandbox.
    const front = await startProxy({
      onResponse: ({ method, url, headers }, response) =>
        judge.judge({ method, path: url.replace(/^(?:\/~[^/?]*)+/, '') || '/', accept: headers['accept'] }, response),
      onError: ({ method, url }, error) => judge.report.violations.push(`${method} ${url}: ${String(error)}`),
    });
    // Links in responses must lead through the proxy.
    const server = await startServer('--seed', 'empty', '--public-url', front.url);
    front.connect(server.listening);
    const { code, said } = await runNode([cli, 'test', 'coverage', '--target', front.url]);
    const { answers, outside, violations } = judge.report;
    if (violations.length > 0) throw new GateFailed(violations.join('\n'));
    if (code !== 0) throw new GateFailed(`The suite fails, or does not prove every testable claim:\n${said}`);
    if (server.complaints() !== '') throw new GateFailed(server.complaints());
    const proved = /^\d+ of \d+ testable claims proved/m.exec(said)?.[0] ?? 'no claim is counted';
    return `Prism finds nothing wrong in ${answers} answers (${outside} more are no operation's); ${proved}`;
  },
);

/** For each API, Prism must find an undocumented status, a wrong media type and a wrong body. */
async function proveVigilance(judge: Judge, validators: readonly Validator[]): Promise<void> {
  const json = { 'content-type': 'application/json' };
  for (const { operations } of validators) {
    const { method = 'get', path = '/' } = operations.find((one) => !one.path.includes('{')) ?? {};
    await mustFind(judge, { method, path }, { status: 418, headers: json, body: '{}' });
    await mustFind(judge, { method, path }, { status: 200, headers: { 'content-type': 'text/none' }, body: '{}' });
    const [first] = operations.flatMap((one) =>
      one.responses
        .filter(({ code, contents = [] }) => code.startsWith('2') && contents[0]?.mediaType === 'application/json')
        .map(({ code }) => ({ ...one, status: Number(code) })),
    );
    if (first === undefined) throw new GateFailed(`No operation beside ${method} ${path} answers with JSON.`);
    const asked = { method: first.method, path: first.path.replaceAll(/\{[^}]+\}/g, 'one') };
    await mustFind(judge, asked, { status: first.status, headers: json, body: '4711' });
  }
}

async function mustFind(judge: Judge, { method, path }: Asked, answer: ProxiedResponse): Promise<void> {
  const found = await judge.violationsOf({ method: method.toUpperCase(), path }, answer);
  if (found.length > 0) return;
  throw new GateFailed(`Prism lets ${method} ${path} pass with ${answer.status} ${JSON.stringify(answer)}.`);
}
