import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { startSimulators } from 'api-understudy';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { checkResources } from './testing/check-resources.js';
import { type Resource, renderChart } from './testing/render-chart.js';

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

describe('the deployment examples of a shared service', () => {
  it('Compose: the proxy lists the three announced servers, and all options exist', () => {
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

  it.each([
    ['the default values', {}, ['PodDisruptionBudget', 'Deployment', 'Service', 'Deployment']],
    [
      'an Ingress, TLS, more options and no workers',
      {
        ingress: { enabled: true, tlsSecret: 'certificate' },
        workers: { replicas: 0 },
        servers: { extraArgs: ['--keep-journal', 'P7D'] },
      },
      ['PodDisruptionBudget', 'Ingress', 'Deployment', 'Service'],
    ],
  ])('Helm with %s: options and ports exist, and selectors match', (_what, values, kinds) => {
    const resources = renderChart(new URL('helm/', folder), values);
    expect(resources.map(({ kind }) => kind)).toEqual(kinds);
    expect(checkResources(resources)).toEqual([]);
    const deployments = resources.filter(({ kind }) => kind === 'Deployment');
    for (const { spec } of deployments) {
      expect(spec.template.metadata.labels).toMatchObject(spec.selector.matchLabels);
      for (const container of spec.template.spec.containers as Container[]) {
        expect(unknownOptions(container.args)).toEqual([]);
        expect(container).toMatchObject({ securityContext: { readOnlyRootFilesystem: true, runAsNonRoot: true } });
        for (const probe of [container.readinessProbe, container.livenessProbe]) {
          if (probe === undefined) continue;
          expect(container.ports?.map(({ name }) => name)).toContain(probe.httpGet.port);
          expect(probe.httpGet.path).toMatch(/^\/_sim\/health\/(ready|live)$/);
        }
      }
    }
    const find = (wanted: string): Resource => resources.find(({ kind }) => kind === wanted);
    const [{ spec: servers }] = deployments;
    const { labels } = servers.template.metadata;
    expect(labels).toMatchObject(find('Service').spec.selector);
    expect(labels).toMatchObject(find('PodDisruptionBudget').spec.selector.matchLabels);
    const [{ args, env }] = servers.template.spec.containers;
    expect(env).toContainEqual({
      name: 'UNDERSTUDY_DATA',
      valueFrom: { secretKeyRef: { name: 'understudy', key: 'data' } },
    });
    const ingress = find('Ingress');
    if (ingress === undefined) return;
    expect(args.slice(-2)).toEqual(['--keep-journal', 'P7D']);
    const [{ http }] = ingress.spec.rules;
    expect(http.paths[0].backend.service).toEqual({ name: find('Service').metadata.name, port: { name: 'http' } });
    expect(ingress.metadata.annotations['nginx.ingress.kubernetes.io/upstream-hash-by']).toBe('$sandbox');
    expect(ingress.spec.tls).toEqual([{ hosts: ['understudy.example.com'], secretName: 'certificate' }]);
  });

  it('Helm: the check reports unknown, mistyped and missing fields', () => {
    const faults: readonly ((spec: Resource) => void)[] = [
      (spec) => Object.assign(spec, { replica: 3 }),
      (spec) => Object.assign(spec, { replicas: '3' }),
      (spec) => delete spec.selector,
    ];
    const spoilt = faults.map((spoil) => {
      const found = renderChart(new URL('helm/', folder), {}).find(({ kind }) => kind === 'Deployment');
      spoil(found.spec);
      return found;
    });
    expect(checkResources(spoilt)).toEqual([
      expect.stringContaining(`'"replica"' does not exist`),
      expect.stringContaining("'string' is not assignable to type 'number'"),
      expect.stringContaining("Property 'selector' is missing"),
    ]);
  });

  it('dashboard and alerts query only metrics and labels that the server exports', async () => {
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
