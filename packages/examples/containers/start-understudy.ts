import { randomUUID } from 'node:crypto';
import { GenericContainer, Wait } from 'testcontainers';

/**
 * Starts the image on a free port and waits until it is ready.
 *
 * @returns the base URL of the APIs, the control plane's token, and what ends the container
 */
export async function startUnderstudy(image = 'understudy', ...apis: string[]) {
  const token = randomUUID();
  const container = await new GenericContainer(image)
    .withCommand(['start', ...apis, '--host', '0.0.0.0', '--clock', 'manual'])
    .withEnvironment({ UNDERSTUDY_CONTROL_TOKEN: token })
    .withExposedPorts(4010)
    .withTmpFs({ '/tmp': 'rw' })
    .withWaitStrategy(Wait.forHealthCheck())
    .start();
  const url = `http://${container.getHost()}:${container.getMappedPort(4010)}`;
  return { url, token, stop: () => container.stop() };
}
