import type { TaskReply, TaskRequest, TaskTable } from './tasks.ts'

/** The worker’s side of `TaskWorker`. */
export function serveTasks(tasks: TaskTable): void {
  self.addEventListener('message', (event: MessageEvent<TaskRequest>) => self.postMessage(replyTo(tasks, event.data)))
}

function replyTo(tasks: TaskTable, { id, task, input }: TaskRequest): TaskReply {
  try {
    return { id, output: tasks[task]!(input as never) }
  } catch (error) {
    return { id, failure: error instanceof Error ? error.message : String(error) }
  }
}
