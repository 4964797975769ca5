import { type FieldClass, versionActs } from '@gatehouse/contract/acts/versionActs'
import { isOffered, offerOf } from '@gatehouse/contract/languages'
import { lifetimes } from '@gatehouse/contract/limits'
import {
  changeDraft,
  deleteDraft,
  type Draft,
  insertDraft,
  insertVersion,
  listDrafts,
  listHeads,
  listVersions,
  lockVersions,
  readDraft,
  readVersion,
  stageDraft,
  unstageDraft,
  type Version,
} from '../../../database/versions/versions.ts'
import { listNodeNames } from '../../../database/operations/nodeSampleStatements.ts'
import type { Executor } from '../../../database/schema/executor.ts'
import { sampleMail } from '../../../mail/sampleMails.ts'
import { after } from '../../../platform/clock.ts'
import { SettingsError } from '../../../platform/config/settings.ts'
import { seal } from '../../../platform/crypto/seal.ts'
import { hashOf } from '../../../platform/crypto/secrets.ts'
import type { Deployment } from '../../../deployments/deployments.ts'
import { classOf } from '../../../deployments/fieldClasses.ts'
import { type Overlay, type OverlayVersion, withVersion } from '../../../deployments/overlay.ts'
import { describeDeployment } from '../../versions/describeDeployment.ts'
import { readOverlay } from '../../versions/overlays.ts'
import { changesBetween, type Plan, planOf, type Played, playChange } from '../../versions/plan.ts'
import { publishedOf, readChangedFile } from '../../versions/publishedOf.ts'
import { nodeNameOf } from '../../versions/versionStore.ts'
import { type AuthorOf, readAuthors } from '../orders/authors.ts'
import { ActRefusedError } from '../orders/actRefusedError.ts'
import { ownAddress } from '../orders/ownAddress.ts'
import { type ActRun, type ActServices, type Author, performedBy } from '../orders/run.ts'
import { deploymentNamed } from '../orders/perform.ts'

const everyClass: readonly FieldClass[] = ['look', 'feature', 'security']

/** The classes of fields that the author of an order may change. */
function classesFor({ staff }: Author, deployment: string): ReadonlySet<FieldClass> {
  const isOperator = staff === null || staff.rolesIn(deployment).includes('operator')
  return new Set(isOperator ? everyClass : ['look', 'feature'])
}

/** The deployment of the file, without a version. */
function fileOf({ deployments }: ActServices, { name }: Deployment): Deployment {
  return deploymentNamed({ deployments: deployments.files }, name)
}

/** The changes of a draft; refuses fields that its author may not change. */
async function readChanges(
  services: ActServices,
  executor: Executor,
  at: Deployment,
  { text, author }: { readonly text: string; readonly author: Author },
): Promise<Overlay> {
  const served = await readVersion(executor, at.name)
  const known = served?.overlay ?? {}
  const read = readOverlay(text, fileOf(services, at), {
    known,
    classes: classesFor(author, at.name),
  })
  if ('overlay' in read) return read.overlay
  throw new ActRefusedError(read.problem.message, { code: read.problem.code })
}

async function draftOf(executor: Executor, { name }: Deployment, id: number) {
  const draft = await readDraft(executor, name, id)
  if (!draft) throw new ActRefusedError(`${name} has no draft ${id}.`, { code: 'NOT_FOUND' })
  return draft
}

function staleDraft({
  id,
  revision,
  changed_by: by,
}: Pick<Draft, 'id' | 'revision' | 'changed_by'>): ActRefusedError {
  const message = `${by} has changed draft ${id} since: it has revision ${revision} now.`
  return new ActRefusedError(message, { code: 'STALE', data: { revision } })
}

/** The deployment with a draft; refuses one that cannot be. */
function withDraft(file: Deployment, draft: OverlayVersion): Deployment {
  try {
    return withVersion(file, draft)
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error
    throw new ActRefusedError(error.message, {
      code: 'CHECK_FAILED',
      data: error.message.split('\n'),
    })
  }
}

