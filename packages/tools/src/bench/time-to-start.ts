import { mustRun, startServer } from '../gate.ts';

/** Returns the time from the start of the process to its first 200 response, in milliseconds. */
export async function timeToFirstAnswer(seed: string): Promise<number> {
  const started = performance.now();
  const { url, stop } = await startServer('--seed', seed);
  const { status } = await fetch(`${url}/io/health_check`);
  const time = performance.now() - started;
  await stop();
  if (status !== 200) throw new Error(`The first response was ${status}`);
  return time;
}

const script = `const { startSimulators } = await import('api-understudy');
    const started = performance.now();
    const simulators = await startSimulators();
    console.log(performance.now() - started);
    await simulators.close();`;

/** Returns the time that `startSimulators()` takes in a new process after the import, in milliseconds. */
export async function timeInProcess(): Promise<number> {
  return Number(await mustRun(['--input-type=module', '-e', script]));
}
