import {
  compareRuns,
  createOverlays,
  proposeOverlay,
  type TargetComparison,
  type TargetDifference,
  toWorkflowKey,
} from '@understudy/conformance';
import { type DocumentGap, writeYaml } from '@understudy/contract';
import type { Interruption } from './commands/interruption.js';
import { mergeSettings } from './commands/read-configured-settings.js';
import type { SettingsPatch } from './control/control.js';
import { applyOverlays, type OverlaysByApi } from './overlays.js';
import { loadRunResult, readReport } from './read-run.js';
import type { ScenarioWorkspace } from './workspace.js';

interface ProposedCorrections {
  readonly files: ReadonlyMap<string, string>;
  /** Differences between simulators and stage, without and with the corrections. */
  readonly before: readonly TargetDifference[];
  readonly after: readonly TargetDifference[];
  /** Each setting with its value, and the messages of the differences that it removes. */
  readonly settings: Readonly<Record<string, readonly string[]>>;
}

interface Corrections {
  readonly settings: SettingsPatch;
  readonly overlays?: OverlaysByApi;
}

/**
 * Proposes Overlays, settings and gap decisions that make the simulators behave like a stage, and reruns the scenarios
 * with them.
 *
 * @param file JSON report of a run against stage
 * @throws UsageError for another file
 */
export async function proposeCorrections(
  file: string,
  workspace: ScenarioWorkspace,
  interruption: Interruption,
): Promise<ProposedCorrections> {
  const compare = async ({ settings, overlays = new Map() }: Corrections, keys?: ReadonlySet<string>) => {
    const corrected = { ...workspace, contracts: applyOverlays(workspace.contracts, overlays) };
    const stage = await readReport(file, corrected);
    const ran = stage.workflows.filter(
      ({ outcome, ...each }) => outcome !== 'skipped' && keys?.has(keyOf(each)) !== false,
    );
    const workflows = ran.map(keyOf);
    const choice = { workspace: corrected, interruption, settings, overlays, workflows, unmask: true };
    const simulator = await loadRunResult('in-process', choice);
    return compareRuns({ ...corrected, simulator, stage: { ...stage, workflows: ran } });
  };
  const first = await compare({ settings: {} });
  const overlays = new Map([...createOverlays(first)].map(([api, overlay]) => [api, [overlay]]));
  // A violated description hides a step's criteria, so apply the Overlays first.
  const described = overlays.size === 0 ? first : await compare({ settings: {}, overlays });
  const before = new Map(
    [first, described].flatMap(({ differences }) => differences.filter(isOpen).map((each) => [each.id, each])),
  );
  const { settings, found } = await findSettings(described.differences.filter(isOpen), workspace, (tried, keys) =>
    compare({ settings: tried, overlays }, keys),
  );
  const after = Object.keys(found).length === 0 ? described : await compare({ settings, overlays });
  const gaps = decideGaps({ ...first, gaps: [...first.gaps, ...described.gaps] }, found, workspace.ledger.gaps);
  const files = new Map<string, string>();
  if (overlays.size > 0) files.set('overlay.yaml', proposeOverlay(first));
  if (Object.keys(found).length > 0) files.set('understudy.config.yaml', await writeYaml({ settings }));
  if (gaps.length > 0) files.set('gaps.yaml', await writeYaml({ gaps }));
  return { files, before: [...before.values()], after: after.differences.filter(isOpen), settings: found };
}

/**
 * For each API with differences, tries every other value of its settings, and keeps the values that remove differences.
 */
async function findSettings(
  differences: readonly TargetDifference[],
  { apis }: ScenarioWorkspace,
  compare: (settings: SettingsPatch, keys: ReadonlySet<string>) => Promise<TargetComparison>,
): Promise<{ settings: SettingsPatch; found: Record<string, string[]> }> {
  const found: Record<string, string[]> = {};
  let settings: SettingsPatch = {};
  let open = differences;
  for (const [api, definition] of apis) {
    const differs = open.some((difference) => difference.api === api);
    for (const { name, value: usual, values = [] } of differs
      ? Object.values((await definition.simulator()).settings)
      : []) {
      for (const value of open.length === 0 ? [] : values.filter((each) => each !== usual)) {
        const keys = new Set(open.flatMap(({ occurrences }) => occurrences.map(keyOf)));
        const tried = mergeSettings(settings, { apis: { [api]: { [name]: value } } });
        const left = (await compare(tried, keys)).differences.filter(isOpen);
        if (left.length >= open.length) continue;
        const ids = new Set(left.map(({ id }) => id));
        found[`${api}.${name}=${String(value)}`] = open.filter(({ id }) => !ids.has(id)).map(({ message }) => message);
        [settings, open] = [tried, left];
      }
    }
  }
  return { settings, found };
}

/** Returns whether simulator and stage behave differently. */
function isOpen({ simulator, stage }: TargetDifference): boolean {
  return [simulator, stage].includes('departs') && [simulator, stage].includes('holds');
}

function keyOf({ file, workflowId }: { readonly file: string; readonly workflowId: string }): string {
  return toWorkflowKey(file, workflowId);
}

/**
 * Returns the gaps that stage contradicts or that mention a found setting, with the behavior that stage showed instead.
 */
function decideGaps(
  { gaps, stage }: TargetComparison,
  found: Readonly<Record<string, readonly string[]>>,
  ledger: readonly DocumentGap[],
): DocumentGap[] {
  return ledger.flatMap((gap) => {
    const shown = gaps.flatMap(({ id, verdict, evidence }) =>
      id === gap.id && verdict === 'contradicted' ? evidence : [],
    );
    const settings = Object.entries(found).filter(([setting]) => {
      const [api = '', name = ''] = setting.split(/[.=]/);
      return gap.id.startsWith(`${api}.`) && new RegExp(`\\bsetting \\W?${name}\\b`).test(gap.assume);
    });
    const evidence = [...settings.flatMap(([setting, messages]) => [`${setting}.`, ...messages]), ...shown].slice(0, 5);
    if (evidence.length === 0) return [];
    const assume = `${stage}: ${evidence.join(' ')} Assumed before: ${gap.assume}`;
    return [{ ...gap, assume, basis: 'observed' as const, why: `a run against ${stage} showed it` }];
  });
}