/** A draft, or a version to go back to, over the deployment of the file: what would become of what is served. */
async function played(
  services: ActServices,
  executor: Executor,
  at: Deployment,
  { id, revision, overlay }: OverlayVersion,
): Promise<Played> {
  const file = fileOf(services, at)
  const now = await publishedOf(executor, file)
  return playChange(services.deployments, now, () => withVersion(file, { id, revision, overlay }))
}

/** Refuses what no server would serve. */
function refuseProblems({ problems }: Played): void {
  if (problems.length === 0) return
  throw new ActRefusedError(problems.join('\n'), { code: 'CHECK_FAILED', data: problems })
}

interface SeenPlan {
  readonly draft: number
  readonly revision: number
  readonly fingerprint: string
}

/**
 * The draft as it was looked at, with a plan that still holds and the version that it is over; refuses
 * another one. It stays so until the transaction ends.
 */
async function draftAsSeen(
  services: ActServices,
  transaction: Executor,
  at: Deployment,
  { draft: id, revision, fingerprint }: SeenPlan,
) {
  const over = await lockVersions(transaction, at.name)
  const draft = await draftOf(transaction, at, id)
  const change = await played(services, transaction, at, draft)
  refuseProblems(change)
  if (draft.revision !== revision || change.fingerprint !== fingerprint) {
    const message = `Draft ${id}, or what ${at.name} serves, has changed since the plan was made: look at it again.`
    throw new ActRefusedError(message, { code: 'STALE' })
  }
  if (change.changes.length === 0) {
    throw new ActRefusedError(`Draft ${id} changes nothing.`, { code: 'NOTHING_CHANGES' })
  }
  return { draft, change, over, seen: { deployment: at.name, id, revision } }
}

/** Refuses a write of a draft that is another one than the one that was seen. */
async function refuseStaleDraft(executor: Executor, at: Deployment, id: number): Promise<never> {
  throw staleDraft(await draftOf(executor, at, id))
}

interface NextVersion {
  readonly overlay: Overlay
  readonly restores: number | null
  /** The version that was the newest when this one was decided on. */
  readonly over: number
}

/**
 * Makes the next version of a deployment; refuses where another one was made since. A staged draft was
 * looked at over an earlier one: its node serves the published version again.
 */
async function publish(
  { clock }: ActServices,
  transaction: Executor,
  { name: deployment }: Deployment,
  { who, why }: Author,
  { overlay, restores, over }: NextVersion,
) {
  const id = over + 1
  const version = { id, overlay: JSON.stringify(overlay), restores, made_by: who, why }
  if (!(await insertVersion(transaction, { deployment, ...version, made_at: clock.now() }))) {
    const message = `Another person published a version of ${deployment} just now: look at the plan again.`
    throw new ActRefusedError(message, { code: 'STALE' })
  }
  const staged = await stagedIn(transaction, deployment)
  if (staged === undefined) return { id, details: {}, message: '' }
  await unstageDraft(transaction, deployment, staged.id)
  const message = ` Draft ${staged.id} is staged no more: it was looked at over another version.`
  return { id, details: { unstaged: staged.id }, message }
}

async function stagedIn(executor: Executor, deployment: string): Promise<Draft | undefined> {
  const drafts = await listDrafts(executor, deployment)
  return drafts.find(({ staged_on: node }) => node !== null)
}

async function versionOf(executor: Executor, { name }: Deployment, id: number): Promise<Version> {
  const version = await readVersion(executor, name, id)
  if (!version) throw new ActRefusedError(`${name} has no version ${id}.`, { code: 'NOT_FOUND' })
  return version
}

/** The version that went forward, of one that may have gone back to it; 0 is the file. */
async function originOf(executor: Executor, at: Deployment, id: number): Promise<number> {
  if (id === 0) return 0
  const { restores } = await versionOf(executor, at, id)
  return restores === null ? id : originOf(executor, at, restores)
}

