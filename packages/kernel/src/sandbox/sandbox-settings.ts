import type { Finding } from '@understudy/contract';
import type { ApiSetting, SettingValues } from '../api/define-setting.js';
import { type Progression, parseProgression } from '../clock-setting.js';
import type { Simulator } from '../simulator.js';
import type { WebhookSettings } from '../webhooks/webhook-deliverer.js';

/** The settings of a sandbox, as the control plane presents them. */
export interface SettingsView {
  progression: string;
  webhooks: WebhookSettings;
  apis: Record<string, Record<string, unknown>>;
}

export interface SettingsPatch {
  progression?: string;
  webhooks?: Partial<WebhookSettings>;
  readonly apis?: Readonly<Record<string, object>>;
}

export class SandboxSettings {
  #simulators: ReadonlyMap<string, Simulator>;
  #view: SettingsView;
  #progression: Progression;
  #allowedHosts: readonly string[];
  readonly #changed: () => void;
  /** Cached setting values that handlers have read since the last change, by API. */
  readonly #read = new Map<string, SettingValues>();

  constructor(
    simulators: ReadonlyMap<string, Simulator>,
    initial: Omit<SettingsView, 'apis'>,
    changed: () => void = () => undefined,
  ) {
    this.#simulators = simulators;
    this.#changed = changed;
    const apis = [...simulators.values()].map(({ name, settings }) => [
      name,
      Object.fromEntries(Object.entries(settings).map(([key, { value }]) => [key, value])),
    ]);
    this.#view = { ...structuredClone(initial), apis: Object.fromEntries(apis) };
    this.#progression = parseProgression(initial.progression);
    this.#allowedHosts = [...initial.webhooks.allowedHosts];
  }

  get progression(): Progression {
    return this.#progression;
  }

  get webhooks(): WebhookSettings {
    return this.#view.webhooks;
  }

  ofApi(api: string): SettingValues {
    const known = this.#read.get(api);
    if (known !== undefined) return known;
    const values = this.#view.apis[api] ?? {};
    const read = new Map<object, unknown>();
    const of: SettingValues['of'] = <Value>(setting: ApiSetting<Value>) => {
      const before = read.get(setting);
      if (before !== undefined) return before as Value;
      const value = values[setting.name];
      const accepted = setting.accepts(value) ? value : setting.value;
      read.set(setting, accepted);
      return accepted;
    };
    this.#read.set(api, { of });
    return { of };
  }

  /** Restores the result of {@link SandboxSettings.view}, except for unknown APIs and hosts. */
  restore(view: SettingsView): void {
    const served = Object.entries(view.apis).filter(([api]) => this.#view.apis[api] !== undefined);
    const allowedHosts = view.webhooks.allowedHosts.filter((host) => this.#allowedHosts.includes(host));
    const webhooks = { ...view.webhooks, allowedHosts };
    this.#view = structuredClone({ ...view, webhooks, apis: { ...this.#view.apis, ...Object.fromEntries(served) } });
    this.#progression = parseProgression(view.progression);
    this.#read.clear();
  }

  view(): SettingsView {
    return structuredClone(this.#view);
  }

  /** Applies a patch if it is valid. Otherwise returns the findings. */
  change(patch: SettingsPatch): Finding[] {
    const findings = this.check(patch);
    if (findings.length > 0) return findings;
    this.#view.progression = patch.progression ?? this.#view.progression;
    this.#progression = parseProgression(this.#view.progression);
    Object.assign(this.#view.webhooks, patch.webhooks);
    for (const [api, values] of Object.entries(patch.apis ?? {})) {
      this.#view.apis[api] = { ...this.#view.apis[api], ...values };
    }
    this.#read.clear();
    this.#changed();
    return [];
  }

  /** Validates a patch. @param base pointer to the patch */
  check(patch: SettingsPatch, base = ''): Finding[] {
    const findings: Finding[] = [];
    const add = (pointer: string, message: string) =>
      findings.push({
        ruleId: 'settings/value',
        severity: 'error',
        message: `${base}${pointer} ${message}`,
        pointer: base + pointer,
      });
    try {
      if (patch.progression !== undefined) parseProgression(patch.progression);
    } catch (error) {
      add('/progression', error instanceof Error ? error.message : String(error));
    }
    const wider = patch.webhooks?.allowedHosts?.filter((host) => !this.#allowedHosts.includes(host)) ?? [];
    if (wider.length > 0) {
      const flags = wider.map((host) => `--allowed-webhook-hosts ${host}`).join(' ');
      add('/webhooks/allowedHosts', `can contain only hosts that were allowed at startup; restart with ${flags}`);
    }
    for (const [api, values] of Object.entries(patch.apis ?? {})) {
      const known = this.#simulators.get(api)?.settings;
      if (known === undefined) {
        add(
          `/apis/${api}`,
          `is not an API of this server with settings; there are ${Object.keys(this.#view.apis).join(', ')}`,
        );
        continue;
      }
      for (const [key, value] of Object.entries(values)) {
        const setting = Object.hasOwn(known, key) ? known[key] : undefined;
        if (setting?.accepts(value)) continue;
        const allowed = setting?.allowed ?? `one of ${Object.keys(known).join(', ')}`;
        add(`/apis/${api}/${key}`, `must be ${allowed}`);
      }
    }
    return findings;
  }
}
