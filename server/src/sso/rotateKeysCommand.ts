import * as z from 'zod'
import type { Command } from '../command.ts'
import { deploymentNamed } from '../deploymentNamed.ts'
import { rotateSigningKeys } from './signingKeys.ts'

const rotateKeysOrder = z.strictObject({
  deployment: z.string().min(1),
  atOnce: z.boolean().default(false),
})

type RotateKeysOrder = z.output<typeof rotateKeysOrder>

/** Publishes the next signing key of a deployment. */
export const rotateKeysCommand: Command<RotateKeysOrder> = {
  name: 'rotate-keys',
  order: rotateKeysOrder,
  async carryOut(services, { deployment, atOnce }) {
    const { name } = deploymentNamed(services, deployment)
    await rotateSigningKeys(services, name, { atOnce })
    return atOnce
      ? `${name}: a new key signs within a minute; what the old ones signed is believed no more.`
      : `${name}: a new key is published and signs in a day; the old one stays a day longer.`
  },
}
