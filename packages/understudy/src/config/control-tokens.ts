import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { ControlToken } from '@understudy/server';
import { UsageError } from '../usage-error.js';
import type { ControlTokenConfig, UnderstudyConfig } from './config.js';

/** Reads the control tokens of a configuration, with values from the environment or files. Errors contain no values. */
export async function readControlTokens(
  file: string,
  { controlTokens = {} }: Pick<UnderstudyConfig, 'controlTokens'>,
): Promise<ControlToken[]> {
  return await Promise.all(
    Object.entries(controlTokens).map(async ([name, { scope, value, limits }]) => ({
      name,
      scope,
      value: await secretOf(file, name, value),
      ...(limits === undefined ? {} : { limits }),
    })),
  );
}

async function secretOf(file: string, name: string, source: ControlTokenConfig['value']): Promise<string> {
  if ('env' in source) {
    const value = process.env[source.env];
    if (value) return value;
    throw new UsageError(`The environment variable ${source.env} with control token "${name}" is not set`);
  }
  const path = resolve(dirname(file), source.file);
  try {
    return (await readFile(path, 'utf8')).trim();
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unreadable';
    throw new UsageError(`The file ${path} with control token "${name}" cannot be read (${code})`);
  }
}
