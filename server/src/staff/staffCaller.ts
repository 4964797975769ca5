import { hash } from 'node:crypto'
import type { Role } from '@gatehouse/contract/acts/act'
import type { Asker } from '../database/schema/values.ts'
import type { StaffRoles } from './staffRoles.ts'

/** A person of the staff who is signed in to the console. */
export interface Staff extends Asker {
  /** The person, whatever the name: a hash of issuer and subject. */
  readonly key: Buffer
  readonly sub: string
  /** When the person last proved who they are. */
  readonly provenAt: Date
  /** The roles in a deployment; null asks for what concerns all of them. */
  readonly rolesIn: (deployment: string | null) => readonly Role[]
}

/** The key of a person, as the audit log has it. */
export function staffKeyOf(iss: string, sub: string): Buffer {
  return hash('sha256', JSON.stringify([iss, sub]), 'buffer')
}

/** The person with the roles of today's file. */
export function staffOf(
  person: Asker & { readonly sub: string; readonly provenAt: Date },
  roles: StaffRoles,
): Staff {
  return {
    ...person,
    key: staffKeyOf(person.iss, person.sub),
    rolesIn: (deployment) => roles.rolesIn(person.groups, deployment),
  }
}
