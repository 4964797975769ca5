import { describe, expect, test } from 'vitest'
import { readConfiguration } from './configuration.ts'
import {
  type EnvironmentRules,
  environmentNames,
  environments,
  isEnvironment,
  rulesOf,
} from './environments.ts'

const rulesFor = (name: string) =>
  rulesOf(readConfiguration({ AccountApiUrl: 'https://api.test', Environment: name }))

const partners = ['RELIC', 'CREATIVE-ASSEMBLY', 'FOCUS']
const allBut = (...left: string[]) => environmentNames.filter((name) => !left.includes(name))

/** Which environments have this value of a rule. */
function those<K extends keyof EnvironmentRules>(rule: K, value: EnvironmentRules[K]): string[] {
  return environmentNames.filter((name) => rulesFor(name)[rule] === value)
}

test('there are exactly eleven environments (R-1.2-1)', () => {
  expect(environmentNames).toEqual([
    'LOCAL',
    'STAGING',
    'TEST',
    'PREPROD',
    'PROD',
    'RELIC',
    'CREATIVE-ASSEMBLY',
    'FOCUS',
    'AVALANCHE',
    'SANDBOX',
    'TWO-POINT-STUDIOS',
  ])
})

test.each(['', 'FOO', 'relic', 'toString'])('%j behaves like the others (R-1.2-7)', (name) => {
  expect(isEnvironment(name)).toBe(false)
  expect(rulesFor(name)).toEqual(rulesFor('PROD'))
})

describe('the matrix', () => {
  test('three partners log in, register and recover with the partner (R-1.2-2 … R-1.2-4)', () => {
    expect(those('signIn', 'by-partner')).toEqual(partners)
    expect(those('register', 'by-partner')).toEqual(partners)
    expect(those('passwordRecovery', 'closed')).toEqual(partners)
    expect(those('resetPassword', 'to-home')).toEqual(partners)
    expect(those('updateEmailLinks', 'to-home')).toEqual(partners)
  })

  test('two log in in one step (R-2.5-2)', () => {
    expect(those('signIn', 'in-one-step')).toEqual(['SANDBOX', 'TWO-POINT-STUDIOS'])
  })

  test('the labels of Home (R-2.4-7 … R-2.4-12)', () => {
    expect(those('homeLabels', 'own')).toEqual(allBut('RELIC', 'CREATIVE-ASSEMBLY'))
    expect(those('homeLabels', 'partner')).toEqual(['RELIC'])
  })

  test('TWO-POINT-STUDIOS asks more at registration (R-2.7-2, R-2.7-17, R-5.2-1)', () => {
    const alone = ['TWO-POINT-STUDIOS']
    expect(those('registerAsksIdentity', true)).toEqual(alone)
    expect(those('codeOfConduct', 'at-register')).toEqual(alone)
    expect(those('passwordHint', 'eight-to-sixteen-mixed-case')).toEqual(alone)
    expect(those('registrationMailOpens', 'register-validate')).toEqual(alone)
    expect(those('oldPassword', 'required')).toEqual(alone)
  })

  test('the minimum time on a form (R-5.4-1 … R-5.4-4)', () => {
    expect(those('minimumSecondsOnForm', 15)).toEqual(allBut(...partners))
    expect(those('minimumSecondsOnForm', 5)).toEqual(['RELIC'])
    expect(those('minimumSecondsOnForm', 0)).toEqual(['CREATIVE-ASSEMBLY', 'FOCUS'])
  })

  test('the sections of My information (R-2.13-6 … R-2.13-18)', () => {
    expect(those('usernameSection', 'hidden')).toEqual(['TWO-POINT-STUDIOS'])
    expect(those('emailSection', 'hidden')).toEqual(['TWO-POINT-STUDIOS'])
    expect(those('emailSection', 'update-disabled')).toEqual(['RELIC'])
    expect(those('usernameSection', 'shown')).toEqual(['CREATIVE-ASSEMBLY', 'FOCUS'])
    expect(those('passwordSection', 'hidden')).toEqual(partners)
  })

  test('where a deletion starts and what it offers (R-2.21-1, R-2.21-12, R-2.21-14)', () => {
    expect(those('deletionStartsAt', 'reason')).toEqual(['RELIC', 'FOCUS'])
    expect(those('deletionStartsAt', 'confirmation')).toEqual(['CREATIVE-ASSEMBLY'])
    expect(those('deletionOffers', 'contact')).toEqual(['CREATIVE-ASSEMBLY'])
    expect(those('deletionCall', 'deletePartnerUser')).toEqual(partners)
  })

  test('RELIC hides two connections and links steam by its own service (R-2.17-11)', () => {
    expect(environments.RELIC.hiddenConnections).toEqual(['twitch', 'epic-games'])
    expect(those('steamLink', 'by-partner-service')).toEqual(['RELIC'])
  })
})

test('a flag is named for what is true when it is true (R-1.4-12 … R-1.4-20)', () => {
  const configuration = readConfiguration({
    AccountApiUrl: 'https://api.test',
    RegisterWithAccessKeys: true,
    CustomCookiesManagement: true,
  })
  expect(rulesOf(configuration)).toMatchObject({
    registersWithAccessKeys: true,
    leavesCookiesToConsentTool: true,
    asksCaptcha: false,
    hasNewsletterSection: false,
  })
})
