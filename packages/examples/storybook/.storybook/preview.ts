import type { Preview } from '@storybook/react-vite';
import type { FaultRule } from 'api-understudy';
import { connectToServer, createSimulatorHandlers } from 'api-understudy/msw';
import { setupWorker } from 'msw/browser';

/** What a story expects of the back end, as `parameters.understudy`. */
export interface BackEnd {
  /** Records by API and collection. Default: the seed of the server. */
  readonly data?: Record<string, unknown>;
  readonly faults?: readonly FaultRule[];
}

const server = connectToServer(import.meta.env['STORYBOOK_UNDERSTUDY'] ?? 'http://127.0.0.1:4010');
const worker = setupWorker();
const started = worker.start({ quiet: true, onUnhandledRequest: 'bypass' });

/** Each story has a sandbox with its own data and faults. */
const preview: Preview = {
  loaders: [
    async ({ id, parameters }) => {
      const { data, faults = [] }: BackEnd = parameters['understudy'] ?? {};
      await started;
      const name = `story-${id}`;
      await server.control.sandboxes.delete(name).catch(() => undefined);
      await server.control.sandboxes.create(name);
      const { control } = connectToServer(`${server.url}/~${name}`);
      if (data !== undefined) await control.seed({ data });
      await control.faults.set(faults);
      worker.resetHandlers(...createSimulatorHandlers(server, { baseUrl: 'https://api.example', sandbox: { name } }));
      return {};
    },
  ],
};
export default preview;
