import * as z from 'zod'
import { act } from '../command/command.ts'
import { CommandRefusedError } from '../command/commandRefusedError.ts'
import { deploymentNamed } from '../command/deploymentNamed.ts'
import { deployment, moment } from '../command/orderFields.ts'

const replay = act({
  name: 'events replay',
  summary: 'Tells a site once more what has happened to accounts, of the last 30 days.',
  order: z.strictObject({
    client: z.string().min(1).meta({ description: 'clientId of the site', value: 'clientId' }),
    since: moment.meta({
      description: 'from when on, as ISO 8601 with its offset',
      value: 'moment',
    }),
    deployment,
  }),
  async perform(services, { deployment: name, client: clientId, since }, transaction) {
    const at = deploymentNamed(services, name)
    if (!at.clients.get(clientId)?.webhook) {
      throw new CommandRefusedError(`${name} has no client ${clientId} with a webhook.`)
    }
    const count = await services.events.replay(transaction, at, clientId, new Date(since))
    return {
      data: { count },
      message: `Events on their way: ${count}.`,
      subject: `client ${clientId}`,
      details: { since, count },
    }
  },
})

export const eventCommands = [replay]
