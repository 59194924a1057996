// Prints how many tokens a core issues in a second, including the request pipeline.
import { createSimulators } from '@understudy/server';
import { identitySimulator } from '@understudy/simulator-identity';

const sandbox = { clock: { mode: 'real' }, progression: 'immediate', seed: 'empty', randomSeed: '1' } as const;
const simulators = createSimulators({ simulators: [identitySimulator], sandbox });
const form = 'grant_type=client_credentials&client_id=demo-client&client_secret=demo-secret&scope=understudy-stage:io';
const request = {
  method: 'POST',
  url: '/oidc/token',
  origin: 'http://localhost',
  body: Buffer.from(form),
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
};
const send = async (times: number) => {
  for (let sent = 0; sent < times; sent += 1) await simulators.handle(request);
};
await send(3000);
const before = process.cpuUsage();
await send(10000);
const { user, system } = process.cpuUsage(before);
console.log(1e10 / (user + system));
