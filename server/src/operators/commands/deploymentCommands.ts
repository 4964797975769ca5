import { ownEnvironments } from '@gatehouse/contract/environments'
import * as z from 'zod'
import { randomBytes } from '../../platform/crypto/random.ts'
import { readDeploymentFile } from '../../tenants/deploymentFile.ts'
import { offlineCommand } from '../command/command.ts'

/** What a deployment has from its beginning; the specification's environments have none of it. */
const fromTheBeginning = {
  mailLinks: 'button',
  enumerationProtection: 'strict',
  EnableSecuritySection: true,
  StrongSignIn: 'optional',
  newBrowserMails: 'always',
  reauthenticateFor: ['username', 'unlinking'],
  Languages: '*',
} as const

const create = offlineCommand({
  name: 'deployments new',
  summary: 'Prints the file of a new deployment, with everything on that protects players.',
  order: z.strictObject({
    studio: z
      .string()
      .min(1)
      .meta({ description: 'the studio, as players read it', value: 'name' }),
    account: z.string().min(1).meta({ description: 'the address of the portal', value: 'url' }),
    front: z
      .string()
      .min(1)
      .meta({ description: 'the address of the community site', value: 'url' }),
    logIn: z.enum(['in-two-steps', 'in-one-step']).default('in-two-steps').meta({
      description: 'the name first and then the password (default), or both at once',
      value: 'in-two-steps|in-one-step',
    }),
  }),
  async run(_, { studio, account, front, logIn }) {
    const file = {
      Environment: ownEnvironments[logIn],
      IsProd: true,
      RegisterStudioName: studio,
      FrontUrl: front,
      AccountUrl: account,
      AccountApiKey: randomBytes(16).toString('hex'),
      ...fromTheBeginning,
    }
    // Refuses an address that no server would take.
    readDeploymentFile(file)
    return Promise.resolve({ data: file, message: JSON.stringify(file, null, 2) })
  },
})

export const deploymentCommands = [create]
