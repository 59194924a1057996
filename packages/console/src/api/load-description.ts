import { callControl } from './call-control.js';
import { membersOf } from './members-of.js';

/** A node of an OpenAPI description. */
export interface DescriptionNode {
  readonly [member: string]: unknown;
}

/** An operation in the description of a simulated API. */
export interface DescribedOperation {
  readonly operationId: string;
  readonly method: string;
  readonly path: string;
  readonly parameters: readonly DescriptionNode[];
  /** The described statuses, such as `200` and `default`. */
  readonly statuses: readonly string[];
  readonly requestBody: DescriptionNode;
}

/** The parts of a description that the console uses. */
interface Description {
  readonly document: DescriptionNode;
  readonly operations: readonly DescribedOperation[];
}

const methods = ['get', 'put', 'post', 'delete', 'patch', 'head', 'options'];
const known = new Map<string, Promise<Description | undefined>>();

/** Loads the description of an API once. Undefined if the server has none. */
export function loadDescription(api: string): Promise<Description | undefined> {
  const found =
    known.get(api) ?? callControl<DescriptionNode>(`GET apis/${api}/openapi.json`).then(read, () => undefined);
  known.set(api, found);
  return found;
}

/** The node that a reference within the document points to. */
export function resolveNode(value: unknown, document: DescriptionNode): DescriptionNode {
  const node = membersOf(value);
  const { $ref } = node;
  if (typeof $ref !== 'string' || !$ref.startsWith('#/')) return node;
  const names = $ref.slice(2).split('/');
  return names.reduce((at, name) => membersOf(at[name.replaceAll('~1', '/').replaceAll('~0', '~')]), document);
}

function read(document: DescriptionNode): Description {
  const operations = Object.entries(membersOf(document['paths'])).flatMap(([path, item]) =>
    methods.flatMap((method): DescribedOperation[] => {
      const shared = membersOf(item);
      const operation = membersOf(shared[method]);
      const { operationId, responses } = operation;
      if (typeof operationId !== 'string') return [];
      const given = [shared, operation].flatMap(({ parameters }) => (Array.isArray(parameters) ? parameters : []));
      const parameters = given.map((parameter) => resolveNode(parameter, document));
      const requestBody = resolveNode(operation['requestBody'], document);
      const statuses = Object.keys(membersOf(responses));
      return [{ operationId, method: method.toUpperCase(), path, parameters, statuses, requestBody }];
    }),
  );
  return { document, operations };
}
