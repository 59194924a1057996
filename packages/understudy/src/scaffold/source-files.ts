import { type Operation, stringifyJson, toKebabCase } from '@understudy/contract';
import { generateTypes } from '@understudy/proving';
import type { FilesByPath, ScaffoldInput } from './scaffold.js';
import { toCamelCase, toPlainLine } from './scaffold.js';

/** Creates the TypeScript files of a package. */
export function createSourceFiles(scaffold: ScaffoldInput): FilesByPath {
  const { chosen, contract } = scaffold;
  const handlers = chosen.map((operation) => [handlerPath(operation), handlerFile(operation, scaffold)]);
  return {
    'src/api.ts': apiFile(scaffold),
    ...Object.fromEntries(handlers),
    'src/handlers.ts': handlersFile(chosen),
    'src/errors.ts': errorsFile(chosen),
    'src/policies.ts': policiesFile,
    'src/deviations.ts': deviationFile(scaffold),
    [`src/${scaffold.name}.test.ts`]: testFile(scaffold),
    'src/generated/types.ts': generateTypes(contract),
  };
}

function handlerPath({ operationId }: Operation): string {
  return `src/handlers/${toKebabCase(operationId)}.ts`;
}

/** Split so that the bundler does not replace the expression. */
const address = ['import.meta', 'url'].join('.');

function apiFile({ name }: ScaffoldInput): string {
  return `import { describeApi } from 'api-understudy/extend';
import type { operations } from './generated/types.js';
import { handlers } from './handlers.js';
import { refusals } from './errors.js';
import { settings, webhookPolicy } from './policies.js';

/** The definition of this API. Operations without a handler behave as inferred from the description. */
export const { api } = await describeApi<operations>(new URL('../contract/openapi.yaml', ${address}), {
  name: '${name}',
  handlers,
  refusals,
  settings,
  webhookPolicy,
  scenarios: new URL('../scenarios/', ${address}),
  deviations: async () => (await import('./deviations.js')).deviations,
});
`;
}

function handlersFile(chosen: readonly Operation[]): string {
  const imports = chosen.map(
    (operation) =>
      `import { ${toCamelCase(operation.operationId)} } from './handlers/${toKebabCase(operation.operationId)}.js';`,
  );
  const members = chosen.map(({ operationId }) => {
    const name = toCamelCase(operationId);
    return name === operationId ? `  ${name},` : `  ${stringifyJson(operationId)}: ${name},`;
  });
  return `import type { CustomHandlers } from 'api-understudy/extend';
import type { operations } from './generated/types.js';
${imports.join('\n')}

/** The operations with a handler. Remove one to infer its behavior. */
export const handlers: CustomHandlers<operations> = {
${members.join('\n')}
};
`;
}

function handlerFile(operation: Operation, { explained }: ScaffoldInput): string {
  const { operationId, method, path } = operation;
  const summary = toPlainLine(operation.summary);
  const why = explained.find((each) => each.operationId === operationId)?.why ?? 'answers as described';
  const error = errorsOf([operation])[0]?.name;
  const hint =
    error === undefined
      ? ''
      : `\n  // Refuse with what src/errors.ts has: if (...) return ${error}('What failed, and what to do');`;
  return `import type { CustomHandler } from 'api-understudy/extend';
import type { operations } from '../generated/types.js';

/**
 * ${method} ${toPlainLine(path)}${summary === '' ? '' : `: ${summary}`}
 *
 * Without this handler, it ${toPlainLine(why)}. Implement what the description cannot express. Time, ids, randomness and data
 * come from \`context\`. Nothing is stored if the handler returns an error or throws.
 */
export const ${toCamelCase(operationId)}: CustomHandler<operations[${stringifyJson(operationId)}]> = async (input, context, inferred) => {${hint}
  return await inferred(input, context);
};
`;
}

const words: Readonly<Record<string, string>> = {
  '400': 'badRequest',
  '401': 'unauthorized',
  '402': 'paymentRequired',
  '403': 'forbidden',
  '404': 'notFound',
  '406': 'notAcceptable',
  '409': 'conflict',
  '410': 'gone',
  '412': 'preconditionFailed',
  '413': 'tooLarge',
  '415': 'wrongMediaType',
  '422': 'unprocessable',
  '429': 'tooManyRequests',
};

