import { readFile } from 'node:fs/promises'
import { type Role, roles } from '@gatehouse/contract/acts/act'
import type { FastifyBaseLogger } from 'fastify'
import * as z from 'zod'
import type { Settings } from '../platform/config/settings.ts'
import { logEvent } from '../platform/observability/events.ts'
import type { Task } from '../platform/scheduler.ts'

/** Stands for every deployment, and for what concerns all of them. */
export const everywhere = '*'

/** Milliseconds between two looks at the file. */
const pause = 3000

const grants = z.array(
  z.strictObject({ role: z.enum(roles), deployments: z.array(z.string().min(1)) }),
)

/** The form of STAFF_FILE. */
export const staffFile = z.strictObject({
  /** By the exact name of a group. */
  groups: z.record(z.string(), grants),
  services: z.record(z.string(), grants).default({}),
})

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
      file = staffFile.parse(JSON.parse(text))
      refusal = null
    } catch (error) {
      if (text === '' && known === 'unreadable') return
      if (text === '') known = 'unreadable'
      refusal = `the roles stay as they were: ${reasonOf(error)}`
      logEvent(log, 'staff.file_rejected', { reason: reasonOf(error) })
    }
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
    /** The roles that groups give in a deployment; null asks for what concerns all deployments. */
    rolesIn(groups: readonly string[], deployment: string | null): readonly Role[] {
      const given = groups.flatMap((group) =>
        Object.hasOwn(file.groups, group) ? (file.groups[group] ?? []) : [],
      )
      const place = deployment ?? everywhere
      const found = given.filter(
        ({ deployments }) => deployments.includes(place) || deployments.includes(everywhere),
      )
      return roles.filter((role) => found.some((grant) => grant.role === role))
    },
  }
}

function reasonOf(error: unknown): string {
  return error instanceof z.ZodError ? z.prettifyError(error) : (error as Error).message
}
