import * as z from 'zod'
import { act, look } from './act.ts'
import type { Language } from '../languages.ts'
import { instant, isSo, number, person, shown, text } from './answers.ts'
import { deployment, flag, limit, ofDeployment } from './orderFields.ts'

/*
 * The look and the configuration of deployments: a draft is written, played, staged and published as
 * a version over the file, and a version is taken back.
 */

const changes = z.string().min(2).max(300_000).meta({
  description: 'a file with the fields that differ from the deployment’s file, as JSON',
  value: 'file',
  from: 'file',
})

const draftId = z.coerce
  .number()
  .int()
  .positive()
  .max(2_147_483_647)
  .meta({ description: 'its number, as the list of drafts shows it', value: 'number' })

const revision = draftId.meta({
  description: 'the revision that was looked at: another one is refused',
  value: 'number',
})

const fingerprint = z
  .string()
  .regex(/^[0-9a-f]{16}$/, 'is no fingerprint of a plan')
  .meta({ description: 'of the plan that was looked at', value: 'fingerprint' })

const versionId = z.coerce.number().int().min(0).max(2_147_483_647).meta({
  description: 'its number, as the list of versions shows it; 0 for the file',
  value: 'number',
})

const aDraft = {
  order: z.strictObject({ draft: draftId, deployment }),
  operands: ['draft'],
} as const

const saved = z.strictObject({ draft: number, revision: number, problems: z.array(text) })

/** The part of a JSON Schema that a form of the console is made of; null for a field without one. */
const form = z.unknown() as z.ZodType<{ type?: string; enum?: readonly string[] } | null>

const language = text as unknown as z.ZodType<Language>

const draft = {
  draft: number,
  revision: number,
  changedBy: text,
  person,
  changedAt: instant,
  stagedOn: text.nullable(),
} as const

const version = {
  version: number,
  madeBy: text,
  person,
  madeAt: instant,
  why: text,
  restores: number.nullable(),
  isServed: isSo,
  /** Equal for versions with equal fields of security; empty where none differs from the file. */
  security: text,
} as const

/**
 * The people who decide on a field of a deployment's file, besides its operator. `look`: brand managers,
 * and it may be staged on one node. `feature`: brand managers, on all nodes at once. `security`: an
 * operator with a second person, on all nodes at once. `file`: the file alone.
 */
const fieldClass = shown(z.enum(['look', 'feature', 'security', 'file']))

export type FieldClass = z.output<typeof fieldClass>

const change = z.strictObject({
  field: text,
  class: fieldClass,
  before: text.nullable(),
  after: text.nullable(),
})

export const plan = z.strictObject({
  fingerprint: text,
  changes: z.array(change),
  concerned: z.strictObject({ players: number, clients: number, languages: z.array(text) }),
  screens: z.array(text),
  calls: z.array(z.strictObject({ call: text, isOpen: isSo })),
  mails: z.array(text),
  problems: z.array(text),
})

const served = z.strictObject({ version: number, deployment: text })

const whoEdits = { roles: ['brand', 'operator'] } as const
const whoReads = { roles: ['brand', 'operator', 'auditor'] } as const

const whoGuards = { roles: ['operator'] } as const

/** It is published as it was looked at. */
const published = {
  order: z.strictObject({ draft: draftId, deployment, revision, fingerprint }),
  operands: ['draft'],
  answer: served,
  needsProof: true,
} as const

const back = {
  order: z.strictObject({
    deployment,
    to: versionId.optional(),
    served: versionId
      .meta({
        description: 'the newest version, as it was looked at: another one is refused',
        value: 'number',
      })
      .optional(),
  }),
  answer: served,
} as const

