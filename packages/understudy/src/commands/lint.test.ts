import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCli } from '../testing/run-cli.js';

const scratch = () => mkdtemp(join(tmpdir(), 'understudy-'));

describe('understudy lint', () => {
  it('names place and fault of a description with an error', async () => {
    const file = join(await scratch(), 'openapi.yaml');
    await writeFile(
      file,
      "openapi: 3.1.0\ninfo: { title: T, version: '1' }\npaths:\n  /a/{id}:\n    get:\n      operationId: a\n      responses: { '200': { description: ok } }\n",
    );
    const { code, out } = await runCli('lint', file);
    expect(code).toBe(1);
    expect(out).toContain('{id}');
    expect(out).toContain(file);
  });

  it('names line and column of a file that is not YAML', async () => {
    const file = join(await scratch(), 'openapi.yaml');
    await writeFile(file, 'openapi: [3.1.0\npaths: }');
    const { code, err } = await runCli('lint', file);
    expect([code, err]).toEqual([2, expect.stringMatching(/line \d+, column \d+|:\d+:\d+/)]);
  });
});
