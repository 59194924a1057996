export type { ApiEvidence, EvidenceProvider, ScenarioRequest, ScenarioRun } from './control/api-evidence.js';
export type { ApiPages, ExampleRequest, SignIn } from './control/api-page.js';
export type { ControlContext } from './control/control-context.js';
export {
  checkSnapshotFile,
  exportSandbox,
  importSandbox,
  offlineSandboxes,
  openOfflineSnapshots,
  type SnapshotFile,
} from './control/export-sandbox.js';
export { createSimulators } from './create-simulators.js';
export type { components as ControlComponents, operations as ControlOperations } from './generated/types.js';
export type { ControlToken, TokenLimits, TokenScope } from './guard/control-guard.js';
export { allowsOrigin, type CorsPolicy, createCorsHeaders, listExposedHeaders } from './host/cors-headers.js';
export { readDotSegments } from './host/dot-segments.js';
export type { RawRequest, RawResponse } from './host/raw-exchange.js';
export { type HttpOptions, type HttpServer, serveHttp } from './host/serve-http.js';
export type { ForwardedExchange, UpstreamOptions } from './host/upstream-options.js';
export { openScratch } from './open-scratch.js';
export type { SnapshotStart } from './sandboxes/create-requested-setup.js';
export { sandboxNamePattern } from './sandboxes/sandbox-registry.js';
export { isSnapshotFile } from './sandboxes/snapshot-file.js';
export type { BehaviorEditor } from './server-context.js';
export type { InternalError, Simulators, SimulatorsOptions } from './simulators.js';
