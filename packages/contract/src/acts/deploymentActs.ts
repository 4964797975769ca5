import * as z from 'zod'
import { act, offlineAct } from './act.ts'
import { deployment, flag } from './orderFields.ts'

/* Files of deployments. */

const said = (description: string, value: string) =>
  z.string().min(1).max(1000).meta({ description, value })

export const deploymentActs = {
  'deployments new': offlineAct({
    title: 'Print a file for a new deployment',
    summary: 'Prints the file of a new deployment, with all protections enabled.',
    order: z.strictObject({
      studio: said('the studio, as players read it', 'name'),
      account: said('the address of the portal', 'url'),
      front: said('the address of the community site', 'url'),
      logIn: z.enum(['in-two-steps', 'in-one-step']).default('in-two-steps').meta({
        description: 'the name first and then the password (default), or both at once',
        value: 'in-two-steps|in-one-step',
      }),
    }),
  }),
  'deployments remove': act({
    title: 'Remove a deployment without a file',
    done: 'The deployment is removed.',
    summary: 'Ends a deployment that is still served without its file because it has players.',
    order: z.strictObject({
      deployment: deployment.meta({ description: 'the name that its file had', value: 'name' }),
    }),
  }),
  'theme check': offlineAct({
    title: 'Check a theme',
    summary: 'Plays the theme of a deployment’s file against the screens of this version.',
    order: z.strictObject({
      file: z.string().min(2).max(1_000_000).meta({
        description: 'the file of the deployment, or its theme alone',
        value: 'file',
        from: 'file',
      }),
      since: z.string().max(40).default('1.0.0').meta({
        description: 'the release that the theme was made for (default: 1.0.0)',
        value: 'version',
      }),
    }),
    operands: ['file'],
  }),
  check: offlineAct({
    title: 'Check settings and deployment files',
    summary:
      'Checks environment variables and deployment files, and shows what each deployment does.',
    order: z.strictObject({
      deployment: deployment.optional().meta({
        description: 'every rule of this deployment, instead of a line of each',
        value: 'name',
      }),
      database: flag(
        'also compares SESSION_KEY and the files with the database, and counts values under SESSION_KEY_OTHER',
      ),
      production: flag('with what production refuses, whatever NODE_ENV says'),
    }),
  }),
} as const
