import { readFile } from 'node:fs/promises'
import { text as textOf } from 'node:stream/consumers'
import { parseArgs } from 'node:util'
import * as z from 'zod'
import { answerTo, handOver } from '../commandSocket.ts'
import { mailingOrder, type MailingOrder } from '../mailing.ts'
import { closeServices, openServices } from '../services.ts'
import { readSettings, SettingsError } from '../settings.ts'

const usage = `Sends a mail to every subscriber of a newsletter list, with an unsubscribe link of their own.

  npm run mailing -- --deployment local --list 1 --subject 'What is new' --text news.txt

  --deployment  name of the deployment's file, without .json
  --list        id of the newsletter list
  --subject     of the mail
  --text        file with the text, or - to read it from the standard input; an empty line begins
                a new paragraph

The mails go into the outbox, all or none; the running server sends them.`

/** What was asked on the command line; the usage when it was not understood. */
async function readOrder(): Promise<MailingOrder> {
  try {
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
    return mailingOrder.parse({ ...values, text })
  } catch (error) {
    const fault = error instanceof z.ZodError ? z.prettifyError(error) : (error as Error).message
    throw new SettingsError(`${fault}\n\n${usage}`, { cause: error })
  }
}

async function run(): Promise<void> {
  const order = await readOrder()
  const settings = readSettings({ LOG_LEVEL: 'error', ...process.env })
  let answer = await handOver(settings, order)
  if (answer === null) {
    const services = await openServices(settings)
    answer = await answerTo(services, order).finally(() => closeServices(services))
  }
  if (answer.isDone) console.log(answer.message)
  else throw new SettingsError(answer.message)
}

try {
  await run()
} catch (error) {
  console.error(error instanceof SettingsError ? error.message : error)
  process.exitCode = 1
}
