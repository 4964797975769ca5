import { logEvent } from '../platform/observability/events.ts'
import { repeatEvery } from '../platform/repeatEvery.ts'
import type { MaintenanceServices } from './maintenanceServices.ts'

/** Milliseconds between two looks at the workers. */
const pause = 2000

/** Logs the queues whose workers got stuck, once for each change; returns the function that ends this. */
export function watchWorkers({ jobs, log }: Pick<MaintenanceServices, 'jobs' | 'log'>): () => void {
  let known = ''
  return repeatEvery(
    pause,
    () => {
      const queues = jobs.stuckQueues()
      const now = queues.join(' ')
      if (now !== '' && now !== known) logEvent(log, 'job.worker_stuck', { queues })
      known = now
      return Promise.resolve()
    },
    () => undefined,
  )
}
