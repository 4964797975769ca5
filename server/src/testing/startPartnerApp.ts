import { plantSeeds } from '../seeds.ts'
import { type StandIns, startStandIns } from './standIns.ts'
import { startApp, type TestApp, type TestOptions } from './startApp.ts'

/** A server with the seeds, whose partners are the stand-ins. */
export interface PartnerApp extends TestApp {
  readonly standIns: StandIns
  /** With which another server finds the same partners. */
  readonly environment: Readonly<Record<string, string>>
}

export async function startPartnerApp(options: TestOptions = {}): Promise<PartnerApp> {
  const standIns = await startStandIns()
  const environment = { STAND_INS_PORT: new URL(standIns.origin).port }
  const settings = { ...standIns.settings, ...options.settings }
  const app = await startApp({ ...options, settings, environment })
  await plantSeeds(app.services)
  return {
    ...app,
    standIns,
    environment,
    async close() {
      await app.close()
      await standIns.stop()
    },
  }
}
