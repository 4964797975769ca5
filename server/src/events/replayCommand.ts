import * as z from 'zod'
import { type Command, CommandRefused } from '../command.ts'
import { deploymentNamed } from '../deploymentNamed.ts'

const replayOrder = z.strictObject({
  deployment: z.string().min(1),
  client: z.string().min(1),
  since: z.iso.datetime({ offset: true }),
})

type ReplayOrder = z.output<typeof replayOrder>

/** Puts into the queue once more what a site was to hear since a moment. */
export const replayCommand: Command<ReplayOrder> = {
  name: 'replay',
  order: replayOrder,
  async carryOut(services, { deployment: name, client: clientId, since }) {
    const deployment = deploymentNamed(services, name)
    const client = deployment.clients.get(clientId)
    if (!client?.webhook) {
      throw new CommandRefused(`${name} has no client ${clientId} with a webhook.`)
    }
    const count = await services.events.replay(deployment, clientId, new Date(since))
    return `Events on their way: ${count}.`
  },
}
