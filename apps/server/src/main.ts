import { openServer, refuseStart, serve } from './start.ts'

try {
  await serve(await openServer())
} catch (error) {
  refuseStart(error)
}
