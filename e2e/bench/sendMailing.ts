import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { dataDir } from './dataDir.ts'

interface Mailing {
  readonly deployment: string
  readonly list: number
  readonly subject: string
}

const command = fileURLToPath(new URL('../../server/src/commands/sendMailing.ts', import.meta.url))

/** Sends a mailing to a newsletter list, by the command that an operator uses. */
export async function sendMailing({ deployment, list, subject }: Mailing): Promise<void> {
  const order = ['--deployment', deployment, '--list', String(list), '--subject', subject]
  const sending = promisify(execFile)(process.execPath, [command, ...order, '--text', '-'], {
    env: { ...process.env, DATA_DIR: dataDir() },
  })
  sending.child.stdin?.end('There is news.')
  await sending
}
