import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageFolders, root } from '../steps.mjs';

/** A package of the workspace. `folder`: its name below `packages/`. */
export interface WorkspacePackage {
  readonly folder: string;
  readonly name: string;
  readonly version: string;
  readonly files: readonly string[];
  readonly exports: Readonly<Record<string, { readonly types?: string; readonly default?: string } | string>>;
  readonly dependencies: Readonly<Record<string, string>>;
  /** Libraries that a build puts into the package. */
  readonly bundled?: readonly string[];
}

/** Returns the command line's package and all workspace packages that it needs, by name. */
export function shippedPackages(): ReadonlyMap<string, WorkspacePackage> {
  const all = new Map<string, WorkspacePackage>();
  for (const folder of packageFolders()) {
    const manifest = JSON.parse(readFileSync(join(root, 'packages', folder, 'package.json'), 'utf8'));
    all.set(manifest.name, { dependencies: {}, exports: {}, files: [], ...manifest, folder });
  }
  const shipped = new Map<string, WorkspacePackage>();
  const add = (name: string) => {
    const found = all.get(name);
    if (found === undefined || shipped.has(name)) return;
    shipped.set(name, found);
    Object.keys(found.dependencies).forEach(add);
  };
  add('api-understudy');
  return shipped;
}
