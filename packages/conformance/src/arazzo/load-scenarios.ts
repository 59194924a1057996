import { readdir, readFile, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { ContractError, type Finding } from '@understudy/contract';
import { readPlainYaml } from '@understudy/contract/yaml';
import { checkStructure, isArazzoDocument, toFinding } from './check-structure.js';
import type { ArazzoDocument, ScenarioFile } from './model.js';
import { parsePlacedYaml } from './placed-yaml.js';

const scenarioName = /\.arazzo\.(ya?ml|json)$/;
const noDocument: ArazzoDocument = {
  arazzo: '1.0.1',
  info: { title: '', version: '' },
  sourceDescriptions: [],
  workflows: [],
};

/**
 * Reads scenario files. A directory selects every `*.arazzo.yaml`, `.yml` or `.json` under it, sorted by path. A file
 * that is not valid Arazzo 1.0.1 has findings and no workflows. Sources of type `arazzo` are loaded into `imports`.
 *
 * @throws ContractError for an unreadable file or directory, or a directory without scenarios
 */
export async function loadScenarios(options: { files: string[] }): Promise<ScenarioFile[]> {
  const files = await Promise.all(options.files.map(filesAt));
  const loaded = new Map<string, ScenarioFile>();
  const unique = new Map(files.flat().map((file) => [resolve(file), file]));
  const result: ScenarioFile[] = [];
  for (const file of unique.values()) result.push(await loadFile(file, loaded));
  return result;
}

async function filesAt(path: string): Promise<string[]> {
  try {
    if (!(await stat(path)).isDirectory()) return [path];
    const names = (await readdir(path, { recursive: true })).filter((name) => scenarioName.test(name));
    if (names.length > 0) return names.sort().map((name) => join(path, name));
  } catch (error) {
    throw unreadable(path, error);
  }
  throw unreadable(path, 'contains no scenarios (*.arazzo.yaml)');
}

async function loadFile(file: string, loaded: Map<string, ScenarioFile>): Promise<ScenarioFile> {
  const known = loaded.get(resolve(file));
  if (known !== undefined) return known;
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    throw unreadable(file, error);
  }
  const imports = new Map<string, ScenarioFile>();
  const scenario = parseScenario(file, text, imports);
  loaded.set(resolve(file), scenario);
  for (const source of scenario.document.sourceDescriptions) {
    if (source.type === 'arazzo') imports.set(source.name, await loadFile(join(dirname(file), source.url), loaded));
  }
  return scenario;
}

function parseScenario(file: string, text: string, imports: Map<string, ScenarioFile>): ScenarioFile {
  // Parsed lazily, because only errors need source positions and finding them is slow.
  const placed = memoize(() => parsePlacedYaml(text, 1000));
  const base = { file, imports, document: noDocument, api: undefined };
  const plain = readPlainYaml(text);
  const problems = plain === undefined ? placed().problems : [];
  if (problems.length > 0) {
    const findings = problems.map(({ message, line, column }): Finding => {
      const place = ` (line ${line}, column ${column}).`;
      const pointer = '';
      return {
        ruleId: 'arazzo/not-yaml',
        severity: 'error',
        message: message.replace(/\.$/, place),
        pointer,
        file,
        line,
      };
    });
    return { ...base, findings, lineOf: () => undefined };
  }
  const value: unknown = plain === undefined ? placed().value : plain.value;
  const quick = memoize(() => (isArazzoDocument(value) ? findStepLines(text, value) : undefined));
  const lineOf = (pointer: string) => quick()?.get(pointer) ?? placed().findPlace(pointer)?.line;
  const findings = checkStructure(value)
    .map((problem) => toFinding(problem, file, lineOf))
    .sort((one, other) => (one.line ?? 0) - (other.line ?? 0));
  if (!isArazzoDocument(value)) return { ...base, findings, lineOf };
  return { file, api: value['x-api'], document: value, findings, imports, lineOf };
}

function memoize<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

function unreadable(path: string, error: unknown): ContractError {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const reason = code === 'ENOENT' ? 'does not exist' : `cannot be read (${code || String(error)})`;
  const message = `The scenario path ${path} ${typeof error === 'string' ? error : reason}; check the path.`;
  return new ContractError([{ ruleId: 'arazzo/unreadable', severity: 'error', message, pointer: '', file: path }]);
}

/**
 * Finds the lines of workflows and steps by their indentation, which is much faster than a parser that tracks
 * positions.
 *
 * @returns lines from 1 by JSON Pointer, or undefined for a document that is not in block style
 */
export function findStepLines(text: string, { workflows }: ArazzoDocument): ReadonlyMap<string, number> | undefined {
  const found = new Map<string, number>();
  const lines = text.split('\n');
  const begin = lines.findIndex((line) => /^workflows:\s*(#.*)?$/.test(line));
  if (begin === -1) return undefined;
  const items = new Items();
  let steps: Items | undefined;
  for (const [index, line] of lines.entries()) {
    if (index <= begin || /^\s*(#.*)?$/.test(line)) continue;
    const indent = line.search(/\S/);
    const place = items.take(line, indent);
    if (place === 'after') break;
    if (place === 'item') {
      steps = undefined;
      found.set(`/workflows/${items.count - 1}`, index + 1);
    } else if (indent === items.indent + 2 && /^ *steps:\s*(#.*)?$/.test(line)) {
      steps = new Items();
    } else if (steps !== undefined) {
      const inside = steps.take(line, indent);
      if (inside === 'after') steps = undefined;
      if (inside === 'item') found.set(`/workflows/${items.count - 1}/steps/${(steps?.count ?? 0) - 1}`, index + 1);
    }
  }
  const all = workflows.flatMap((workflow, at) => [
    `/workflows/${at}`,
    ...workflow.steps.map((_, step) => `/workflows/${at}/steps/${step}`),
  ]);
  return found.size === all.length && all.every((pointer) => found.has(pointer)) ? found : undefined;
}

/** Items of a list in block style. The first item sets the indentation. */
class Items {
  indent = -1;
  count = 0;

  take(line: string, indent: number): 'item' | 'inside' | 'after' {
    const isItem = line.startsWith('- ', indent);
    if (this.indent === -1 && isItem) this.indent = indent;
    if (indent > this.indent && this.indent !== -1) return 'inside';
    if (!isItem || indent < this.indent) return 'after';
    this.count += 1;
    return 'item';
  }
}
