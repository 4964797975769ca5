import { parseArgs } from 'node:util'
import { replayCommand } from '../events/replayCommand.ts'
import { runCommand } from './runCommand.ts'

const usage = `Tells a site once more what has happened to accounts, of the last 30 days.

  npm run events -- replay --deployment local --client community --since 2026-11-21T00:00:00Z

  --deployment  name of the deployment's file, without .json
  --client      clientId of the site
  --since       from when on, as ISO 8601 with its offset

Every event has the id that it had before. The running server sends them.`

await runCommand(replayCommand, usage, () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      deployment: { type: 'string' },
      client: { type: 'string' },
      since: { type: 'string' },
    },
  })
  if (positionals.join(' ') !== 'replay')
    throw new Error('What shall be done? Only replay is there.')
  return values
})
