import { callControl } from './call-control.js';

/** An operation in the description of a simulated API. */
interface DescribedOperation {
  readonly operationId: string;
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  readonly parameters: ReadonlyArray<{ readonly name: string; readonly in: string }>;
}

/** The parts of a description that the console uses. */
interface Description {
  readonly title: string;
  readonly operations: readonly DescribedOperation[];
}

const methods = ['get', 'put', 'post', 'delete', 'patch', 'head', 'options'];
const known = new Map<string, Promise<Description | undefined>>();

/** The description of an API, loaded once; undefined if the server has none. */
export function loadDescription(api: string): Promise<Description | undefined> {
  const found = known.get(api) ?? callControl<unknown>(`GET apis/${api}/openapi.json`).then(read, () => undefined);
  known.set(api, found);
  return found;
}

function read(document: unknown): Description {
  const { info, paths, components } = Object(document);
  const resolved = (node: unknown) => {
    const { $ref } = Object(node);
    if (typeof $ref !== 'string') return Object(node);
    return Object(components?.parameters?.[$ref.split('/').at(-1) ?? '']);
  };
  const operations = Object.entries(Object(paths)).flatMap(([path, item]) =>
    methods.flatMap((method): DescribedOperation[] => {
      const operation = Object(item)[method];
      if (operation?.operationId === undefined) return [];
      const parameters = [...(Object(item).parameters ?? []), ...(operation.parameters ?? [])].map(resolved);
      const { operationId, summary = '' } = operation;
      return [{ operationId, method: method.toUpperCase(), path, summary, parameters }];
    }),
  );
  return { title: String(info?.title ?? ''), operations };
}
