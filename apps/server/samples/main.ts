import { openServer, refuseStart, serve } from '../src/start.ts'
import { moveIn } from './crowd/moveIn.ts'
import { offerToLetPass } from './letPass.ts'
import { seed } from './seed.ts'

/** Lively deployments, for the console. */
const crowded = new Set(['showcase', 'prod'])

try {
  const server = await openServer()
  const { services } = server
  await seed(services)
  await serve(server)
  const port = Number(process.env['TIME_PORT'])
  if (port > 0) offerToLetPass(services, port)
  if (process.env['CROWD'] === 'on') {
    for (const at of services.deployments.all) {
      if (!crowded.has(at.name) || services.drain.isBegun) continue
      await moveIn(services, at, { seed: 1, count: 200 })
    }
  }
} catch (error) {
  refuseStart(error)
}
