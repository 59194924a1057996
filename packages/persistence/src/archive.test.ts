import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MemoryArchive } from '@understudy/kernel/testing';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { SqliteArchive } from './sqlite/sqlite-archive.js';
import { archiveRules } from './testing/archive-behavior.js';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'understudy-archive-'));
});
afterAll(() => rm(folder, { recursive: true }));

let files = 0;
function newFile(): string {
  files += 1;
  return join(folder, `${files}.db`);
}

describe('an in-memory archive', () => {
  for (const rule of archiveRules) {
    it(rule.name, () => {
      const archive = new MemoryArchive();
      return rule.check(async () => archive);
    });
  }
});

describe('a SQLite archive', () => {
  for (const rule of archiveRules) {
    it(rule.name, () => {
      const file = newFile();
      return rule.check(() => SqliteArchive.open(file));
    });
  }
});
