import type { IsolatedTarget, Target } from '@understudy/conformance';

/** A target whose run can be cut short. */
export interface InterruptibleTarget {
  readonly target: Target;
  /**
   * Lets nothing go out any more and removes the worlds that workflows have at this moment. Requests that are still made
   * are never answered, so that a run stops where it is.
   *
   * @returns how many worlds could not be removed
   */
  interrupt(): Promise<number>;
}

/** A world of a workflow, from when it is asked for until it is removed. */
interface World {
  readonly opening: Promise<IsolatedTarget>;
  removal?: Promise<void>;
}

/** Makes a target that can be cut off from the run which uses it. */
export function interruptibleTarget(root: Target): InterruptibleTarget {
  const worlds = new Set<World>();
  let cut = false;
  const unlessCut = <T>(act: () => Promise<T>): Promise<T> => (cut ? new Promise<T>(() => {}) : act());

  /** Once, although run and interruption may both want it at the same time. */
  function remove(world: World): Promise<void> {
    world.removal ??= world.opening.then((target) => target.dispose()).finally(() => worlds.delete(world));
    return world.removal;
  }

  async function open(name: string, isolate: (name: string) => Promise<IsolatedTarget>): Promise<IsolatedTarget> {
    const world: World = { opening: isolate(name) };
    worlds.add(world);
    try {
      const target = await world.opening;
      return {
        ...target,
        send: (request) => unlessCut(() => target.send(request)),
        // A world that is addressed after its end would come into being again.
        wait: (milliseconds) => unlessCut(() => target.wait(milliseconds)),
        dispose: () => unlessCut(() => remove(world)),
      };
    } catch (error) {
      worlds.delete(world);
      throw error;
    }
  }

  return {
    target: {
      name: root.name,
      baseUrl: root.baseUrl,
      // Known only after the probe.
      get capabilities() {
        return root.capabilities;
      },
      get isolate() {
        const { isolate } = root;
        return isolate === undefined ? undefined : (name: string) => unlessCut(() => open(name, isolate));
      },
      restricted: root.restricted,
      concurrency: root.concurrency,
      baseUrlOf: (source, call) => root.baseUrlOf?.(source, call),
      inputsFor: (item) => root.inputsFor?.(item) ?? {},
      whyNot: (item) => root.whyNot?.(item),
      send: (request) => unlessCut(() => root.send(request)),
      wait: (milliseconds) => unlessCut(() => root.wait(milliseconds)),
      probe: () => unlessCut(() => root.probe()),
    },
    async interrupt() {
      cut = true;
      const removals = await Promise.allSettled([...worlds].map(remove));
      return removals.filter(({ status }) => status === 'rejected').length;
    },
  };
}
