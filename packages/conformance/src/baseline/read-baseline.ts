import { existsSync } from 'node:fs';
import { type Finding, isObject } from '@understudy/contract';
import { stringify } from 'yaml';
import { readPlacedYaml } from '../arazzo/placed-yaml.js';
import type { Baseline, BaselineEntry } from './baseline.js';

/** Reads a baseline. A missing file is an empty baseline. An invalid file has findings with positions. */
export async function readBaseline(file: string): Promise<{ baseline: Baseline; findings: Finding[] }> {
  const none: Baseline = { version: 2, findings: [] };
  if (!existsSync(file)) return { baseline: none, findings: [] };
  const { value, problems, findPlace } = await readPlacedYaml(file);
  const findings: Finding[] = problems.map((problem) => ({ ...found(problem.message, ''), ...problem, file }));
  const add = (message: string, pointer: string): void => {
    findings.push({ ...found(message, pointer), file, ...findPlace(pointer) });
  };
  const list = isObject(value) && Array.isArray(value.findings) ? value.findings : [];
  if (problems.length === 0 && (!isObject(value) || value.version !== 2 || !Array.isArray(value.findings))) {
    add('A baseline has version: 2 and a list of findings.', '');
  }
  const entries: BaselineEntry[] = [];
  for (const [index, entry] of list.entries()) {
    const pointer = `/findings/${index}`;
    if (!isObject(entry)) {
      add(`${pointer} must be a mapping with id, rule, where, message, owner and expires.`, pointer);
      continue;
    }
    const text = (name: string): string => {
      const content = entry[name];
      if (typeof content === 'string' && content !== '') return content;
      add(`${pointer}/${name} must be text that is not empty.`, pointer);
      return '';
    };
    const expires = text('expires');
    if (expires !== '' && !isDay(expires))
      add(`${pointer}/expires must be a date in the format YYYY-MM-DD, but is ${expires}.`, `${pointer}/expires`);
    const base = {
      id: text('id'),
      rule: text('rule'),
      where: text('where'),
      message: text('message'),
      owner: text('owner'),
      expires,
    };
    entries.push({ ...base, ...(typeof entry.reason === 'string' ? { reason: entry.reason } : {}) });
  }
  return { baseline: { version: 2, findings: entries }, findings };
}

/** Formats the text of a baseline file. */
export function formatBaseline(baseline: Baseline): string {
  const head = '# Temporarily accepted causes, each with an owner and an expiry date.\n';
  return head + stringify(baseline, { lineWidth: 120, defaultStringType: 'PLAIN' });
}

/** Returns whether a string is a valid calendar date. */
export function isDay(text: string): boolean {
  const time = Date.parse(`${text}T00:00:00Z`);
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

function found(message: string, pointer: string): Finding {
  return { ruleId: 'baseline/malformed', severity: 'error', message, pointer };
}
