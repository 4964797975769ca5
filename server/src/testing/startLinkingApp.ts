import type { StandIns } from './standIns.ts'
import { startApp, type TestApp, type TestOptions } from './startApp.ts'

/** A server whose outside world are stand-ins, and whose clock says the present, as theirs do. */
export async function startLinkingApp(
  standIns: StandIns,
  options: TestOptions = {},
): Promise<TestApp> {
  const settings = { ...standIns.settings, ...options.settings }
  const app = await startApp({ ...options, settings })
  if (!options.beside) app.clock.advance((Date.now() - app.clock.now().getTime()) / 1000)
  return app
}
