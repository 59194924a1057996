/**
 * The used members of Testcontainers, an optional peer dependency that has many dependencies itself. A check compiles
 * the code against the real library.
 */
declare module 'testcontainers' {
  export class GenericContainer {
    constructor(image: string);
    start(): Promise<StartedTestContainer>;
    withCommand(command: string[]): this;
    withEnvironment(environment: Record<string, string>): this;
    withExposedPorts(...ports: number[]): this;
    withWaitStrategy(strategy: object): this;
    withCopyFilesToContainer(files: { source: string; target: string }[]): this;
  }
  export interface StartedTestContainer {
    getHost(): string;
    getMappedPort(port: number): number;
  }
  export class AbstractStartedContainer implements StartedTestContainer {
    constructor(started: StartedTestContainer);
    getHost(): string;
    getMappedPort(port: number): number;
  }
  export const Wait: { forHttp(path: string, port: number, options: { abortOnContainerExit: boolean }): object };
  export function getContainerRuntimeClient(): Promise<{ info: { containerRuntime: { host: string } } }>;
}
