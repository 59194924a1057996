// What dependency-cruiser checks in `npm test`: the folders of a package, and its files, import each other in one
// direction only. What is imported for its type alone does not count, and tests may look everywhere.
export default {
  forbidden: [
    { name: 'no-ring-of-folders', severity: 'error', scope: 'folder', from: {}, to: { circular: true } },
    { name: 'no-ring-of-files', severity: 'error', from: {}, to: { circular: true } },
  ],
  options: {
    includeOnly: { path: '^packages/[^/]+/src/' },
    tsPreCompilationDeps: false,
    tsConfig: { fileName: 'tsconfig.json' },
    exclude: { path: ['\\.test\\.ts$', '/testing/', '/generated/', '/dist/', 'node_modules'] },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['@understudy/source', 'import'] },
  },
};
