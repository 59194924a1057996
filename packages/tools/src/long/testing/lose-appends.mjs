// @ts-check
// A planted fault for the kill trial: records are passed to SQLite but never stored.
import { createRequire } from 'node:module';

const ofPersistence = createRequire(new URL('../../../../persistence/package.json', import.meta.url));
const { prototype } = ofPersistence('libsql');
const { prepare } = prototype;
const nowhere = { run: () => ({ changes: 0, lastInsertRowid: 0 }) };
/** @param {string} sql */
prototype.prepare = function lose(sql) {
  return /^INSERT INTO records/.test(sql) ? nowhere : prepare.call(this, sql);
};
