import type { ActRow } from '@gatehouse/contract/acts/act'
import { type ActName, actNames, everyAct } from '@gatehouse/contract/acts/everyAct'
import { approvalActs } from '@gatehouse/contract/acts/staffActs'
import { actDone, requestFor } from '@gatehouse/contract/acts/titles'
import type { Waiting } from '@gatehouse/contract/console/me'
import { readPlayerRecord } from '../../../database/accounts/playerRecord.ts'
import { listNamedPlayers } from '../../../database/accounts/players.ts'
import type { Executor } from '../../../database/schema/executor.ts'
import type { Asker } from '../../../database/schema/values.ts'
import {
  type Approval,
  findApproval,
  listApprovals,
  listApproved,
  listWaiting,
  setFirstApprover,
} from '../../../database/staff/approvals.ts'
import { listDownloads } from '../../../database/staff/downloads.ts'
import { findStaffSessionById } from '../../../database/staff/staffSessions.ts'
import { inTransaction } from '../../../database/transactions/inTransaction.ts'
import { after } from '../../../platform/clock.ts'
import { unseal } from '../../../platform/crypto/seal.ts'
import { derived, hashOf } from '../../../platform/crypto/secrets.ts'
import { isSamePerson, markOf, type Staff } from '../../people/staffCaller.ts'
import { ActRefusedError } from '../orders/actRefusedError.ts'
import { commandLine } from '../orders/carryOut.ts'
import { viaOf } from '../orders/orderByStaff.ts'
import { type ActServices, performedBy } from '../orders/run.ts'
import { decide, type Decision, endApproved, perform, tooLate } from '../orders/perform.ts'
import { findNamed } from '../orders/playerNamed.ts'
import { readOrder } from '../orders/readOrder.ts'

/*
 * Acts that need a second person. Each rule of who decides stands here, once, for whatever is
 * approved: another person, with a role that orders the act, on what was shown.
 */

