/** The packages of the APIs that come along. Each describes its API in its entry `./api`. */
export const apiPackages: readonly string[] = [
  '@understudy/simulator-identity',
  '@understudy/simulator-inventory',
  '@understudy/simulator-time',
  '@understudy/simulator-payroll',
  '@understudy/simulator-rostering',
  '@understudy/simulator-einvoicing',
];
