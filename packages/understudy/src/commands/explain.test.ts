import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { printed, refused, runCli } from '../testing/run-cli.js';
import { useResources } from '../testing/use-resources.js';

const { fileWith } = useResources();

const workshop = fileURLToPath(new URL('../../../described/src/testing/workshop.yaml', import.meta.url));

it('prints a model with one line for each operation, which --model takes back without a change', async () => {
  const { out, code } = await runCli('explain', workshop);
  expect(code).toBe(0);
  expect(out).toContain('# Workshop, served as "workshop": 9 operations');
  expect(out).toMatch(/^ {2}createClient: \{ create: clients.*\} # POST \/clients: 201$/m);
  const file = await fileWith('model.yaml', out);
  const again = await runCli('explain', workshop, '--model', file);
  expect(parse(again.out)).toEqual(parse(out));
});

it('--why prints the rule and the evidence of each inferred statement', async () => {
  const { out } = await runCli('explain', workshop, '--why');
  expect(out).toMatch(/^ *# reference-by-name: \/components\/.*\n *refersTo: clients$/m);
  expect(out).toContain('stores one of clients');
});

it('--full prints a pin, and --against shows which statements differ from it', async () => {
  const { out } = await runCli('explain', workshop, '--full');
  expect(parse(out)).toMatchObject({
    inferred: false,
    operations: { getClient: { read: 'clients', key: 'path.clientId', status: [200] } },
  });
  const pin = await fileWith('pin.yaml', out);
  expect(await runCli('explain', workshop, '--against', pin)).toMatchObject(printed(`The model is that of ${pin}.`));

  const older = await fileWith('older.yaml', out.replace('read: clients', 'read: repairs'));
  const compared = await runCli('explain', workshop, '--against', older);
  expect(compared.out).toContain('1 statements differ');
  expect(compared.out).toContain('/operations/getClient/read: "repairs" -> "clients"');
});

it('refuses --against with --full', async () => {
  const file = await fileWith('pin.yaml', 'understudy: 1\n');
  expect(await runCli('explain', workshop, '--full', '--against', file)).toMatchObject(
    refused('--against prints differences'),
  );
});
