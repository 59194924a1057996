/**
 * Runs the container image in tests with Testcontainers.
 *
 * @example
 * import { UnderstudyContainer } from 'api-understudy/testcontainers';
 *
 * const understudy = await new UnderstudyContainer('understudy').withApi('inventory').start();
 * await fetch(`${understudy.url}/io/health_check`);
 * await understudy.control.advance('PT61M');
 * await understudy.stop();
 *
 * @packageDocumentation
 */
import { randomBytes } from 'node:crypto';
import { basename } from 'node:path';
import {
  AbstractStartedContainer,
  GenericContainer,
  getContainerRuntimeClient,
  type StartedTestContainer,
  Wait,
} from 'testcontainers';
import { Control } from './control/control.js';

const port = 4010;

/** A container of the Understudy image. Its clock is manual, and it starts with the demo data. */
export class UnderstudyContainer extends GenericContainer {
  readonly #args: string[] = [];
  #files = 0;
  #token = randomBytes(24).toString('base64url');

  /** @param image the name of the image, with its tag */
  constructor(image: string) {
    super(image);
    const ready = Wait.forHttp('/_sim/health/ready', port, { abortOnContainerExit: true });
    this.withExposedPorts(port).withWaitStrategy(ready);
  }

  /** Adds a built-in API such as `inventory`, or the URL of a description. Default: all built-in APIs. */
  withApi(name: string): this {
    return this.withOptions(name);
  }

  /** Adds an API from its OpenAPI description, a file on this machine. */
  withDescription(file: string): this {
    return this.withOptions(this.#copy(file));
  }

  /** Sets the initial data: `demo`, `demo:<records>` or `empty`. */
  withSeed(name: string): this {
    return this.withOptions('--seed', name);
  }

  /** Sets the initial data to a seed file or a snapshot on this machine. */
  withSeedFile(file: string): this {
    return this.withOptions('--seed', this.#copy(file));
  }

  /** Sets the control token, of at least 16 characters. Default: a random token. */
  withToken(token: string): this {
    this.#token = token;
    return this;
  }

  /** Adds options of `understudy start`, such as `'--progression', 'polls:3'`. */
  withOptions(...options: string[]): this {
    this.#args.push(...options);
    return this;
  }

  override async start(): Promise<StartedUnderstudyContainer> {
    // Clients reach the control plane under the host name of the container runtime.
    const { info } = await getContainerRuntimeClient();
    const access = ['--host', '0.0.0.0', '--allowed-hosts', info.containerRuntime.host];
    this.withCommand(['start', ...access, '--clock', 'manual', ...this.#args]);
    this.withEnvironment({ UNDERSTUDY_CONTROL_TOKEN: this.#token });
    return new StartedUnderstudyContainer(await super.start(), this.#token);
  }

  /** Copies a file into its own folder and keeps its name, which can determine the name of an API. */
  #copy(source: string): string {
    this.#files += 1;
    const target = `/understudy/${this.#files}/${basename(source)}`;
    this.withCopyFilesToContainer([{ source, target }]);
    return target;
  }
}

/** A running container. */
export class StartedUnderstudyContainer extends AbstractStartedContainer {
  /** The base URL of all APIs. */
  readonly url: string;
  readonly token: string;
  readonly control: Control;

  constructor(container: StartedTestContainer, token: string) {
    super(container);
    this.url = `http://${container.getHost()}:${container.getMappedPort(port)}`;
    this.token = token;
    this.control = new Control(this.url, (asked, call) =>
      fetch(asked, { ...call, headers: { ...call.headers, authorization: `Bearer ${token}` } }),
    );
  }
}
