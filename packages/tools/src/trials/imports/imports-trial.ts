// Imports public collections and mappings from npm packages, and small files of each format. Each file is imported or
// rejected with a reason. Every string in a file must occur in the written files, or belong to a part that the import
// lists as omitted.
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { isObject, isSecretName, loadYaml } from '@understudy/contract';
import { type ImportOmission, readForeignFiles, readImport, writeImport } from '@understudy/imports';
import { startSimulators } from 'api-understudy';
import { parse } from 'yaml';
import { GateFailed, mustRun, temporaryFolder } from '../../gate.ts';
import { membersOf } from '../../members-of.ts';
import { type Attempt, tryArchive, tryExamples } from './try-formats.ts';

/** Packages with the files of each format. */
const packages: Readonly<Record<string, Readonly<Record<string, RegExp>>>> = {
  'insomnia-importers@3.6.0': {
    postman: /fixtures\/postman(?:-env)?\/.*-input\.json$/,
    insomnia: /fixtures\/.*-output\.json$/,
    'insomnia-older': /fixtures\/insomnia-\d\/.*-input\./,
    curl: /fixtures\/curl\/.*\.sh$/,
    har: /fixtures\/har\/.*-input\.json$/,
    openapi: /fixtures\/(?:openapi3|swagger2)\/.*-input\./,
  },
  '@usebruno/lang@0.39.0': { bruno: /\.bru$/ },
  'swagger-mock-validator@11.0.0': { pact: /pact-(?:work|brok).*-(?:consumer|pact)\.json$/ },
  '@readme/oas-examples@8.2.2': {
    openapi: /3\.[01]\/json\/[^/]*(?:example|petstore|response|status|train-travel)[^/]*\.json$/,
  },
  'pmpact@0.4.6': { postman: /postman-collection\.json$/, pact: /fixtures\/.*pact\.json$/ },
};
const fewest = 20;

/** @throws GateFailed if a string is lost, or a written description does not start */
export async function importsTrial(): Promise<string> {
  const counts = new Map<string, Record<string, number>>();
  const failures: string[] = [];
  for (const { format, file } of [...(await publicFiles()), ...(await smallFiles())]) {
    const { outcome, why } = await (format === 'har' ? tryArchive : format === 'openapi' ? tryExamples : tryFile)(file);
    const row = counts.get(format) ?? { files: 0 };
    counts.set(format, { ...row, files: (row['files'] ?? 0) + 1, [outcome]: (row[outcome] ?? 0) + 1 });
    if (outcome === 'lost' || outcome === 'invalid') failures.push(`${format} ${file}: ${outcome}: ${why}`);
  }
  console.table(Object.fromEntries(counts));
  for (const failure of failures) console.log(failure.slice(0, 600));
  const few = [...counts].filter(([format, { files = 0 }]) => files < fewest && format !== 'insomnia-older');
  const total = [...counts.values()].reduce((sum, { files = 0 }) => sum + files, 0);
  const whole = [...counts.values()].reduce((sum, row) => sum + (row['whole'] ?? 0), 0);
  const sentence = `${whole} of ${total} files of ${counts.size} formats are carried over whole, and ${failures.length} lose a part that nobody lists`;
  if (failures.length > 0 || few.length > 0) throw new GateFailed(`${sentence}; too few: ${few.map(([name]) => name)}`);
  return sentence;
}

interface Sample {
  readonly format: string;
  readonly file: string;
}

/** Unpacks the packages into the cache, unless they are there. */
async function publicFiles(): Promise<Sample[]> {
  const cache = join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'understudy', 'imports');
  const found: Sample[] = [];
  for (const [name, formats] of Object.entries(packages)) {
    const folder = join(cache, name.replaceAll('/', '-'));
    if (!existsSync(join(folder, 'package'))) {
      mkdirSync(folder, { recursive: true });
      const archive = await mustRun(['pack', '--silent', name], { command: 'npm', cwd: folder });
      await mustRun(['xzf', archive.trim().split('\n').at(-1) ?? ''], { command: 'tar', cwd: folder });
    }
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file));
    for (const [format, pattern] of Object.entries(formats))
      found.push(...files.filter((file) => pattern.test(file)).map((file) => ({ format, file })));
  }
  return found;
}

async function smallFiles(): Promise<Sample[]> {
  const folder = temporaryFolder('imports');
  const samples = membersOf(await loadYaml(new URL('samples.yaml', import.meta.url).pathname));
  return Object.entries(samples).flatMap(([format, list]) =>
    [list].flat().map((content, index) => {
      const file = join(folder, `${format}-${index + 1}.${typeof content === 'string' ? 'sh' : 'json'}`);
      writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
      return { format, file };
    }),
  );
}

async function tryFile(file: string): Promise<Attempt> {
  const omissions: ImportOmission[] = [];
  try {
    const files = await readForeignFiles(file, omissions);
    const imported = readImport(files, omissions);
    const written = await writeImport(imported, 'trial');
    const [[name, bytes] = ['', new Uint8Array()]] = files;
    const lost = lostTexts(name, new TextDecoder().decode(bytes), {
      written: Object.values(written).join('\n'),
      omissions,
    });
    if (lost.length > 0) return { outcome: 'lost', why: lost.join('; ') };
    await startWritten(written);
    return { outcome: omissions.some(({ isNote }) => isNote !== true) ? 'with listed parts' : 'whole' };
  } catch (error) {
    const why = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    return { outcome: why.startsWith('ImportError') ? 'refused by name' : 'invalid', why };
  }
}

