import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { findFreePort } from '@understudy/server/testing';
import { listen } from '../../clients/listen.ts';
import { cli, temporaryFolder } from '../../gate.ts';
import { spawnChild } from '../../managed-process.ts';

interface Container {
  readonly config: { Cmd: string[]; Env: string[]; ExposedPorts: Record<string, unknown>; HostConfig: object };
  /** The root of the copied files. */
  readonly root: string;
  readonly hostPort: number;
  readonly errors: string[];
  process?: ChildProcess;
}

/**
 * Implements a part of Docker's HTTP API for machines without a container engine. Listens on loopback and runs each
 * container as a process of the command line, with the container's command, environment and copied files, and on the
 * host port that is mapped to its exposed port. `unknown`: unsupported calls. `running`: the number of running
 * containers.
 */
export async function startDockerStandIn() {
  const containers = new Map<string, Container>();
  const unknown: string[] = [];
  const calls: readonly [RegExp, (id: string, request: IncomingMessage) => unknown][] = [
    [/^GET \/_ping/, () => 'OK'],
    [/^GET \/(?:containers|images)\/json/, () => []],
    [/^POST \/(?:networks|volumes|images|containers)\/prune/, () => ({})],
    [
      /^GET \/info$/,
      () => ({ ServerVersion: '28.0.0', OperatingSystem: 'Linux', OSType: 'linux', MemTotal: 1, NCPU: 1 }),
    ],
    [/^GET \/version$/, () => ({ Version: '28.0.0', ApiVersion: '1.48', MinAPIVersion: '1.24', Os: 'linux' })],
    [
      /^GET \/images\/(.+)\/json$/,
      (name) => ({ Id: name, RepoTags: [name], Created: '2026-01-01T00:00:00Z', Config: {} }),
    ],
    [
      /^POST \/containers\/create/,
      async (_, request) => {
        const id = String(containers.size + 1).padStart(64, '0');
        const config = (await json(request)) as Container['config'];
        containers.set(id, {
          config,
          root: temporaryFolder('container'),
          hostPort: Number(await findFreePort()),
          errors: [],
        });
        return { Id: id, Warnings: [] };
      },
    ],
    [
      /^PUT \/containers\/(\w+)\/archive/,
      async (id, request) => {
        const { root } = found(id);
        const tar = spawn('tar', ['-x', '-C', root], { stdio: ['pipe', 'ignore', 'inherit'] });
        request.pipe(tar.stdin);
        await once(tar, 'close');
        return '';
      },
    ],
    [
      /^POST \/containers\/(\w+)\/start/,
      (id) => {
        const container = found(id);
        const { config, root, hostPort } = container;
        const inRoot = config.Cmd.map((word) => (word.startsWith('/') ? join(root, word) : word));
        const env = Object.fromEntries(config.Env.map((line) => /^([^=]+)=(.*)$/s.exec(line)?.slice(1) ?? []));
        const child = spawnChild(process.execPath, [cli, ...inRoot, '--port', String(hostPort)], { env, cwd: root });
        child.stderr.setEncoding('utf8').on('data', (text: string) => container.errors.push(text));
        container.process = child;
      },
    ],
    [/^GET \/containers\/(\w+)\/json/, (id) => inspect(id, found(id))],
    [/^GET \/containers\/(\w+)\/logs/, (id) => toLogFrame(found(id).errors.join(''))],
    [
      /^(?:POST|DELETE) \/containers\/(\w+)(?:\/stop|\/kill|)(?:\?|$)/,
      async (id) => {
        const { process } = found(id);
        if (!isRunning(process)) return;
        process.kill('SIGTERM');
        await once(process, 'close');
      },
    ],
  ];
  const found = (id: string): Container => {
    const container = containers.get(id);
    if (container === undefined) throw new Error(`There is no container ${id}`);
    return container;
  };
  const server = createServer(async (request, response) => {
    const call = `${request.method} ${(request.url ?? '').replace(/^\/v1\.\d+/, '')}`;
    for (const [pattern, handle] of calls) {
      const match = pattern.exec(call);
      if (match === null) continue;
      const answer = await handle(match[1] ?? '', request);
      const isJson = typeof answer === 'object' && !Buffer.isBuffer(answer);
      response.setHeader('content-type', isJson ? 'application/json' : 'text/plain');
      response.writeHead(call.startsWith('POST /containers/create') ? 201 : answer === undefined ? 204 : 200);
      response.end(isJson ? JSON.stringify(answer) : (answer ?? ''));
      return;
    }
    unknown.push(call);
    response.writeHead(404, { 'content-type': 'application/json' }).end('{"message":"unknown call"}');
  });
  const url = await listen(server);
  return {
    url: url.replace('http:', 'tcp:'),
    unknown,
    running: () => [...containers.values()].filter(({ process }) => isRunning(process)).length,
  };
}

/** Returns the container details that client libraries read. */
function inspect(id: string, { config, hostPort, process }: Container): object {
  const runs = isRunning(process);
  const bindings = [{ HostIp: '127.0.0.1', HostPort: String(hostPort) }];
  return {
    Id: id,
    Name: `/container-${Number(id)}`,
    Created: '2026-01-01T00:00:00Z',
    Config: { ...config, Hostname: 'understudy', Labels: {} },
    HostConfig: config.HostConfig,
    State: {
      Status: runs ? 'running' : 'exited',
      Running: runs,
      ExitCode: process?.exitCode ?? 0,
      StartedAt: '2026-01-01T00:00:00Z',
      FinishedAt: runs ? '0001-01-01T00:00:00Z' : '2026-01-01T00:00:01Z',
    },
    NetworkSettings: {
      Networks: {},
      Ports: Object.fromEntries(Object.keys(config.ExposedPorts).map((port) => [port, bindings])),
    },
  };
}

/** Returns standard error as a frame of Docker's log stream. */
function toLogFrame(text: string): Buffer {
  const header = Buffer.from([2, 0, 0, 0, 0, 0, 0, 0]);
  header.writeUInt32BE(Buffer.byteLength(text), 4);
  return Buffer.concat([header, Buffer.from(text)]);
}

function isRunning(process: ChildProcess | undefined): process is ChildProcess {
  return process?.exitCode === null && process.signalCode === null;
}