function shownDraft(draft: Omit<Draft, 'deployment' | 'overlay'>, authorOf: AuthorOf) {
  const { id, revision, changed_by: changedBy, changed_at: changedAt, staged_on: stagedOn } = draft
  return { draft: id, revision, changedBy, person: authorOf(`draft ${id}`), changedAt, stagedOn }
}

function shownVersion(version: Version, isServed: boolean, authorOf: AuthorOf) {
  const { id, made_by: madeBy, made_at: madeAt, why, restores, overlay } = version
  const security = securityOf(overlay)
  const person = authorOf(`version ${id}`)
  return { version: id, madeBy, person, madeAt, why, restores, isServed, security }
}

/** The fields of security of an overlay, as a digest; empty without any. */
function securityOf(overlay: Overlay): string {
  const fields = Object.entries(overlay).filter(([field]) => classOf(field) === 'security')
  const sorted = fields.toSorted(([one], [other]) => (one < other ? -1 : 1))
  return sorted.length === 0 ? '' : hashOf(JSON.stringify(sorted)).toString('hex').slice(0, 16)
}

const authorsOfDrafts = (executor: Executor, deployment: string, ids: readonly number[]) =>
  readAuthors(executor, deployment, {
    acts: ['drafts save'],
    subjects: ids.map((id) => `draft ${id}`),
  })

const authorsOfVersions = (executor: Executor, deployment: string, ids: readonly number[]) =>
  readAuthors(executor, deployment, {
    acts: [
      'versions publish',
      'versions publish-security',
      'versions rollback',
      'versions rollback-security',
    ],
    subjects: ids.map((id) => `version ${id}`),
  })

function listed(title: string, items: readonly string[]): readonly string[] {
  return items.length === 0 ? [] : [`${title}: ${items.join(', ')}`]
}

/** A plan in words, for the command line. */
function linesOf(plan: Plan): string {
  const { changes, concerned, screens, calls, mails, problems, fingerprint } = plan
  const { players, clients, languages } = concerned
  return [
    ...problems.map((each) => `! ${each}`),
    ...changes.map(({ field, before, after: next }) =>
      before === null && next === null
        ? `${field}: another value`
        : `${field}: ${before ?? '–'} → ${next ?? '–'}`,
    ),
    ...(changes.length === 0 && problems.length === 0 ? ['Nothing changes.'] : []),
    `Concerned: players ${players}, clients ${clients}, languages ${languages.join(', ')}`,
    ...listed('Screens', screens),
    ...listed(
      'Calls',
      calls.map(({ call, isOpen }) => `${call} ${isOpen ? 'opens' : 'closes'}`),
    ),
    ...listed('Mails', mails),
    ...(fingerprint === '' ? [] : [`Fingerprint: ${fingerprint}`]),
  ].join('\n')
}

/** The fields of an entry of the audit log: names and classes, and values of looks and features. */
const audited = ({ changes }: Pick<Plan, 'changes'>) => ({
  changes: changes.map(({ field, before, after: next }) => ({ field, before, after: next })),
})

/** Refuses a change with fields beyond those of the act and of its author, whatever the act is called. */
function refuseClasses(
  changes: Plan['changes'],
  ofAct: readonly FieldClass[],
  ofAuthor: ReadonlySet<FieldClass>,
  otherwise: string,
): void {
  const isAllowed = (each: FieldClass) => ofAct.includes(each) && ofAuthor.has(each)
  if (changes.every((change) => isAllowed(change.class))) return
  throw new ActRefusedError(otherwise, { code: 'CLASS_NEEDS_ALL' })
}

function publisher(classes: readonly FieldClass[], otherwise: string) {
  return async ({ services, transaction, at, author }: ActRun, order: SeenPlan) => {
    const { draft, change, over, seen } = await draftAsSeen(services, transaction, at, order)
    refuseClasses(change.changes, classes, classesFor(author, at.name), otherwise)
    if (!(await deleteDraft(transaction, seen))) await refuseStaleDraft(transaction, at, seen.id)
    const next = { overlay: draft.overlay, restores: null, over }
    const { id, message, details } = await publish(services, transaction, at, author, next)
    return {
      data: { version: id, deployment: at.name },
      message: `Version ${id} of ${at.name} is published: every node serves it within seconds.${message}`,
      subject: `version ${id}`,
      details: { ...audited(change), ...details },
    }
  }
}

