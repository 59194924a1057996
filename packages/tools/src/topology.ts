// npm run topology: several servers on one PostgreSQL behind a proxy, on this machine, until Ctrl-C.
import { CommandLine } from './command-line.ts';
import { onNpmEnd } from './steps.mjs';
import { hasWorkers, startTopology } from './topology/start-topology.ts';

const usage = `Usage: npm run topology -- [options] [-- options of understudy start]

  --servers <n>   servers that share the database (default 3)
  --workers <n>   processes that compute for them (default 2)
  --port <n>      port of the proxy that hands each request to the next server; 0 picks a free one (default 4010)
  --data <url>    a database that is there, postgres://user:password@host:port/name; without it one is started, and
                  goes at the end with all it holds
  -h, --help      this page`;

const line: CommandLine = new CommandLine(usage);
const { values, positionals } = line.read({
  allowPositionals: true,
  options: {
    servers: { type: 'string', default: '3' },
    workers: { type: 'string', default: '2' },
    port: { type: 'string', default: '4010' },
    data: { type: 'string' },
    help: { type: 'boolean', short: 'h', default: false },
  },
});
const { data } = values;
if (data !== undefined && !/^postgres(ql)?:/.test(data)) line.refuse(`--data ${data} is not a database URL.`);
const servers = line.wholeNumber('servers', values.servers, 1, 32);
const wanted = line.wholeNumber('workers', values.workers, 0, 32);
const port = line.wholeNumber('port', values.port, 0, 65_535);

const stopped = new Promise((resolve) => {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, resolve);
  onNpmEnd('topology', () => resolve(undefined));
});
const workers = wanted > 0 && !hasWorkers() ? 0 : wanted;
const starting = startTopology({
  servers,
  workers,
  port,
  serverArguments: positionals,
  ...(data === undefined ? {} : { data }),
});
try {
  const topology = await starting;
  console.log(`Understudy is ready at ${topology.url}`);
  const parts = [topology.proxy, ...topology.servers, ...topology.workers];
  for (const [index, { name, pid }] of parts.entries()) {
    console.log(`  ${name.padEnd(10)} pid ${pid}  ${topology.addresses[index - 1] ?? ''}`.trimEnd());
  }
  console.log(`  ${'database'.padEnd(10)} ${withoutPassword(topology.database)}`);
  console.log('Press Ctrl-C to stop.');
  await stopped;
  await topology.close();
  const said = topology.complaints();
  if (said !== '') console.error(said);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

function withoutPassword(url: string): string {
  const address = new URL(url);
  address.password = '';
  return address.href;
}