export const approvalPerformers = performedBy(approvalActs, {
  'approvals list': async ({ services, author: { staff } }, { deployment, all, limit }) => {
    const { database, clock } = services
    const now = clock.now()
    const found = await listApprovals(database.kysely, deployment, { isWaiting: !all, limit, now })
    const own = found.filter((each) => maySee(each, staff))
    const nameOf = await namesFor(database.kysely, deployment, own)
    const data = own.map((each) => ({
      ...shownOf(each, staff, services),
      about: nameOf(each),
    }))
    return { data }
  },
  'approvals show': async ({ services, author: { staff } }, { deployment, id }) => {
    const found = await approvalOf(services.database.kysely, deployment, id, staff)
    // A decided one does nothing more, and its player may be gone.
    const nothing = { effect: [], digest: '', order: null }
    const isWaiting = found.state === 'waiting'
    const shown = isWaiting ? await effectOf(found, services) : nothing
    const about = await nameOf(services.database.kysely, found)
    return { data: { ...shownOf(found, staff, services), about, ...shown } }
  },
  'approvals approve': async (
    { services, audit, author: { staff, why } },
    { deployment, id, digest },
  ) => {
    const { kysely } = services.database
    const found = await approvalOf(kysely, deployment, id, staff)
    const approver = deciderOf(found, staff, services)
    if (!(await mayStillOrder(found, services))) {
      const message = `${found.asker.name} may no longer order it.`
      const decided_by = 'Gatehouse'
      const by = { decided_by, decided_key: null, decided_why: message }
      const ended = { state: 'refused', ...by, decided_at: services.clock.now() } as const
      await inTransaction(kysely, async (transaction) => {
        await decide(transaction, found, ended)
        const details = { request: id, act: found.act, lostRole: true }
        await audit(transaction, { subject: found.subject, details })
      })
      throw new ActRefusedError(message, { code: 'EXPIRED' })
    }
    const shown = await effectOf(found, services)
    if (shown.digest !== digest) {
      const message = 'It would do something else now than what you have seen. Look at it again.'
      throw new ActRefusedError(message, { code: 'STALE' })
    }
    const { asker } = found
    if (isOfCommandLine(found) && !(await mayStillApprove(found, services))) {
      const { name, email, iss, groups, sessionId } = approver
      const first = { key: approver.key, by: { name, email, iss, groups, sessionId } }
      if (!(await setFirstApprover(kysely, found, first))) throw tooLate()
      const lost =
        found.first_by === null ? '' : `${found.first_by.name} may no longer approve it. `
      const message = `${lost}Another person has to approve it, too.`
      return { data: { id, state: 'waiting' }, message }
    }
    const { act, order } = await orderOf(found, services)
    // An erasure takes the name with it.
    const request = await requestIn(kysely, found)
    const author = {
      who: asker.name,
      why: found.why,
      staff: null,
      way: {
        staff_key: isOfCommandLine(found) ? null : Buffer.from(found.asked_by),
        session_id: isOfCommandLine(found) ? null : asker.sessionId,
        approved_by: [found.first_by?.name, approver.name].filter(Boolean).join(', '),
        via: isOfCommandLine(found) ? 'command line' : viaOf(asker),
      },
      approvers: [found.first_key, approver.key].flatMap((key) => (key ? [markOf(key)] : [])),
    } as const
    const { row } = act
    const decision = decisionOf('done', approver, why, services)
    const taker = author.way.staff_key ?? approver.key
    const ticket = ticketOf(found, services)
    const cause = { kind: 'approval', approval: found, decision, ticket, taker } as const
    const answer = await perform({ act, order, author, cause }, services)
    if (answer.outcome !== 'done') {
      // The decision went with the act's transaction; that of a long act stands.
      if (!row.isRun) {
        await inTransaction(kysely, async (transaction) => {
          await decide(transaction, found, decision)
          const { message } = answer
          await endApproved(transaction, found, services, { state: 'failed', message })
        })
      }
      throw new ActRefusedError(answer.message, { code: answer.error, data: answer.data })
    }
    const { name } = isOfCommandLine(found) ? approver : asker
    const file = row.fileName === null ? '' : `${name} has the file.`
    const message = file || answer.message || actDone('approvals approve', request)
    return { data: { id, state: 'done' }, message }
  },
  'approvals refuse': async (
    { services, transaction, author: { staff, why } },
    { deployment, id },
  ) => {
    const found = await approvalOf(transaction, deployment, id, staff)
    const decider = deciderOf(found, staff, services)
    await decide(transaction, found, decisionOf('refused', decider, why, services))
    return {
      data: { id, state: 'refused' },
      message: actDone('approvals refuse', await requestIn(transaction, found)),
      subject: found.subject,
      details: { request: id, act: found.act },
    }
  },
  'approvals withdraw': async (
    { services, transaction, author: { staff, why } },
    { deployment, id },
  ) => {
    const found = await approvalOf(transaction, deployment, id, staff)
    if (staff === null || !isAsker(found, staff)) {
      const message = 'Only the person who asked for it takes it back.'
      throw new ActRefusedError(message, { code: 'NOT_YOUR_TURN' })
    }
    refuseDecided(found, services)
    await decide(transaction, found, decisionOf('withdrawn', staff, why, services))
    return {
      data: { id, state: 'withdrawn' },
      message: actDone('approvals withdraw', await requestIn(transaction, found)),
      subject: found.subject,
      details: { request: id, act: found.act },
    }
  },
})

function rowOf({ act }: Approval): ActRow {
  return everyAct[act as ActName]
}

function isOfCommandLine({ asker }: Approval): boolean {
  return asker.iss === commandLine
}

/** The first of two persons is not the second one. */
function isFirst({ first_key: key, first_by }: Approval, staff: Staff): boolean {
  return first_by !== null && isSamePerson({ key, email: first_by.email }, staff)
}

function isAsker({ asked_by: key, asker: { email } }: Approval, staff: Staff): boolean {
  return isSamePerson({ key, email }, staff)
}

/** True for who takes the file of an act: who asked for it, or approved what a command line asked for. */
function isTaker(approval: Approval, staff: Staff | null): boolean {
  if (staff === null) return false
  return isAsker(approval, staff) || (isOfCommandLine(approval) && isDecider(approval, staff))
}