export const versionActs = {
  'deployments list': look({
    title: 'List deployments',
    summary: 'Lists the deployments with the versions that are served.',
    order: z.strictObject({}),
    answer: z.array(
      z.strictObject({
        deployment: text,
        environment: text,
        studio: text,
        version: number,
        stagedOn: text.nullable(),
        consoleEdits: text,
      }),
    ),
    roles: ['operator', 'auditor'],
  }),
  'deployments show': look({
    title: 'Show the configuration',
    summary: 'Shows each field of a deployment: its value, its class, and where it comes from.',
    ...ofDeployment,
    answer: z.strictObject({
      version: number,
      consoleEdits: text,
      fields: z.array(
        z.strictObject({
          field: text,
          class: fieldClass,
          description: text,
          /** null for a field of the file alone, which may be a secret. */
          value: shown(z.unknown()).nullable(),
          origin: text,
          isEditable: isSo,
          form: shown(form),
        }),
      ),
      /** The fields that differ from the file, as JSON. */
      overlay: text,
      /** The words of the file by language, as JSON. */
      words: text,
      views: z.array(z.strictObject({ what: text, title: text })),
      languages: z.array(language),
      tokens: z.array(z.strictObject({ token: text, light: text, dark: text, kind: text })),
    }),
    ...whoReads,
  }),
  'drafts list': look({
    title: 'List drafts',
    summary: 'Lists the drafts of a deployment, the latest changed first.',
    ...ofDeployment,
    answer: z.array(z.strictObject(draft)),
    ...whoReads,
  }),
  'drafts show': look({
    title: 'Show {a draft}',
    summary: 'Shows a draft: all that it changes of the file.',
    ...aDraft,
    answer: z.strictObject({ ...draft, overlay: text }),
    ...whoReads,
  }),
  'drafts save': act({
    title: 'Save {a draft}',
    done: '{The draft} is saved.',
    summary: 'Saves a draft: a new one, or the next revision of one.',
    order: z.strictObject({
      changes,
      deployment,
      draft: draftId.optional(),
      revision: revision.optional(),
    }),
    operands: ['changes'],
    needsReason: false,
    answer: saved,
    ...whoEdits,
  }),
  'drafts discard': act({
    title: 'Discard {a draft}',
    done: '{The draft} is discarded.',
    summary: 'Throws a draft away. A staged one is staged no more.',
    order: z.strictObject({ draft: draftId, deployment, revision: revision.optional() }),
    operands: ['draft'],
    needsReason: false,
    answer: z.strictObject({ draft: number }),
    ...whoEdits,
  }),
  'drafts plan': look({
    title: 'Show the effects of {a draft}',
    summary: 'Plays a draft, and says what would happen if it were published.',
    ...aDraft,
    answer: plan,
    ...whoReads,
  }),
  'drafts preview': look({
    title: 'Open previews',
    summary: 'Lets the person see pictures of a deployment with changes that are not published.',
    ...ofDeployment,
    answer: z.strictObject({ address: text, expiresAt: instant }),
    ...whoReads,
    isConsoleOnly: true,
  }),
  'drafts test-mail': act({
    title: 'Send yourself a mail of {a draft}',
    done: 'The mail goes to your own address.',
    summary:
      'Sends a mail of a draft, as a sample player would get it, to the person who orders it, at the address of their own log-in.',
    order: z.strictObject({
      draft: draftId,
      deployment,
      revision,
      mail: z.string().max(60).meta({ description: 'its name, like farewell', value: 'name' }),
      language: z
        .string()
        .max(20)
        .meta({ description: 'a language of the deployment', value: 'tag' }),
    }),
    operands: ['draft'],
    needsReason: false,
    answer: z.strictObject({ draft: number, mail: text }),
    isConsoleOnly: true,
    ...whoEdits,
  }),
  'config plan': look({
    title: 'Show the effects of a changed file',
    summary: 'Plays a changed file of a deployment, and says what would happen with it.',
    order: z.strictObject({
      file: z.string().min(2).max(1_000_000).meta({
        description: 'the file of the deployment as it would be',
        value: 'file',
        from: 'file',
      }),
      deployment,
      pictures: flag('prints a page for a browser, with pictures before and after').meta({
        isOfCommandLine: true,
      }),
    }),
    operands: ['file'],
    answer: plan,
    roles: ['operator'],
  }),
  'versions list': look({
    title: 'List versions',
    summary: 'Lists the published versions of a deployment, the newest first.',
    order: z.strictObject({ deployment, limit }),
    answer: z.array(z.strictObject(version)),
    ...whoReads,
  }),
  'versions show': look({
    title: 'Show {a version}',
    summary: 'Shows a version beside the one that is served.',
    order: z.strictObject({ version: versionId, deployment }),
    operands: ['version'],
    answer: z.strictObject({ ...version, changes: z.array(change) }),
    ...whoReads,
  }),
  'versions stage': act({
    title: 'Stage {a draft} on one server',
    done: '{The draft} is staged.',
    summary:
      'Serves a draft that changes the look alone on one node, until it is published or unstaged.',
    order: z.strictObject({
      draft: draftId,
      deployment,
      revision,
      fingerprint,
      node: z
        .string()
        .regex(/^[\w.-]{1,60}$/)
        .meta({ description: 'its NODE_NAME, or the name of its machine', value: 'name' }),
    }),
    operands: ['draft'],
    answer: z.strictObject({ draft: number, node: text }),
    needsProof: true,
    ...whoEdits,
  }),
  'versions unstage': act({
    title: 'Unstage {a draft}',
    done: '{The draft} is no longer staged.',
    summary: 'Serves the published version again on the node that has a draft.',
    order: z.strictObject({
      deployment,
      draft: draftId
        .meta({ description: 'the draft that is staged: another one is refused', value: 'number' })
        .optional(),
    }),
    answer: z.strictObject({ draft: number }),
    ...whoEdits,
  }),
  'versions publish': act({
    title: 'Publish {a draft}',
    done: '{The draft} is published.',
    summary: 'Publishes a draft of looks and features: every node serves it within seconds.',
    ...published,
    ...whoEdits,
  }),
  'versions publish-security': act({
    title: 'Publish {a draft} with security settings',
    done: '{The draft} is published.',
    request: 'the publication of {a draft}',
    summary: 'Publishes a draft that changes fields of security, with a second person.',
    ...published,
    needsApproval: true,
    ...whoGuards,
  }),
  'versions rollback': act({
    title: 'Go back to an earlier version',
    done: 'The earlier version is back.',
    summary:
      'Goes back to the version before, or to another one with the same fields of security: every node serves it within seconds.',
    ...back,
    ...whoEdits,
  }),
  'versions rollback-security': act({
    title: 'Go back to other security settings',
    done: 'The earlier security settings are back.',
    request: 'the return to earlier security settings',
    summary: 'Goes back to a version with other fields of security, with a second person.',
    ...back,
    needsProof: true,
    needsApproval: true,
    ...whoGuards,
  }),
  'versions export': look({
    title: 'Show the published changes',
    summary: 'Shows the overlay that is served, which may stand in the file instead.',
    ...ofDeployment,
    answer: z.strictObject({ version: number, overlay: text }),
    roles: ['operator'],
  }),
} as const
