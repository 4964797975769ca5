import { parseArgs } from 'node:util'
import { banCommand } from '../banCommand.ts'
import { runCommand } from './runCommand.ts'

const usage = `Bans a player: out at once, here and at every site, and not in again.

  npm run ban -- --deployment local --player somebody

  --deployment  name of the deployment's file, without .json
  --player      username or address
  --lift        lifts the ban`

await runCommand(banCommand, usage, () => {
  const { values } = parseArgs({
    options: {
      deployment: { type: 'string' },
      player: { type: 'string' },
      lift: { type: 'boolean' },
    },
  })
  return values
})
