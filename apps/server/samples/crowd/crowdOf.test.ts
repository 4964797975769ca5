import { usernameError } from '@gatehouse/contract/fields'
import { describe, expect, it } from 'vitest'
import { crowdOf } from './crowdOf.ts'

const crowd = crowdOf(1, 200)
const happenings = crowd.flatMap((player) => player.happenings)

describe('a crowd', () => {
  it('is the same for the same seed, and another one for another seed', () => {
    expect(crowdOf(1, 200)).toEqual(crowd)
    expect(crowdOf(1, 20)).toEqual(crowd.slice(0, 20))
    expect(crowdOf(2, 200).map(({ username }) => username)).not.toEqual(
      crowd.map(({ username }) => username),
    )
  })

  it('has names that players could choose, and each name and address once', () => {
    const renamed = happenings.flatMap((each) => (each.kind === 'renamed' ? each.to : []))
    const moved = happenings.flatMap((each) => (each.kind === 'email-changed' ? each.to : []))
    const names = [...crowd.map(({ username }) => username), ...renamed]
    const addresses = [...crowd.map(({ email }) => email), ...moved]
    expect(names.filter((name) => usernameError(name) !== null)).toEqual([])
    expect(new Set(names).size).toBe(names.length)
    expect(new Set(addresses).size).toBe(addresses.length)
    expect(addresses.filter((address) => !address.endsWith('.example'))).toEqual([])
  })

  it('has something of every kind', () => {
    expect(new Set(happenings.map(({ kind }) => kind))).toEqual(
      new Set([
        'signed-in',
        'sign-in-failed',
        'password-set',
        'renamed',
        'email-changed',
        'linked',
        'support-banned',
        'support-unbanned',
        'mail-refused',
        'erased',
      ]),
    )
    const bans = happenings.filter((each) => each.kind === 'support-banned')
    expect(new Set(bans.map(({ endsIn }) => endsIn === null))).toEqual(new Set([true, false]))
    const visits = happenings.filter((each) => each.kind === 'signed-in')
    expect(visits.length).toBeGreaterThan(1000)
    expect(new Set(visits.map(({ endedAgo }) => endedAgo === null))).toEqual(new Set([true, false]))
  })

  it('lives in order: nothing is before the registration, after now, or after the end', () => {
    for (const { registeredAgo, happenings } of crowd) {
      const agos = happenings.map(({ ago }) => ago)
      expect(agos).toEqual(agos.toSorted((one, other) => other - one))
      expect(Math.max(0, ...agos)).toBeLessThan(registeredAgo)
      expect(Math.min(1, ...agos)).toBeGreaterThan(0)
      const end = happenings.findIndex(({ kind }) => kind === 'erased')
      expect(end).toBe(end < 0 ? -1 : happenings.length - 1)
      for (const each of happenings) {
        if (each.kind !== 'signed-in' || each.endedAgo === null) continue
        expect(each.endedAgo).toBeLessThan(each.ago)
      }
    }
  })
})
