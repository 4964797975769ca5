import { hash } from 'node:crypto'
import type { Role } from '@gatehouse/contract/acts/act'
import type { ActName } from '@gatehouse/contract/acts/everyAct'
import type { Asker } from '../../database/schema/values.ts'
import { normalizeName } from '../../platform/normalizeName.ts'
import type { StaffRoles } from './staffRoles.ts'

/** The author of an order in the console: a person who is signed in, or a service by its token. */
export interface Staff extends Asker {
  /** The person or service, whatever the name: a hash of issuer and subject. */
  readonly key: Buffer
  readonly sub: string
  /** When the person last proved who they are; null for a service. */
  readonly provenAt: Date | null
  /** The roles in a deployment; null asks for what concerns all of them. */
  readonly rolesIn: (deployment: string | null) => readonly Role[]
  /** The acts in a deployment that a service orders without the proof of a person. */
  readonly unprovenIn: (deployment: string | null) => readonly ActName[]
}

/** The key of a person, as the audit log has it. */
export function staffKeyOf(iss: string, sub: string): Buffer {
  return hash('sha256', JSON.stringify([iss, sub]), 'buffer')
}

interface Known {
  /** Of issuer and subject; null for a command line. */
  readonly key: Uint8Array | null
  /** Null unless it is verified. */
  readonly email: string | null
}

/**
 * Returns whether two are one person: by issuer and subject, or by the verified address, however it is
 * written. A second account of one person is no second person.
 */
export function isSamePerson(one: Known, other: Known): boolean {
  if (one.key !== null && other.key !== null && Buffer.from(one.key).equals(other.key)) return true
  return (
    one.email !== null &&
    other.email !== null &&
    normalizeName(one.email.trim()) === normalizeName(other.email.trim())
  )
}

/** The mark of a person or a service, by the key: names are chosen by their bearers, and two may be alike. */
export function markOf(key: Uint8Array): string {
  return Buffer.from(key).toString('hex', 0, 6)
}

/** The person with the roles of today's file. */
export function staffOf(
  person: Asker & { readonly sub: string; readonly provenAt: Date },
  roles: StaffRoles,
): Staff {
  return withRoles(person, staffKeyOf(person.iss, person.sub), roles)
}

/** A service with its row of today's file; null where it has none. */
export function serviceOf(iss: string, service: string, roles: StaffRoles): Staff | null {
  if (!roles.hasService(service)) return null
  const none = { email: null, groups: [], sessionId: null, provenAt: null }
  // A provider may give a person the subject that a service has for its name.
  const key = hash('sha256', JSON.stringify([iss, service, 'service']), 'buffer')
  return withRoles({ ...none, name: service, iss, sub: service, service }, key, roles)
}

function withRoles(
  caller: Asker & Pick<Staff, 'sub' | 'provenAt'>,
  key: Buffer,
  roles: StaffRoles,
): Staff {
  return {
    ...caller,
    key,
    rolesIn: (deployment) => roles.rolesIn(caller, deployment),
    unprovenIn: (deployment) => roles.unprovenIn(caller, deployment),
  }
}
