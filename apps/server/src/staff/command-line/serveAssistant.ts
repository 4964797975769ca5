import type { Readable, Writable } from 'node:stream'
import { hasAct } from '@gatehouse/contract/acts/entrances'
import { type ActName, actNames, everyAct } from '@gatehouse/contract/acts/everyAct'
import { serveStdio, StdioServerTransport } from '@modelcontextprotocol/server/stdio'
import {
  type AssistantOrder,
  type AssistantContext,
  createAssistant,
} from '../acts/assistants/assistant.ts'
import { type ActAnswer, refused } from '../acts/orders/actAnswer.ts'
import { passOn } from './passOn.ts'

interface Streams {
  readonly input: Readable
  readonly output: Writable
}

/**
 * Serves the Model Context Protocol to a program that has started this process, until that ends. The
 * server of this machine carries out the orders, and never an act alone that needs a second person.
 */
export async function serveAssistant(
  settings: { readonly DATA_DIR: string },
  { who, ...own }: { readonly who: string } & Pick<AssistantContext, 'key' | 'now'>,
  { input, output }: Streams = { input: process.stdin, output: process.stdout },
): Promise<void> {
  const answers = new Map<string, ActAnswer>()

  async function carryOut(name: ActName, given: AssistantOrder): Promise<ActAnswer> {
    const { order, why, isDry, key: token } = given
    const earlier = token === null ? undefined : answers.get(token)
    if (earlier) return earlier
    const author = { who: `${who}, by an assistant`, why }
    const answer =
      (await passOn(settings, name, { order, ...author, isDry, isAssistant: true })) ??
      refused('UNAVAILABLE', 'No server runs on this machine, with the DATA_DIR of this command.')
    if (token !== null && answer.outcome === 'done') answers.set(token, answer)
    return answer
  }

  const names = actNames.filter(
    (name) => hasAct('assistant', everyAct[name]) && hasAct('machine', everyAct[name]),
  )
  const transport = new StdioServerTransport(input, output)
  const ended = new Promise<void>((resolve) => {
    input.once('end', resolve).once('close', resolve)
    output.once('error', () => resolve()).once('close', resolve)
  })
  const context = { ...own, names, caller: who, carryOut }
  const served = serveStdio(() => createAssistant(context), { transport })
  await ended
  await served.close()
}
