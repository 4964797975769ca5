import { logEvent } from '../platform/observability/events.ts'
import type { Task } from '../platform/scheduler.ts'
import type { MaintenanceServices } from './maintenanceServices.ts'

/** Milliseconds between two looks at the workers. */
const pause = 2000

/** Logs the queues whose workers got stuck, once for each change. */
export function watchWorkers({ jobs, log }: Pick<MaintenanceServices, 'jobs' | 'log'>): Task {
  let known = ''
  return {
    pause,
    async run() {
      const queues = jobs.stuckQueues()
      const now = queues.join(' ')
      if (now !== '' && now !== known) logEvent(log, 'job.worker_stuck', { queues })
      known = now
    },
    onError: (error) => logEvent(log, 'job.queue_error', { err: error }),
  }
}
