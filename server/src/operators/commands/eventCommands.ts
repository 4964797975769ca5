import * as z from 'zod'
import { startWebhook } from '../../database/oidc/stoppedWebhooks.ts'
import type { OidcClient } from '../../tenants/client.ts'
import type { Deployment } from '../../tenants/deployments.ts'
import { writeCommand, readCommand } from '../command/command.ts'
import { CommandRefusedError } from '../command/commandRefusedError.ts'
import { deployment, moment } from '../command/orderFields.ts'

const client = z.string().min(1).meta({ description: 'clientId of the site', value: 'clientId' })

const replay = writeCommand({
  name: 'events replay',
  summary: 'Tells a site once more what has happened to accounts, of the last 30 days.',
  order: z.strictObject({
    client,
    since: moment.meta({
      description: 'from when on, as ISO 8601 with its offset',
      value: 'moment',
    }),
    deployment,
  }),
  async perform(services, { client: clientId, since }, transaction, at) {
    listening(at, clientId)
    const count = await services.events.replay(transaction, at, clientId, new Date(since))
    return {
      data: { count },
      message: `Events on their way: ${count}.`,
      subject: `client ${clientId}`,
      details: { since, count },
    }
  },
})

const test = readCommand({
  name: 'events test',
  summary: 'Sends a site an event without a player at once, and says what came back.',
  order: z.strictObject({ client, deployment }),
  operands: ['client'],
  async answer(services, { client: clientId }, at) {
    const { status, answer, stoppedAt } = await services.events.test(at, listening(at, clientId))
    // An answer is foreign text: none may move the cursor.
    const text = answer.replaceAll(/\p{Cc}+/gu, ' ').trim()
    const said = [
      status === null ? `${clientId} did not answer: ${text}.` : `${clientId} answered ${status}.`,
      ...(status === null || text === '' ? [] : [text]),
      ...(stoppedAt === null
        ? []
        : [`It gets no events since ${stoppedAt.toISOString()}: gatehouse events start.`]),
    ].join('\n')
    const data = { status, answer: text, stoppedAt }
    if (status === null || status < 200 || status > 299) {
      throw new CommandRefusedError(said, { data })
    }
    return { data, message: said }
  },
})

const start = writeCommand({
  name: 'events start',
  summary: 'Sends a site events again after it answered 410 Gone.',
  order: z.strictObject({ client, deployment }),
  operands: ['client'],
  async perform(_, { client: clientId }, transaction, at) {
    listening(at, clientId)
    const wasStopped = await startWebhook(transaction, at.name, clientId)
    return {
      data: { wasStopped },
      message: wasStopped
        ? `${clientId} gets events from now on; events replay sends what it missed.`
        : `${clientId} was not stopped.`,
      subject: `client ${clientId}`,
      details: { wasStopped },
    }
  },
})

function listening({ name, clients }: Deployment, clientId: string): OidcClient {
  const found = clients.get(clientId)
  if (found?.webhook) return found
  throw new CommandRefusedError(`${name} has no client ${clientId} with a webhook.`)
}

export const eventCommands = [replay, test, start]
