import { kebabCase, writeYaml } from '@understudy/contract';
import { createRedactor, plausibleSecret, type Redactor } from '../redactor.js';
import { describeCalls } from './describe-calls.js';
import type { Imported } from './imported.js';
import { scenariosOfCalls } from './scenarios-of-calls.js';

/**
 * Writes calls and stubs as an OpenAPI description, Arazzo scenarios and rules of the control plane, without secrets.
 *
 * @param api name of the API
 * @returns texts of files by relative path
 */
export async function writeImport(imported: Imported, api: string): Promise<Record<string, string>> {
  const redactor = redactorOf(imported);
  /** Secrets of responses cannot become inputs. */
  const safe = (value: object, place: string): unknown => {
    const redacted = redactor.value(value);
    if (JSON.stringify(redacted) !== JSON.stringify(value))
      imported.omissions.push({ place, what: 'secrets are replaced by [redacted]' });
    return redacted;
  };
  const { document, operations } = describeCalls(imported, imported.title || api);
  const files: Record<string, string> = {
    [`${api}.yaml`]: await writeYaml(safe(document, `${api}.yaml`)),
    'understudy.config.yaml': `apis: [./${api}.yaml]\n`,
  };
  const scenarios = scenariosOfCalls(imported, { api, operations, redactor });
  if (scenarios.workflows.length > 0) files[`scenarios/${api}.arazzo.yaml`] = await writeYaml(scenarios);
  const faults = imported.stubs.map(({ name, place, match, effect, times }, index) => ({
    id: `${index + 1}-${kebabCase(name)}`.slice(0, 60),
    match: safe(
      Object.fromEntries(Object.entries(match).filter(([, part]) => JSON.stringify(part ?? {}) !== '{}')),
      place,
    ),
    effect: safe(effect, place),
    ...(times === undefined ? {} : { times }),
  }));
  if (faults.length > 0) files['rules.json'] = `${JSON.stringify({ faults }, undefined, 2)}\n`;
  return files;
}

/** A redactor that knows the secrets of all parts. */
function redactorOf({ variables, calls, stubs }: Imported): Redactor {
  const secrets = variables.flatMap(({ secret = '' }) =>
    plausibleSecret.test(secret) && !secret.includes('{{') ? [secret] : [],
  );
  const redactor = createRedactor([...new Set(secrets)]);
  for (const { headers, body, url, query, responses } of calls) {
    redactor.headers(Object.fromEntries(Object.entries(headers).filter(([, value]) => !value.includes('{{'))));
    redactor.text(
      `${url}?${query
        .filter(([, value]) => !value.includes('{{'))
        .map((pair) => pair.join('='))
        .join('&')}`,
    );
    redactor.value([body?.value, responses]);
  }
  for (const { match, effect } of stubs) redactor.value([match, effect]);
  return redactor;
}
