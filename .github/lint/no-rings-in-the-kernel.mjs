// The kernel is what everything stands on: its files import each other in one direction only, for their types too.
export default {
  forbidden: [{ name: 'no-ring-of-files-in-the-kernel', severity: 'error', from: {}, to: { circular: true } }],
  options: {
    includeOnly: { path: '^packages/[^/]+/src/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    exclude: { path: ['\\.test\\.ts$', '/testing/', '/generated/', '/dist/', 'node_modules'] },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['@understudy/source', 'import'] },
  },
};