/** The mark of the person who asked; null for a command line. */
function personOf(approval: Approval): string | null {
  return isOfCommandLine(approval) ? null : markOf(approval.asked_by)
}

function isDecider({ decided_key: key }: Approval, staff: Staff): boolean {
  return isSamePerson({ key, email: null }, staff)
}

function hasRole(approval: Approval, staff: Staff): boolean {
  const { roles } = rowOf(approval)
  return staff.rolesIn(approval.deployment).some((role) => roles.includes(role))
}

/** Services decide on nothing. */
function mayDecide(approval: Approval, staff: Staff): boolean {
  return staff.service === undefined && hasRole(approval, staff)
}

function maySee(approval: Approval, staff: Staff | null): boolean {
  return staff !== null && (isAsker(approval, staff) || hasRole(approval, staff))
}

/** A request that the person may see; another one is answered like one that does not exist. */
async function approvalOf(
  executor: Executor,
  deployment: string,
  id: string,
  staff: Staff | null,
): Promise<Approval> {
  const found = await findApproval(executor, deployment, id)
  if (found && maySee(found, staff)) return found
  throw new ActRefusedError('There is no such request.', { code: 'UNKNOWN_REQUEST' })
}

/** The person as the one who decides; else throws why not. */
function deciderOf(approval: Approval, staff: Staff | null, services: ActServices): Staff {
  refuseDecided(approval, services)
  if (staff === null || !mayDecide(approval, staff)) {
    const message = 'Your role does not decide on it.'
    throw new ActRefusedError(message, { code: 'NOT_YOUR_TURN' })
  }
  if (isAsker(approval, staff)) {
    const message = 'It is your own request: another person decides on it.'
    throw new ActRefusedError(message, { code: 'OWN_REQUEST' })
  }
  if (isFirst(approval, staff)) {
    const message = 'You have approved it: another person has to, too.'
    throw new ActRefusedError(message, { code: 'OWN_REQUEST' })
  }
  return staff
}

/** Whether the person who asked may order it now. */
async function mayStillOrder(approval: Approval, services: ActServices): Promise<boolean> {
  return isOfCommandLine(approval) || hasRoleNow(approval, approval.asker, services)
}

/** Whether there is a first of two persons, who may decide on it now. */
async function mayStillApprove(approval: Approval, services: ActServices): Promise<boolean> {
  return approval.first_by !== null && hasRoleNow(approval, approval.first_by, services)
}

/** Whether somebody has a role for it now: by the roles file as it is, and the groups as last seen. */
async function hasRoleNow(
  approval: Approval,
  { sessionId = null, groups = [], service }: Partial<Asker>,
  { staffRoles, database }: ActServices,
): Promise<boolean> {
  const login = sessionId === null ? null : await findStaffSessionById(database.kysely, sessionId)
  const roles = staffRoles.rolesIn(
    { groups: login?.groups ?? groups, service },
    approval.deployment,
  )
  return roles.some((role) => rowOf(approval).roles.includes(role))
}

function refuseDecided({ state, expires_at }: Approval, { clock }: ActServices): void {
  if (state !== 'waiting') {
    throw new ActRefusedError(`It is decided: ${decisions[state]}.`, { code: 'DECIDED' })
  }
  if (expires_at <= clock.now()) {
    throw new ActRefusedError('It is too late: ask for it again.', { code: 'EXPIRED' })
  }
}

function decisionOf(
  state: Approval['state'],
  { name, key }: Staff,
  why: string,
  { clock }: ActServices,
): Decision {
  const decided = { decided_by: name, decided_key: key, decided_why: why }
  return { state, ...decided, decided_at: clock.now() }
}

