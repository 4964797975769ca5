import { openServer, refuseStart, serve } from '../src/start.ts'
import { moveIn } from './crowd/moveIn.ts'
import { seed } from './seed.ts'

/** Lively deployments, for the console. */
const crowded = new Set(['showcase', 'prod'])

try {
  const server = await openServer()
  const { services } = server
  await seed(services)
  await serve(server)
  if (process.env['CROWD'] === 'on') {
    for (const at of services.deployments.all) {
      if (!crowded.has(at.name) || services.drain.isBegun) continue
      await moveIn(services, at, { seed: 1, count: 200 })
    }
  }
} catch (error) {
  refuseStart(error)
}
