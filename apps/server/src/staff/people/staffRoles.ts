import { readFile } from 'node:fs/promises'
import { type Role, roles } from '@gatehouse/contract/acts/act'
import { type ActName, actNames } from '@gatehouse/contract/acts/everyAct'
import type { FastifyBaseLogger } from 'fastify'
import * as z from 'zod'
import type { Asker } from '../../database/schema/values.ts'
import { type Settings, SettingsError } from '../../platform/config/settings.ts'
import { logEvent } from '../../platform/observability/events.ts'
import { readFileJson } from '../../platform/readJsonText.ts'
import type { Task } from '../../platform/scheduler.ts'

/** Stands for every deployment, and for what concerns all of them. */
export const everywhere = '*'

/** Milliseconds between two looks at the file. */
const pause = 3000

const grant = z.strictObject({ role: z.enum(roles), deployments: z.array(z.string().min(1)) })

/** With the acts that the service orders without the proof of a person. */
const serviceGrant = grant.extend({ acts: z.array(z.enum(actNames)).default([]) })

/** The form of STAFF_FILE. */
const staffFile = z.strictObject({
  /** By the exact name of a group. */
  groups: z.record(z.string(), z.array(grant)),
  /** By the exact `client_id` of a token. */
  services: z.record(z.string(), z.array(serviceGrant)).default({}),
})

/** Reads the text of the file; throws what is wrong with it. */
export function readStaffFile(text: string): StaffFile {
  const read = readFileJson(text)
  if ('refusal' in read) throw new SettingsError(`It ${read.refusal}.`)
  return staffFile.parse(read.value)
}

type Holder = Pick<Asker, 'groups' | 'service'>
type StaffFile = z.output<typeof staffFile>

export type StaffRoles = Awaited<ReturnType<typeof readStaffRoles>>

/**
 * The roles of staff, out of STAFF_FILE alone: no screen, call or table gives a role. A file that
 * cannot be read gives none at the start; later the last good one stays.
 */
export async function readStaffRoles(
  { STAFF_FILE: path }: Pick<Settings, 'STAFF_FILE'>,
  log: FastifyBaseLogger,
) {
  let file: StaffFile = { groups: {}, services: {} }
  let known = ''
  let refusal: string | null = null

  async function refresh(): Promise<void> {
    if (path === undefined) return
    let text = ''
    try {
      text = await readFile(path, 'utf8')
      // A file that cannot be used is named once, not at every look.
      if (text === known) return
      known = text
      file = readStaffFile(text)
      refusal = null
    } catch (error) {
      if (text === '' && known === 'unreadable') return
      if (text === '') known = 'unreadable'
      refusal = `the roles stay as they were: ${reasonOf(error)}`
      logEvent(log, 'staff.file_rejected', { reason: reasonOf(error) })
    }
  }

  /** The rows of a person or a service in a deployment; null asks for what concerns all deployments. */
  function grantsIn({ groups, service }: Holder, deployment: string | null) {
    const given =
      service === undefined
        ? groups.flatMap((group) => own(file.groups, group).map((each) => ({ ...each, acts: [] })))
        : own(file.services, service)
    const place = deployment ?? everywhere
    return given.filter(
      ({ deployments }) => deployments.includes(place) || deployments.includes(everywhere),
    )
  }

  await refresh()
  const task: Task = {
    pause,
    run: refresh,
    onError: (error) => logEvent(log, 'staff.file_rejected', { reason: reasonOf(error) }),
  }
  return {
    refresh,
    /** Why the file is not used, and the last good roles stay; null where it is. */
    get refusal() {
      return refusal
    },
    watching: task,
    hasService: (name: string) => own(file.services, name).length > 0,
    /** The roles of a person or a service in a deployment. */
    rolesIn(holder: Holder, deployment: string | null): readonly Role[] {
      const found = grantsIn(holder, deployment)
      return roles.filter((role) => found.some((each) => each.role === role))
    },
    /** The acts that a service orders there without the proof of a person. */
    unprovenIn: (holder: Holder, deployment: string | null): readonly ActName[] =>
      grantsIn(holder, deployment).flatMap(({ acts }) => acts),
  }
}

/** The grants of exactly this name. */
function own<Grants>(
  rows: Readonly<Record<string, readonly Grants[]>>,
  name: string,
): readonly Grants[] {
  return Object.hasOwn(rows, name) ? (rows[name] ?? []) : []
}

function reasonOf(error: unknown): string {
  return error instanceof z.ZodError ? z.prettifyError(error) : (error as Error).message
}
