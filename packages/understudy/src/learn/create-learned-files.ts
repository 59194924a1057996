import type { HarEntry } from '@understudy/conformance';
import { formatScenario, RecordingError, recordScenario } from '@understudy/conformance';
import { type DocumentGap, toKebabCase, writeYaml } from '@understudy/contract';
import { formatEvidence, listStatements } from '@understudy/inferred-api';
import type { LearnedRecording } from './learn-recording.js';

/** Maximum number of steps in the scenario, to keep it readable. */
const mostSteps = 40;

/**
 * Creates the files of a learned API, by path.
 *
 * @param url path of the description, relative to the scenario folder
 */
export async function createLearnedFiles(
  name: string,
  { learnt, contract, agreements, seed, notes }: LearnedRecording,
  { entries, url }: { readonly entries: readonly HarEntry[]; readonly url: string },
): Promise<Map<string, string>> {
  const statements = listStatements(learnt.operations);
  const files = new Map<string, string>();
  if ('document' in learnt.file) files.set('openapi.yaml', await writeYaml(learnt.file.document));
  else files.set('overlay.yaml', await writeYaml(learnt.file.overlay));
  files.set('seed.json', `${JSON.stringify({ [name]: seed }, null, 2)}\n`);
  files.set('evidence.md', formatEvidence(statements, agreements, notes));
  const gaps = statements.map(
    ({ operation, says, seen, contradicted }, index): DocumentGap => ({
      id: `${name}.gap.${toKebabCase(operation)}-${index + 1}`,
      gap: `The behaviour of ${operation} in this case`,
      assume: says,
      basis: 'observed',
      confidence: contradicted === 0 && seen > 2 ? 'high' : 'low',
      why: `${seen} recorded exchanges support it, ${contradicted} contradict it`,
      risk: 'low',
      verify: 'record the case again and compare',
    }),
  );
  files.set('gaps.yaml', await writeYaml({ gaps }));
  const scenario = await scenarioOf(name, contract, { entries, url });
  if (scenario !== undefined) for (const [path, text] of scenario) files.set(`scenarios/${path}`, text);
  return files;
}

async function scenarioOf(
  name: string,
  contract: LearnedRecording['contract'],
  { entries, url }: { readonly entries: readonly HarEntry[]; readonly url: string },
) {
  const own = entries.filter(({ method, url }) => contract.match(method, new URL(url).pathname).kind === 'operation');
  try {
    const recorded = await recordScenario({
      har: archiveOf(own.slice(0, mostSteps)),
      contracts: new Map([[name, contract]]),
      workflowId: 'recorded',
      urlOf: () => url,
    });
    const files = recorded.files.map(({ name: file, bytes }) => [file, Buffer.from(bytes).toString('utf8')] as const);
    return [['recorded.arazzo.yaml', formatScenario(recorded, { claims: [], gaps: [] })] as const, ...files];
  } catch (error) {
    if (error instanceof RecordingError) return undefined;
    throw error;
  }
}

/** Formats entries as an HTTP archive. */
function archiveOf(entries: readonly HarEntry[]): string {
  const headers = (given: Readonly<Record<string, string>>) =>
    Object.entries(given).map(([name, value]) => ({ name, value }));
  const text = (bytes: Uint8Array) => ({ text: Buffer.from(bytes).toString('base64'), encoding: 'base64' });
  const log = {
    version: '1.2',
    entries: entries.map((each) => ({
      startedDateTime: each.startedAt,
      request: {
        ...{ method: each.method, url: each.url, headers: headers(each.requestHeaders) },
        ...(each.requestBody === undefined
          ? {}
          : { postData: { mimeType: each.requestHeaders['content-type'] ?? '', ...text(each.requestBody) } }),
      },
      response: {
        ...{ status: each.status, headers: headers(each.responseHeaders) },
        content: text(each.responseBody ?? new Uint8Array()),
      },
    })),
  };
  return JSON.stringify({ log });
}