/** The act and the order that was asked for; else throws why it cannot be read any more. */
async function orderOf(
  { id, deployment, act: name, order_sealed }: Approval,
  services: ActServices,
) {
  if (order_sealed === null) {
    throw new ActRefusedError('Its player is erased.', { code: 'STALE' })
  }
  const sealed = unseal(order_sealed, services.key.console) as {
    readonly id: string
    readonly deployment: string
    readonly act: string
    readonly order: object
  }
  // An order that was moved from another request, past the server.
  const isIts = sealed.id === id && sealed.deployment === deployment && sealed.act === name
  if (!isIts) throw new ActRefusedError('It was changed.', { code: 'STALE' })
  const act = await services.loadAct(name as ActName)
  const written = { order: sealed.order, why: '' }
  const read = readOrder(act, written, { entrance: 'command line', isTrial: true })
  if ('outcome' in read) throw new ActRefusedError(read.message, { code: 'STALE' })
  return { act, order: read.order }
}

/** The effect of the act now, in sentences, with a digest: an approval names the effect that was shown. */
async function effectOf(approval: Approval, services: ActServices) {
  const { deployment } = approval
  const { act, order } = await orderOf(approval, services)
  const about = await playerAbout(services, deployment, order)
  const author = { who: approval.asker.name, why: approval.why, staff: null, way: {} }
  const answer = await perform({ act, order, author, cause: { kind: 'trial' } }, services)
  const effect = [
    ...(about === null ? [] : [about]),
    ...(answer.outcome === 'done' || answer.error !== 'NO_DRY_RUN'
      ? [answer.message || act.row.summary]
      : []),
  ]
  const digest = hashOf(JSON.stringify([approval.id, order, effect])).toString('hex')
  return { effect, digest, order: JSON.stringify(order) }
}

/** A sentence about the player of an order; null where it has none. */
async function playerAbout({ database }: ActServices, deployment: string, order: object) {
  const { player } = order as { readonly player?: string }
  if (player === undefined) return null
  const found = await findNamed(database.kysely, deployment, player)
  if (!found) return `There is no player ${player}.`
  const { connections } = await readPlayerRecord(database.kysely, deployment, found.id)
  return [
    `${found.username} (id=${found.id})`,
    `registered on ${found.created_at.toISOString().slice(0, 10)}`,
    `linked accounts: ${connections.length}`,
    ...(found.banned_at === null ? [] : ['banned']),
    ...(found.frozen_at === null ? [] : ['frozen']),
  ].join(', ')
}

/** The id of the player whom a request is about; null for another request. */
function playerIn({ subject }: Approval): number | null {
  const [, id] = /^player (\d+)$/.exec(subject) ?? []
  return id === undefined ? null : Number(id)
}

/** What requests are about, as people call it: a player by the username, while there is the player. */
async function namesFor(executor: Executor, deployment: string, requests: readonly Approval[]) {
  const ids = requests.flatMap((each) => playerIn(each) ?? [])
  const { byId } = await listNamedPlayers(executor, deployment, { ids, usernames: [], emails: [] })
  return (each: Approval) => byId.get(playerIn(each) ?? 0)?.username ?? each.subject
}

async function nameOf(executor: Executor, request: Approval): Promise<string> {
  const nameIn = await namesFor(executor, request.deployment, [request])
  return nameIn(request)
}

/** 'the export of PlayerTwo' */
async function requestIn(executor: Executor, request: Approval): Promise<string> {
  return requestFor(request.act, await nameOf(executor, request))
}

/** The ticket of the file that an approved act made, which its asker alone can use. */
function ticketOf({ id }: Approval, { key }: ActServices): string {
  return derived(key.console[0], 'download', id)
}

/** The file that an approved act made, for the person who takes it. */
function fileOf(approval: Approval, name: string, services: ActServices) {
  const { settings, clock } = services
  const from = approval.decided_at ?? clock.now()
  const ticket = ticketOf(approval, services)
  return { name, ticket, expiresAt: after(from, settings.APPROVAL_SECONDS) }
}

/** The decisions by the states of the database. */
const decisions = {
  waiting: 'waiting',
  done: 'approved',
  failed: 'approved',
  refused: 'refused',
  withdrawn: 'withdrawn',
} as const satisfies Readonly<Record<Approval['state'], string>>