/** Starts the description, and sets the rules. @throws Error if the server rejects either */
async function startWritten(written: Readonly<Record<string, string>>): Promise<void> {
  const file = join(temporaryFolder('import'), 'trial.yaml');
  writeFileSync(file, written['trial.yaml'] ?? '');
  const simulators = await startSimulators({ apis: [file] });
  try {
    await simulators.control.faults.set(JSON.parse(written['rules.json'] ?? '{"faults":[]}').faults);
  } finally {
    await simulators.close();
  }
}

/** Fields that do not affect requests and responses, names that only distinguish parts, and hashes. */
const meaningless =
  /^_|^(?:name|id|uid|uuid|description|documentation|docs|meta|metadata|created|modified|parentId|schema|info|type|mode|language|options|originalRequest|status|cookies?|comments|tags|color|protocol|host|port|raw|rulesOperator|operator|responseMode|bodyType|databucketID|transformers|lastMigration|listen|setting\w*|mimeType|contents|timeUnit|encoded|contentType|pactSpecification|match|matchType|basicAuthCredentials|target|scenarioName)$/i;
/** Headers that clients and servers set themselves. */
const ofTransport = /^(?:host|connection|content-length|transfer-encoding)$/i;

interface Written {
  readonly written: string;
  readonly omissions: readonly ImportOmission[];
}

/** Returns strings whose words are not written and do not belong to a listed part. */
function lostTexts(name: string, text: string, { written, omissions }: Written): string[] {
  const shown = `${written}\n${omissions.map(({ place, what }) => `${place} ${what}`).join('\n')}`.toLowerCase();
  return leavesOf(name, text).flatMap(({ place, value }) => {
    const isListed = ({ place: part, what }: ImportOmission) =>
      place.startsWith(part) && (part !== name || what.endsWith('left out'));
    const isNamed = ({ place: part, what }: ImportOmission) =>
      part === 'variables'
        ? what
            .split(/,? /)
            .some(
              (each) =>
                place.includes(`[${each}]`) || place.endsWith(`.${each}`) || value.trim().startsWith(`${each}:`),
            )
        : place.startsWith(part) && what.includes(`"${place.slice(part.length + 1)}"`);
    if (omissions.some((each) => isListed(each) || isNamed(each) || each.what.startsWith('there is no request')))
      return [];
    const words =
      value
        .replace(/\{\{[^{}]*\}\}/g, '')
        .toLowerCase()
        .match(/[\p{L}\p{N}]{3,}/gu) ?? [];
    const missing = words.filter((word) => !shown.includes(word));
    return missing.length === 0 ? [] : [`${place} "${value.slice(0, 80)}" (${missing.slice(0, 5).join(' ')})`];
  });
}

interface Leaf {
  readonly place: string;
  readonly value: string;
}

function leavesOf(name: string, text: string): Leaf[] {
  if (name.endsWith('.bru')) return leavesOfBruno(name, text);
  const lines = text.split('\n').map((value, index) => ({ place: `${name}:${index + 1}`, value }));
  // Options are imported by their meaning, and credentials are secret, so neither occurs literally.
  const command =
    /^\s*curl|(?:^|\s)(?:-u|--user)\s+(?:'[^']*'|\S+)|(?:Cookie|Connection):.*|NID=\S+|(?:^|\s)--?[\w-]+/g;
  if (name.endsWith('.sh')) return lines.map(({ place, value }) => ({ place, value: value.replace(command, ' ') }));
  const leaves: Leaf[] = [];
  const visit = (value: unknown, place: string): void => {
    if (typeof value === 'string') leaves.push({ place, value });
    else if (Array.isArray(value))
      for (const [index, item] of value.entries()) visit(item, `${place}[${labelOf(item, index)}]`);
    else if (isObject(value))
      for (const [key, item] of Object.entries(value))
        if (
          !meaningless.test(key) &&
          !isSecretName(String(value['key'] ?? value['name'] ?? key)) &&
          !ofTransport.test(String(value['name'] ?? key))
        )
          visit(item, `${place}.${key}`);
  };
  visit(parse(text), name);
  return leaves;
}

/** Returns the values of a request's blocks. */
function leavesOfBruno(name: string, text: string): Leaf[] {
  const blocks = [
    ...text.matchAll(
      /^(get|post|put|patch|delete|params:\w+|headers|body:[\w-]+|assert|vars:?[\w-]*) \{\n([\s\S]*?)^\}/gm,
    ),
  ];
  return blocks.flatMap(([, block = '', content = '']) =>
    content.split('\n').flatMap((line) => {
      const isSetting =
        /^\s*(?:~|body:|auth:|authorization|@)/i.test(line) || isSecretName(line.split(':')[0]?.trim() ?? '');
      return isSetting ? [] : [{ place: `${name} ${block}`, value: line.replace(/^\s*(?:url|res\.\w+):/, '') }];
    }),
  );
}

function labelOf(item: unknown, index: number): string {
  const { name, key, description } = membersOf(item);
  return String(name ?? key ?? description ?? index).slice(0, 80);
}
