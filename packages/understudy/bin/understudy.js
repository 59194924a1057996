#!/usr/bin/env node
try {
  await import('../dist/cli.js');
} catch (error) {
  // The packages read their own files on load. Report a missing file without a stack trace.
  if (error?.code !== 'ENOENT' && error?.code !== 'ERR_MODULE_NOT_FOUND') throw error;
  const what = error.path === undefined ? error.message : `${error.path} is missing`;
  process.stderr.write(
    `error: ${what}; the installation is incomplete: install the package again, or run npm run build\n`,
  );
  process.exitCode = 2;
}
