import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { createThreadOptions, resolveBuiltModule } from '@understudy/kernel';
import { allowedRefFolders } from '../apis/load-api.js';
import type { MutationTask, MutationTaskResult } from './judge.js';

/** Threads that each process one task at a time. */
export interface MutationThreads {
  /** Runs every task and passes the results to `onResult` in any order. @throws Error if a thread or task fails */
  run<T extends MutationTaskResult>(
    tasks: readonly MutationTask[],
    onResult: (result: T, task: MutationTask) => void,
  ): Promise<void>;
  close(): Promise<void>;
}

type Reply = 'ready' | { result: MutationTaskResult } | { error: string };

/** Starts threads that load the contract and scenarios. */
export async function openMutationThreads(count: number, config?: string): Promise<MutationThreads> {
  const module = new URL(resolveBuiltModule(import.meta.url, './mutation-thread.js'));
  const threads = Array.from(
    { length: count },
    () => new Worker(module, { ...createThreadOptions(), workerData: { config, refFolders: allowedRefFolders } }),
  );
  await Promise.all(threads.map((thread) => reply(thread)));

  return {
    async run<T extends MutationTaskResult>(
      tasks: readonly MutationTask[],
      onResult: (result: T, task: MutationTask) => void,
    ) {
      let next = 0;
      const work = async (thread: Worker): Promise<void> => {
        for (let task = tasks[next++]; task !== undefined; task = tasks[next++]) {
          const answer = reply(thread);
          thread.postMessage(task);
          const said = await answer;
          if (said === 'ready') throw new Error('A worker thread started twice');
          if ('error' in said)
            throw new Error(`${task.type === 'index' ? task.workflow.workflowId : task.id}: ${said.error}`);
          // The type of the result depends only on the type of the task.
          onResult(said.result as T, task);
        }
      };
      await Promise.all(threads.map(work));
    },
    async close() {
      await Promise.all(
        threads.map(async (thread) => {
          const ended = once(thread, 'exit');
          thread.postMessage('close');
          await ended;
        }),
      );
    },
  };
}

async function reply(thread: Worker): Promise<Reply> {
  const [message]: Reply[] = await once(thread, 'message');
  if (message === undefined) throw new Error('A worker thread returned no result');
  return message;
}