interface WayBack {
  readonly to?: number | undefined
  readonly served?: number | undefined
}

function rollback(classes: readonly FieldClass[], otherwise: string) {
  return async ({ services, transaction, at, author }: ActRun, { to, served }: WayBack) => {
    const over = await lockVersions(transaction, at.name)
    if (served !== undefined && served !== over) {
      const message = `${at.name} has version ${over} now: look at it again.`
      throw new ActRefusedError(message, { code: 'STALE' })
    }
    if (over === 0 || over === to) {
      throw new ActRefusedError(`${at.name} serves that already.`, { code: 'NO_VERSION' })
    }
    // Back from a version that itself went back: to the one before that which it went to.
    const before = async () => (await originOf(transaction, at, over)) - 1
    const restores = to ?? (await originOf(transaction, at, await before()))
    const overlay = restores === 0 ? {} : (await versionOf(transaction, at, restores)).overlay
    const change = await played(services, transaction, at, {
      id: over + 1,
      revision: null,
      overlay,
    })
    refuseProblems(change)
    refuseClasses(change.changes, classes, classesFor(author, at.name), otherwise)
    const next = { overlay, restores, over }
    const { id, message, details } = await publish(services, transaction, at, author, next)
    return {
      data: { version: id, deployment: at.name },
      message: `${at.name} goes back to ${restores === 0 ? 'its file' : `version ${restores}`}, as version ${id}, within seconds.${message}`,
      subject: `version ${id}`,
      details: { restores, ...audited(change), ...details },
    }
  }
}

/** Refuses a server that has given no sign of life within a minute. */
async function refuseUnknownNode(
  { clock, settings }: ActServices,
  executor: Executor,
  node: string,
): Promise<void> {
  const seen = await listNodeNames(executor, after(clock.now(), -60))
  const nodes = [...new Set([nodeNameOf(settings), ...seen])]
  if (nodes.includes(node)) return
  const message = `There is no server ${node}, but ${nodes.join(', ')}.`
  throw new ActRefusedError(message, { code: 'UNKNOWN_NODE', data: { nodes } })
}

