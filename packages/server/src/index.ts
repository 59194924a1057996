export type { ApiEvidence, Evidence, ScenarioRun, ScenarioWish } from './control/api-evidence.js';
export type { ApiPages, ExampleRequest, SignIn } from './control/api-page.js';
export {
  checkSnapshotFile,
  exportSandbox,
  importSandbox,
  offlineSandboxes,
  type SnapshotFile,
} from './control/carry-sandbox.js';
export type { ControlContext } from './control/control-context.js';
export { createSimulators, type Defect, type Simulators, type SimulatorsOptions } from './create-simulators.js';
export type { components as ControlComponents, operations as ControlOperations } from './generated/types.js';
export type { ControlToken, TokenLimits, TokenScope } from './guard/guard.js';
export { allowsOrigin, type CorsPolicy, corsHeaders } from './host/cors-headers.js';
export type { PlainAnswer, PlainRequest } from './host/exchange.js';
export { type HttpOptions, type HttpServer, serveHttp } from './host/serve-http.js';
export type { ForwardedExchange, UpstreamOptions } from './host/upstream.js';
export type { SnapshotStart } from './sandboxes/setup-of-request.js';
export { isSnapshotFile } from './sandboxes/snapshot-file.js';
