import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runCli } from './testing/run-cli.js';
import { useResources } from './testing/use-resources.js';

const { start, folderWith, listen } = useResources();

/** A stage of its own kind: another form of a state, and an undocumented property in a response. */
async function startStage(): Promise<string> {
  const { url } = await start({
    apis: ['einvoicing'],
    port: 0,
    settings: { apis: { einvoicing: { companyState: 'enum' } } },
  });
  return await listen(
    createServer(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk);
      const { method = 'GET', url: path = '' } = request;
      const headers = Object.entries(request.headers).map(([name, value]): [string, string] => [name, String(value)]);
      const body = method === 'GET' ? {} : { body: Buffer.concat(chunks) };
      const passed = headers.filter(([name]) => !['connection', 'transfer-encoding', 'host'].includes(name));
      const answer = await fetch(url + path, { method, headers: passed, ...body });
      const text = await answer.text();
      const isState = path.endsWith('/status') && answer.ok;
      const kept = [...answer.headers].filter(
        ([name]) => !/^(content-length|connection|transfer-encoding)$/.test(name),
      );
      response.writeHead(answer.status, Object.fromEntries(kept));
      response.end(isState ? JSON.stringify({ ...JSON.parse(text), extra: 7 }) : text);
    }),
  );
}

it('proposes a setting, an Overlay and gap verdicts that make the simulator match the stage', async () => {
  const folder = await folderWith();
  const [report, learned] = [join(folder, 'stage.json'), join(folder, 'learned')];
  const claim = ['--claim', 'einvoicing.company.identity'];
  await runCli('test', 'run', '--target', await startStage(), ...claim, '--report', `json=${report}`);
  const { code, out } = await runCli('learn', report, '--folder', learned, '--json');
  expect(code).toBe(0);
  const { before, after, settings, files } = JSON.parse(out);
  expect([before.length > 1, after]).toEqual([true, []]);
  expect(Object.keys(settings)).toEqual(['einvoicing.companyState=enum']);
  expect(files).toEqual(['overlay.yaml', 'understudy.config.yaml', 'gaps.yaml']);
  expect(await readFile(join(learned, 'gaps.yaml'), 'utf8')).toMatch(
    /einvoicing\.gap\.company-states[\s\S]*basis: observed/,
  );
  expect(await readFile(join(learned, 'overlay.yaml'), 'utf8')).toMatch(/extra:\s+type: integer/);
  // Without the setting, the description alone does not match stage.
  const overlay = ['--overlays', join(learned, 'overlay.yaml')];
  const { out: rest } = await runCli('compare', 'in-process', report, ...overlay, ...claim);
  expect(rest).toContain('company_state');
  expect(rest).not.toContain('extra');
}, 120_000);