function errorsOf(operations: readonly Operation[]): { status: number; name: string }[] {
  const statuses = new Set(operations.flatMap((each) => each.statuses.filter((status) => words[status] !== undefined)));
  const found = [...statuses].sort().map((status) => ({ status: Number(status), name: words[status] ?? '' }));
  return found.length > 0 ? found : [{ status: 400, name: 'badRequest' }];
}

function errorsFile(chosen: readonly Operation[]): string {
  const errors = errorsOf(chosen).map(
    ({ status, name }) =>
      `export const ${name} = (message: string): ErrorResult => createErrorResult(${status}, '${toKebabCase(name).replaceAll('-', '_')}', message);`,
  );
  return `import { createErrorResult, type ErrorResult, type KernelErrors } from 'api-understudy/extend';

// Error responses of the handlers: a documented status, a code for programs, and a message that says what failed and
// what to do. The body has the documented form.
${errors.join('\n')}

/** Errors that are detected before a handler runs, in the wording of this API. Others have default messages. */
export const refusals: Partial<KernelErrors> = {
  internal: () => createErrorResult(500, 'internal', 'The server failed; see its log'),
};
`;
}

const policiesFile = `import { defineSetting, type ApiSetting, type WebhookPolicy } from 'api-understudy/extend';

/** Delivery policy of callbacks and webhooks; still undocumented (contract/gaps.yaml, webhook-retries). */
export const webhookPolicy: WebhookPolicy = { timeoutSeconds: 10, attempts: 4, retryDelaysSeconds: [10, 60, 600] };

/** A setting that differs between environments: \`context.settings.of(maintenance)\` is its value in a sandbox. */
export const maintenance = defineSetting<boolean>('maintenance', {
  value: false,
  allowed: 'true or false',
  accepts: (value): value is boolean => typeof value === 'boolean',
});

/** The settings for \`PATCH /_sim/settings\` and \`--set\`. */
export const settings: ReadonlyArray<ApiSetting<unknown>> = [maintenance];
`;

function testFile({ name }: ScaffoldInput): string {
  return `import { deepEqual, equal } from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type RunningSimulators, startSimulators } from 'api-understudy';
import { ApiDriver } from 'api-understudy/extend';
import { api } from './api.js';

let simulators: RunningSimulators;
before(async () => {
  simulators = await startSimulators({ apis: [api] });
});
after(() => simulators.close());

test('is served, on a clock that stands still until it is turned', async () => {
  await simulators.control.advance('PT1H');
  const { clock } = await simulators.control.info();
  equal(clock.now, '2026-01-15T10:00:00.000Z');
  equal('${name}' in simulators.description.apis, true);
});

test('serves every operation that its description has', async () => {
  const simulator = await api.simulator();
  deepEqual(Object.keys(simulator.operations).sort(), [...simulator.contract.operations.keys()].sort());
});

test('refuses in its own words what its description does not have', async () => {
  const driver = new ApiDriver([await api.simulator()]);
  const refused = await driver.call('GET /nothing/is/here');
  equal(refused.status, 404);
  await driver.close();
});
`;
}

function deviationFile({ drafts, explained }: ScaffoldInput): string {
  const doesOf = (operationId: string) => explained.find((each) => each.operationId === operationId)?.does;
  const shown = drafts.map((draft) => ({ ...draft, does: doesOf(draft.operationId) }));
  const best =
    shown.find(({ does, workflow }) => does === 'delete' && workflow.steps.some(({ stepId }) => stepId === 'gone')) ??
    shown.find(({ does }) => does === 'create') ??
    shown[0];
  const head = `import { type DeviationTable, __IMPORTS__ } from 'api-understudy/extend';

/** Deviations by the violated claim. Check them with \`npx api-understudy fuzz mutate --only policy\`. */
export const deviations: DeviationTable = {`;
  if (best === undefined) return `${head.replace(', __IMPORTS__', '')}};\n`;
  const id = stringifyJson(best.operationId);
  if (best.does === 'delete') {
    const status = explained.find((each) => each.operationId === best.operationId)?.status ?? 204;
    return `${head.replace('__IMPORTS__', 'wrapHandlers')}
  '${best.claim.id}': ['it returns success but keeps the record', wrapHandlers(${id}, async () => ({ status: ${status} }))],
};
`;
  }
  return `${head.replace('__IMPORTS__', 'changeSuccessStatus')}
  '${best.claim.id}': ['it returns an undocumented status', changeSuccessStatus(${id}, 299)],
};
`;
}
