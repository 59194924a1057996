import type { HarEntry } from '@understudy/conformance';
import { type DocumentGap, stringifyJson, toKebabCase, writeYaml } from '@understudy/contract';
import { formatEvidence, listStatements } from '@understudy/learning';
import { draftScenarios } from './draft-scenarios.js';
import type { LearnedRecording } from './learn-recording.js';
import { createLearnedApi, hasActions, startLearnedApi } from './serve-learned-api.js';

/**
 * Creates the files of a learned API, by path.
 *
 * @param url path of the description, relative to the scenario folder
 */
export async function createLearnedFiles(
  name: string,
  { learnt, contract, agreements, seed, notes: given }: LearnedRecording,
  {
    entries,
    url,
    description,
  }: { readonly entries: readonly HarEntry[]; readonly url: string; readonly description?: string | undefined },
): Promise<{ files: Map<string, string>; notes: readonly string[] }> {
  const api = await createLearnedApi(learnt.file, description);
  const started = await startLearnedApi(api, seed);
  await started.simulators.close();
  const scenarios = await draftScenarios(entries, { contract, url, api });
  const notes = [...given, ...scenarios.notes];
  const statements = listStatements(learnt.operations);
  const files = new Map<string, string>();
  if ('document' in learnt.file) files.set('openapi.yaml', await writeYaml(learnt.file.document));
  else if (hasActions(learnt.file.overlay)) files.set('overlay.yaml', await writeYaml(learnt.file.overlay));
  else notes.push('The recording adds nothing to the description, so there is no Overlay.');
  files.set('seed.json', `${stringifyJson({ [api.name]: started.seed }, 2)}\n`);
  if ('document' in learnt.file)
    files.set('understudy.config.yaml', await writeYaml({ apis: ['./openapi.yaml'], seed: './seed.json' }));
  files.set('evidence.md', formatEvidence(statements, agreements, notes));
  const gaps = statements.map(
    ({ operation, says, seen, contradicted }, index): DocumentGap => ({
      id: `${name}.gap.${toKebabCase(operation)}-${index + 1}`,
      gap: `The behavior of ${operation} in this case`,
      assume: says,
      basis: 'observed',
      confidence: contradicted === 0 && seen > 2 ? 'high' : 'low',
      why: `${seen} recorded exchanges support it, ${contradicted} contradict it`,
      risk: 'low',
      verify: 'record the case again and compare',
    }),
  );
  files.set('gaps.yaml', await writeYaml({ gaps }));
  for (const [path, text] of scenarios.files) files.set(`scenarios/${path}`, text);
  return { files, notes };
}
