import { stringifyJson } from '@understudy/contract';
import { type ApiDefinition, httpSettings } from '@understudy/kernel';
import type { SettingsPatch } from '../control/control.js';
import { formatSdkVerdict, type SdkVerdictCollector } from '../sdk-verdict.js';
import { isInferredApi } from '../seeds.js';
import { UsageError } from '../usage-error.js';

/**
 * Returns the settings of `--sdk`: any id exists, formats and required parts are noted, and headers say what is wrong.
 *
 * @throws UsageError if no API has a description that they apply to
 */
export function createSdkSettings(chosen: readonly ApiDefinition[]): SettingsPatch {
  const described = chosen.filter(isInferredApi);
  if (described.length === 0)
    throw new UsageError(
      '--sdk serves APIs from their descriptions; name one, such as: understudy start ./api.yaml --sdk',
    );
  const { unknownIds, formats, required, report } = httpSettings;
  const values = {
    [unknownIds.name]: 'invent',
    [formats.name]: 'note',
    [required.name]: 'lenient',
    [report.name]: 'headers',
  };
  return { apis: Object.fromEntries(described.map(({ name }) => [name, values])) };
}

/** Prints the verdict about the client. @returns whether it passed */
export async function printSdkVerdict(
  collector: SdkVerdictCollector,
  chosen: readonly ApiDefinition[],
  isJson: boolean,
): Promise<boolean> {
  const described: string[] = [];
  for (const api of chosen.filter(isInferredApi)) {
    const contract = await api.describe?.();
    for (const id of contract?.operations.keys() ?? []) described.push(`${api.name} ${id}`);
  }
  const verdict = collector.result(described);
  console.log(isJson ? stringifyJson({ verdict }) : `\n${formatSdkVerdict(verdict)}`);
  return verdict.passed;
}
