export default {
  forbidden: [
    { name: 'no-ring-of-folders', severity: 'error', scope: 'folder', from: {}, to: { circular: true } },
    { name: 'no-ring', severity: 'error', from: {}, to: { circular: true } },
  ],
  options: {
    tsPreCompilationDeps: false,
    tsConfig: { fileName: 'tsconfig.check.json' },
    exclude: { path: '(\\.test\\.ts$|/testing/|/generated/|/dist/)' },
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'types', 'default'] },
  },
};
