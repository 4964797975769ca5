import { runCommand } from './runCommand.ts'

interface Mailing {
  readonly deployment: string
  readonly list: number
  readonly subject: string
}

/** Sends a mailing to a newsletter list, by the command that an operator uses. */
export async function sendMailing({ deployment, list, subject }: Mailing): Promise<void> {
  const to = [String(list), '--deployment', deployment]
  const what = ['--subject', subject, '--text', '-', '--why', 'news']
  await runCommand(['newsletters', 'mailing', ...to, ...what], 'There is news.')
}
