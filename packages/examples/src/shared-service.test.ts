import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { startSimulators } from 'api-understudy';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';

const folder = new URL('../shared-service/', import.meta.url);
const read = (file: string) => readFileSync(fileURLToPath(new URL(file, folder)), 'utf8');
const bin = fileURLToPath(new URL('../../understudy/bin/understudy.js', import.meta.url));

interface Container {
  readonly name: string;
  readonly args: string[];
  readonly ports?: readonly { readonly name: string; readonly containerPort: number }[];
  readonly readinessProbe?: { readonly httpGet: { readonly path: string; readonly port: string } };
  readonly livenessProbe?: { readonly httpGet: { readonly path: string; readonly port: string } };
}

function unknownOptions([command = '', ...args]: readonly string[]): string[] {
  const help = execFileSync(process.execPath, [bin, command, '--help', '--all'], { encoding: 'utf8' });
  return args.filter((arg) => arg.startsWith('--') && !new RegExp(`${arg}\\b`).test(help));
}

describe('the examples of a shared service', () => {
  it('compose: three servers that announce themselves, two workers, a proxy in front of all of them', () => {
    const { services } = parse(read('compose.yaml'), { merge: true });
    const names = (word: string) => Object.keys(services).filter((name) => name.startsWith(word));
    const servers = names('server-');
    expect([servers.length, names('worker-').length]).toEqual([3, 2]);
    const proxy = read('nginx.conf');
    for (const name of servers) {
      const { command } = services[name];
      expect(command[command.indexOf('--announce') + 1]).toBe(`http://${name}:4010`);
      expect(proxy).toContain(`server ${name}:4010`);
    }
    expect([...unknownOptions(services['server-1'].command), ...unknownOptions(services['worker-1'].command)]).toEqual(
      [],
    );
  });

  it('Kubernetes: what the containers are told is known, and what selects finds', () => {
    const documents = parseAllDocuments(read('kubernetes/understudy.yaml'));
    expect(documents.flatMap(({ errors }) => errors)).toEqual([]);
    const resources = documents.map((document) => document.toJS());
    const deployments = resources.filter(({ kind }) => kind === 'Deployment');
    expect(resources.map(({ apiVersion, kind }) => `${apiVersion} ${kind}`)).toEqual([
      'apps/v1 Deployment',
      'apps/v1 Deployment',
      'v1 Service',
      'policy/v1 PodDisruptionBudget',
    ]);
    for (const { spec } of deployments) {
      expect(spec.template.metadata.labels).toMatchObject(spec.selector.matchLabels);
      for (const container of spec.template.spec.containers as Container[]) {
        expect(unknownOptions(container.args)).toEqual([]);
        for (const probe of [container.readinessProbe, container.livenessProbe]) {
          if (probe === undefined) continue;
          expect(container.ports?.map(({ name }) => name)).toContain(probe.httpGet.port);
          expect(probe.httpGet.path).toMatch(/^\/_sim\/health\/(ready|live)$/);
        }
      }
    }
    const [, , service, budget] = resources;
    const [servers] = deployments;
    expect(servers.spec.template.metadata.labels).toMatchObject(service.spec.selector);
    expect(servers.spec.template.metadata.labels).toMatchObject(budget.spec.selector.matchLabels);
  });

  it('the dashboard and the alerts use only metrics and labels of the server', async () => {
    const server = await startSimulators({ apis: ['inventory'], seed: 'demo' });
    await server.fetch(`${server.url}/io/health_check`);
    const text = await (await server.fetch(`${server.url}/_sim/metrics`)).text();
    await server.close();
    const known = [...text.matchAll(/^# TYPE (\S+) (\S+)/gm)].flatMap(([, name = '', type]) =>
      type === 'counter' ? `${name}_total` : type === 'histogram' ? `${name}_bucket` : name,
    );
    const { panels } = JSON.parse(read('grafana-dashboard.json'));
    const { groups } = parse(read('prometheus-rules.yaml'));
    const queries: string[] = [
      ...panels.flatMap(({ targets }: { targets: { expr: string }[] }) => targets.map(({ expr }) => expr)),
      ...groups[0].rules.map(({ expr }: { expr: string }) => expr),
    ];
    const used = queries.flatMap((query) => query.match(/(?:understudy|process)_\w+/g) ?? []);
    expect(used.length).toBeGreaterThan(15);
    expect(used.filter((name) => !known.includes(name))).toEqual([]);
    expect(read('nginx.conf')).toMatch(/hash \$sandbox consistent/);
  });
});
