import { parseArgs } from 'node:util'
import { rotateKeysCommand } from '../sso/rotateKeysCommand.ts'
import { runCommand } from './runCommand.ts'

const usage = `Changes the key with which a deployment signs what it tells sites of its players.

  npm run keys -- rotate --deployment local

  --deployment  name of the deployment's file, without .json
  --now         the new key signs at once and all others are taken back: for a key that was stolen

It happens by itself every 90 days.`

await runCommand(rotateKeysCommand, usage, () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { deployment: { type: 'string' }, now: { type: 'boolean' } },
  })
  if (positionals.join(' ') !== 'rotate') {
    throw new Error('What shall be done? Only rotate is there.')
  }
  return { deployment: values.deployment, atOnce: values.now }
})