export const versionPerformers = performedBy(versionActs, {
  'deployments list': async ({ services: { deployments, database } }) => {
    const { staged } = await listHeads(database.kysely)
    return {
      data: deployments.all.map(({ name, configuration, version, consoleEdits }) => ({
        deployment: name,
        environment: configuration.Environment,
        studio: configuration.RegisterStudioName,
        version: version?.revision === null ? version.id : 0,
        stagedOn: staged.find(({ deployment }) => deployment === name)?.staged_on ?? null,
        consoleEdits,
      })),
    }
  },
  'deployments show': async ({ services, at, author }) => {
    const newest = await readVersion(services.database.kysely, at.name)
    const classes = classesFor(author, at.name)
    return { data: describeDeployment(fileOf(services, at), at, newest ?? null, classes) }
  },
  'drafts list': async ({ services: { database } }, { deployment }) => {
    const { kysely } = database
    const drafts = await listDrafts(kysely, deployment)
    const ids = drafts.map(({ id }) => id)
    const authorOf = await authorsOfDrafts(kysely, deployment, ids)
    return { data: drafts.map((draft) => shownDraft(draft, authorOf)) }
  },
  'drafts show': async ({ services: { database }, at }, { draft: id }) => {
    const draft = await draftOf(database.kysely, at, id)
    const authorOf = await authorsOfDrafts(database.kysely, at.name, [id])
    return { data: { ...shownDraft(draft, authorOf), overlay: JSON.stringify(draft.overlay) } }
  },
  'drafts save': async ({ services, transaction, at, author }, order) => {
    const { draft: known, revision: seen = 0, changes } = order
    const overlay = await readChanges(services, transaction, at, { text: changes, author })
    const written = {
      overlay: JSON.stringify(overlay),
      changed_by: author.who,
      changed_at: services.clock.now(),
    }
    if (known !== undefined) {
      const found = { deployment: at.name, id: known, revision: seen }
      if (!(await changeDraft(transaction, found, written))) {
        const draft = await draftOf(transaction, at, known)
        if (draft.staged_on === null) throw staleDraft(draft)
        const message = `Draft ${known} is staged on ${draft.staged_on}: unstage it first.`
        throw new ActRefusedError(message, { code: 'STAGED' })
      }
    }
    const added = { deployment: at.name, ...written, staged_on: null }
    const id = known ?? (await insertDraft(transaction, added))
    const revision = known === undefined ? 1 : seen + 1
    const { problems } = await played(services, transaction, at, { id, revision, overlay })
    return {
      data: { draft: id, revision, problems },
      message: `Draft ${id} is saved as revision ${revision}.`,
      subject: `draft ${id}`,
      details: { revision, fields: Object.keys(overlay) },
    }
  },
  'drafts discard': async ({ transaction, at }, { draft: id, revision }) => {
    const draft = await draftOf(transaction, at, id)
    const seen = { deployment: at.name, id, revision: revision ?? draft.revision }
    if (!(await deleteDraft(transaction, seen))) await refuseStaleDraft(transaction, at, id)
    return { data: { draft: id }, message: `Draft ${id} is gone.`, subject: `draft ${id}` }
  },
  'drafts plan': async ({ services, at }, { draft: id }) => {
    const { kysely } = services.database
    const change = await played(services, kysely, at, await draftOf(kysely, at, id))
    const plan = await planOf(services, kysely, change)
    return { data: plan, message: linesOf(plan) }
  },
  'drafts preview': ({ services: { settings, clock, key } }, { deployment }) => {
    const { CONSOLE_PREVIEW_URL: url } = settings
    if (url === undefined) {
      throw new ActRefusedError('CONSOLE_PREVIEW_URL is not set: there are no previews.')
    }
    const until = after(clock.now(), lifetimes.preview)
    const ticket = Buffer.from(seal({ deployment, until: until.getTime() }, key.console), 'base64')
    const address = `${url}/${ticket.toString('base64url')}`
    return Promise.resolve({ data: { address, expiresAt: until } })
  },
  'drafts test-mail': async ({ services, transaction, at, author }, order) => {
    const { draft: id, revision, mail: name, language } = order
    const { address } = ownAddress(author)
    const draft = await draftOf(transaction, at, id)
    if (draft.revision !== revision) throw staleDraft(draft)
    const { overlay } = draft
    const next = withDraft(fileOf(services, at), { id, revision, overlay })
    const isThere = isOffered(language, offerOf(next.configuration))
    const mail = isThere ? sampleMail(next, language, name) : undefined
    if (mail === undefined) {
      const message = `${at.name} has no mail ${name} in ${language}.`
      throw new ActRefusedError(message, { code: 'NOT_FOUND' })
    }
    await services.outbox.post(transaction, { deployment: at.name, playerId: 0 }, address, mail)
    return {
      data: { draft: id, mail: name },
      message: `The mail ${name} of draft ${id} goes to ${address}, in ${language}.`,
      subject: `draft ${id}`,
      details: { revision, mail: name, language },
    }
  },
  'config plan': async ({ services, at, author: { staff } }, { file, pictures }) => {
    const { renderer, drawing } = services
    const { kysely } = services.database
    const now = await publishedOf(kysely, fileOf(services, at))
    const version = await readVersion(kysely, at.name)
    const make = () => {
      const changed = { text: file, mayReadEnvironment: staff === null }
      const next = readChangedFile(fileOf(services, at), changed, services.environment)
      const { id = 0, overlay = {} } = version ?? {}
      return withVersion(next, { id, revision: null, overlay })
    }
    const change = playChange(services.deployments, now, make)
    const plan = await planOf(services, kysely, change)
    const words = linesOf(plan)
    if (!pictures) return { data: plan, message: words }
    if (renderer === null) throw new ActRefusedError('There is no portal that draws pictures.')
    const titles = [...plan.screens, ...plan.mails]
    const page = { title: `A plan for ${at.name}`, words, titles, now, next: change.next ?? now }
    return { data: plan, message: await drawing.page(page) }
  },
  'versions list': async ({ services: { database } }, { deployment, limit }) => {
    const versions = await listVersions(database.kysely, deployment, { limit })
    const ids = versions.map(({ id }) => id)
    const authorOf = await authorsOfVersions(database.kysely, deployment, ids)
    return { data: versions.map((version, at) => shownVersion(version, at === 0, authorOf)) }
  },
  'versions show': async ({ services, at }, { version: id }) => {
    const { kysely } = services.database
    const file = fileOf(services, at)
    const version = await versionOf(kysely, at, id)
    const overlay = version.overlay
    const then = withVersion(file, { id, revision: null, overlay })
    const now = await publishedOf(kysely, file)
    const isServed = (await readVersion(kysely, at.name))?.id === id
    const authorOf = await authorsOfVersions(kysely, at.name, [id])
    const shown = shownVersion(version, isServed, authorOf)
    return { data: { ...shown, changes: changesBetween(now, then) } }
  },
  'versions stage': async ({ services, transaction, at, author }, { node, ...order }) => {
    const { change, seen } = await draftAsSeen(services, transaction, at, order)
    const otherwise =
      'Only changes of the look are staged: all else is published to all nodes at once.'
    refuseClasses(change.changes, ['look'], classesFor(author, at.name), otherwise)
    await refuseUnknownNode(services, transaction, node)
    const other = await stagedIn(transaction, at.name)
    if (other) {
      const message = `Draft ${other.id} is staged on ${other.staged_on}: unstage it first.`
      throw new ActRefusedError(message, { code: 'STAGED' })
    }
    if (!(await stageDraft(transaction, seen, node))) {
      await refuseStaleDraft(transaction, at, seen.id)
    }
    return {
      data: { draft: seen.id, node },
      message: `${node} serves draft ${seen.id} of ${at.name} within seconds.`,
      subject: `draft ${seen.id}`,
      details: { node, ...audited(change) },
    }
  },
  'versions unstage': async ({ transaction, at }, { draft }) => {
    const staged = await stagedIn(transaction, at.name)
    if (!staged)
      throw new ActRefusedError(`${at.name} has no staged draft.`, { code: 'NOT_STAGED' })
    const { id, staged_on: node } = staged
    const isSeen = draft === undefined || draft === id
    if (!isSeen || !(await unstageDraft(transaction, at.name, id))) {
      const message = `Another draft than that one is staged now: draft ${id} on ${node}.`
      throw new ActRefusedError(message, { code: 'STALE' })
    }
    return {
      data: { draft: id },
      message: `${node} serves the published version of ${at.name} again.`,
      subject: `draft ${id}`,
      details: { node },
    }
  },
  'versions publish': publisher(
    ['look', 'feature'],
    'This draft changes fields of security, which an operator publishes with a second person.',
  ),
  'versions publish-security': publisher(
    everyClass,
    'Your role does not publish the fields that this draft changes.',
  ),
  'versions rollback': rollback(
    ['look', 'feature'],
    'Going back changes fields of security, which an operator does with a second person.',
  ),
  'versions rollback-security': rollback(
    everyClass,
    'Your role does not change the fields that this would change.',
  ),
  'versions export': async ({ services, at: { name } }) => {
    const newest = await readVersion(services.database.kysely, name)
    const overlay = JSON.stringify(newest?.overlay ?? {}, null, 2)
    return { data: { version: newest?.id ?? 0, overlay }, message: overlay }
  },
})
