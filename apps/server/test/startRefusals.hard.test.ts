import { createServer } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { freePort } from '../../../scripts/freePort.mjs'
import { refusedStart } from './fixtures/processes/refusedStart.ts'
import { ServerEnvironment } from './fixtures/processes/serverEnvironment.ts'

it.each([
  ['PORT', 'PORT, HOST', undefined],
  ['OPERATOR_PORT', 'OPERATOR_PORT, OPERATOR_HOST', '127.0.0.1'],
])(
  'a server whose %s another process has does not start, and names the settings (N11)',
  async (setting, settings, host) => {
    const bench = await ServerEnvironment.open()
    const other = createServer()
    onTestFinished(async () => {
      other.close()
      await bench.close()
    })
    const port = await freePort()
    await new Promise<void>((resolve) => other.listen(port, host, () => resolve()))
    const refused = await refusedStart({ ...bench.environment, [setting]: String(port) })
    expect(refused.replace(/: listen EADDRINUSE.*\. C/, ': C')).toBe(`${settings}: Choose others.`)
  },
)
