import type { ActRow } from '@gatehouse/contract/acts/act'
import { hasAct } from '@gatehouse/contract/acts/entrances'
import { type ActName, actNames, everyAct } from '@gatehouse/contract/acts/everyAct'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AssistantOrder } from '../acts/assistants/assistant.ts'
import type { ActAnswer, Waiting } from '../acts/orders/actAnswer.ts'
import type { Staff } from '../people/staffCaller.ts'
import type { ConsoleServices } from './staffSession.ts'

/** Carries out an order by the roles of its author, with every limit of the console. */
export type OrderBy = (
  staff: Staff,
  name: ActName,
  order: AssistantOrder,
) => Promise<ActAnswer | Waiting>

/**
 * Answers a message of the Model Context Protocol for a service, with the acts of its roles. No
 * session is kept: any server of the console answers the next message.
 */
export async function answerAssistant(
  { settings, key, clock, deployments }: ConsoleServices,
  staff: Staff,
  request: FastifyRequest,
  reply: FastifyReply,
  orderBy: OrderBy,
): Promise<FastifyReply> {
  // A service that is no assistant waits for no library.
  const { createMcpHandler } = await import('@modelcontextprotocol/server')
  const { createAssistant } = await import('../acts/assistants/assistant.ts')
  const places = [...deployments.all.map(({ name }) => name), null]
  const own = new Set(places.flatMap((place) => staff.rolesIn(place)))
  const names = actNames.filter((name) => {
    const row: ActRow = everyAct[name]
    const isOffered = hasAct('assistant', row) && hasAct('service', row)
    return isOffered && row.roles.some((role) => own.has(role))
  })
  const handler = createMcpHandler(() =>
    createAssistant({
      names,
      caller: staff.key.toString('hex'),
      key: key.console[0],
      now: () => clock.now(),
      carryOut: (name, order) => orderBy(staff, name, order),
    }),
  )
  const headers = Object.entries(request.headers).filter(
    (each): each is [string, string] => typeof each[1] === 'string',
  )
  const asked = new Request(new URL('/mcp', settings.CONSOLE_URL), { method: 'POST', headers })
  const answer = await handler.fetch(asked, { parsedBody: request.body })
  await handler.close()
  const type = answer.headers.get('content-type')
  if (type !== null) void reply.header('content-type', type)
  return reply.code(answer.status).send(await answer.text())
}
