import type { Stage, Switches } from '../platform/standIn.ts'

/** An employee of the studio, as its OpenID provider knows them. */
export interface Person {
  /** The first name in lower case. */
  readonly id: string
  readonly name: string
  readonly sub: string
  readonly email: string
  readonly email_verified: boolean
  readonly groups: readonly string[]
}

/** The fields of a person that the control plane changes. */
export type PersonChanges = Partial<Pick<Person, 'sub' | 'email' | 'email_verified' | 'groups'>>

export const samplePeople: readonly Person[] = [
  person('Ada Operator', ['gh-operators']),
  person('Otto Operator', ['gh-operators']),
  person('Sam Support', ['gh-support']),
  person('Sue Support', ['gh-support-prod']),
  person('Bea Brand', ['gh-brand']),
  person('Pia Privacy', ['gh-privacy']),
  person('Paul Privacy', ['gh-privacy']),
  person('Aud Auditor', ['gh-auditors']),
  person('Nora Nobody', []),
]

function person(name: string, groups: readonly string[]): Person {
  const id = (name.split(' ')[0] ?? '').toLowerCase()
  const email = `${id}@studio.example`
  return { id, name, sub: `staff-${id}`, email, email_verified: true, groups }
}

export interface People {
  readonly listed: () => readonly Person[]
  readonly byId: (id: string) => Person | null
  readonly bySub: (sub: string) => Person | null
  /** Returns the person after the change; null for an unknown one. */
  readonly change: (id: string, changes: PersonChanges) => Person | null
}

export function createPeople(stage: Stage<Switches>): People {
  const listed = () => stage.users.filter(isPerson)
  const found = (isIt: (person: Person) => boolean) => listed().find(isIt) ?? null
  return {
    listed,
    byId: (id) => found((person) => person.id === id),
    bySub: (sub) => found((person) => person.sub === sub),
    change(id, changes) {
      stage.users = listed().map((person) =>
        person.id === id ? { ...person, ...changes } : person,
      )
      return found((person) => person.id === id)
    },
  }
}

const types: Readonly<Record<keyof PersonChanges, (value: unknown) => boolean>> = {
  sub: (value) => typeof value === 'string',
  email: (value) => typeof value === 'string',
  email_verified: (value) => typeof value === 'boolean',
  groups: (value) => Array.isArray(value) && value.every((group) => typeof group === 'string'),
}

/** Says whether a body changes nothing but what the control plane may change. */
export function isChanges(body: unknown): body is PersonChanges {
  if (typeof body !== 'object' || body === null) return false
  return Object.entries(body).every(
    ([name, value]) => Object.hasOwn(types, name) && types[name as keyof PersonChanges](value),
  )
}

function isPerson(user: unknown): user is Person {
  if (typeof user !== 'object' || user === null) return false
  const { id, name, ...changes } = user as Person
  return typeof id === 'string' && typeof name === 'string' && isChanges(changes)
}
