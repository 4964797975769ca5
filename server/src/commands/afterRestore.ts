import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { restoredCommand } from '../restoredCommand.ts'
import { runCommand } from './runCommand.ts'

const usage = `Makes a database fit to be used that was restored from a backup: ends all sessions, voids open links,
and repeats what players had erased or took back since. Run it before the servers start.

  npm run restored -- --journal journal.ndjson

  --journal  a JOURNAL_FILE; may stand several times`

await runCommand(restoredCommand, usage, () => {
  const { values } = parseArgs({ options: { journal: { type: 'string', multiple: true } } })
  return { journals: (values.journal ?? []).map((path) => resolve(path)) }
})