function shownOf(approval: Approval, staff: Staff | null, services: ActServices) {
  const { id, act, subject, why, asker, state, outcome } = approval
  const isOwn = staff !== null && isAsker(approval, staff)
  const isOver = state === 'waiting' && approval.expires_at <= services.clock.now()
  const { fileName } = rowOf(approval)
  const hasFile = isTaker(approval, staff) && outcome === 'done' && fileName !== null
  return {
    id,
    act,
    subject,
    why,
    askedBy: {
      name: asker.name,
      email: asker.email,
      person: personOf(approval),
    },
    askedAt: approval.asked_at,
    expiresAt: approval.expires_at,
    state: isOver ? 'expired' : decisions[state],
    outcome:
      outcome === null
        ? null
        : {
            state: outcome,
            count: approval.noted ?? 0,
            message: approval.message ?? '',
            endedAt: approval.ended_at,
          },
    firstBy: approval.first_by?.name ?? null,
    firstPerson: approval.first_key && markOf(approval.first_key),
    decidedBy: approval.decided_by,
    decidedPerson: approval.decided_key && markOf(approval.decided_key),
    decidedWhy: approval.decided_why,
    decidedAt: approval.decided_at,
    isOwn,
    mayDecide: staff !== null && !isOver && isForDecisionOf(approval, staff),
    file: hasFile ? fileOf(approval, fileName, services) : null,
  }
}

/** True where it waits for the decision of this person: neither of who asked, nor of the first of two. */
function isForDecisionOf(approval: Approval, staff: Staff): boolean {
  const isAnother = !isAsker(approval, staff) && !isFirst(approval, staff)
  return approval.state === 'waiting' && isAnother && mayDecide(approval, staff)
}

/** Requests for this person's decision, this person's own, and those with a file for this person. */
export async function waitingFor(
  services: ActServices,
  staff: Staff,
  deployments: readonly string[],
): Promise<readonly Waiting[]> {
  const { database, clock } = services
  const { kysely } = database
  const files = await filesFor(services, staff, deployments)
  const asked = await listWaiting(kysely, deployments, clock.now())
  const waiting = asked.filter((each) => isAsker(each, staff) || isForDecisionOf(each, staff))
  const byPlace = Map.groupBy([...files.keys(), ...waiting], ({ deployment }) => deployment)
  const all = await Promise.all(
    [...byPlace].map(async ([deployment, own]) => {
      // Who has lost the role since is told no name.
      const named = own.filter((each) => hasRole(each, staff))
      const nameOf = await namesFor(kysely, deployment, named)
      return own.map((each): Waiting => {
        const { id, act, asked_at: at, asker } = each
        return {
          id,
          deployment: deployment === '*' ? null : deployment,
          act,
          about: nameOf(each),
          askedBy: { name: asker.name, person: personOf(each) },
          askedAt: at.toISOString(),
          expiresAt: each.expires_at.toISOString(),
          mayDecide: isForDecisionOf(each, staff),
          fileUntil: files.get(each)?.toISOString() ?? null,
        }
      })
    }),
  )
  return all.flat().toSorted((one, other) => (one.askedAt < other.askedAt ? -1 : 1))
}

const actsWithFile = actNames.filter((name) => (everyAct[name] as ActRow).fileName !== null)

/** Approved requests whose file waits for this person, with its end. */
async function filesFor(services: ActServices, staff: Staff, deployments: readonly string[]) {
  const { database, clock, settings } = services
  const { kysely } = database
  const now = clock.now()
  const since = after(now, -settings.APPROVAL_SECONDS)
  const approved = await listApproved(kysely, deployments, { acts: actsWithFile, since })
  const own = approved.filter((each) => isTaker(each, staff) && hasRole(each, staff))
  if (own.length === 0) return new Map<Approval, Date>()
  const ticketHashes = own.map((each) => hashOf(ticketOf(each, services)))
  const kept = await listDownloads(kysely, { ticketHashes, staffKey: staff.key, now })
  const found = own.flatMap((each, at) => {
    const file = kept.find(({ ticket_hash }) => ticketHashes[at]?.equals(ticket_hash))
    return file === undefined ? [] : [[each, file.expires_at] as const]
  })
  return new Map(found)
}
