import { readFile } from 'node:fs/promises'
import { text as textOf } from 'node:stream/consumers'
import { parseArgs } from 'node:util'
import { mailingCommand } from '../mailing.ts'
import { runCommand } from './runCommand.ts'

const usage = `Sends a mail to every subscriber of a newsletter list, with an unsubscribe link of their own.

  npm run mailing -- --deployment local --list 1 --subject 'What is new' --text news.txt

  --deployment  name of the deployment's file, without .json
  --list        id of the newsletter list
  --subject     of the mail
  --text        file with the text, or - to read it from the standard input; an empty line begins
                a new paragraph

The mails go into the outbox, all or none; the running server sends them.`

await runCommand(mailingCommand, usage, async () => {
  const { values } = parseArgs({
    options: {
      deployment: { type: 'string' },
      list: { type: 'string' },
      subject: { type: 'string' },
      text: { type: 'string' },
    },
  })
  const file = values.text ?? ''
  const text = file === '-' ? await textOf(process.stdin) : await readFile(file, 'utf8')
  return { ...values, text }
})
