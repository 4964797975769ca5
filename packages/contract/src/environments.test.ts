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

/** Lists the environments with this value of a rule. */
function those<K extends keyof EnvironmentRules>(rule: K, value: EnvironmentRules[K]): string[] {
  return environmentNames.filter((name) => rulesFor(name)[rule] === value)
}

test('the table has exactly eleven environments (R-1.2-1)', () => {
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

test.each(['', 'FOO', 'relic', 'toString'])(
  'the unknown environment %j gets the default rules (R-1.2-7)',
  (name) => {
    expect(isEnvironment(name)).toBe(false)
    expect(rulesFor(name)).toEqual(rulesFor('PROD'))
  },
)

describe('the table of environments', () => {
  test('has three environments that log in, register and recover with the partner (R-1.2-2 … R-1.2-4)', () => {
    expect(those('signIn', 'by-partner')).toEqual(partners)
    expect(those('register', 'by-partner')).toEqual(partners)
    expect(those('passwordRecovery', 'closed')).toEqual(partners)
    expect(those('resetPassword', 'to-home')).toEqual(partners)
    expect(those('updateEmailLinks', 'to-home')).toEqual(partners)
  })

  test('has two environments that log in in one step (R-2.5-2)', () => {
    expect(those('signIn', 'in-one-step')).toEqual(['SANDBOX', 'TWO-POINT-STUDIOS'])
  })

  test('gives Home the labels of the specification (R-2.4-7 … R-2.4-12)', () => {
    expect(those('homeLabels', 'own')).toEqual(allBut('RELIC', 'CREATIVE-ASSEMBLY'))
    expect(those('homeLabels', 'partner')).toEqual(['RELIC'])
  })

  test('has more fields at registration for TWO-POINT-STUDIOS (R-2.7-2, R-2.7-17, R-5.2-1)', () => {
    const alone = ['TWO-POINT-STUDIOS']
    expect(those('registerAsksIdentity', true)).toEqual(alone)
    expect(those('codeOfConduct', 'at-register')).toEqual(alone)
    expect(those('passwordHint', 'eight-to-sixteen-mixed-case')).toEqual(alone)
    expect(those('registrationMailOpens', 'register-validate')).toEqual(alone)
    expect(those('oldPassword', 'required')).toEqual(alone)
  })

  test('sets the minimum time on a form (R-5.4-1 … R-5.4-4)', () => {
    expect(those('minimumSecondsOnForm', 15)).toEqual(allBut(...partners))
    expect(those('minimumSecondsOnForm', 5)).toEqual(['RELIC'])
    expect(those('minimumSecondsOnForm', 0)).toEqual(['CREATIVE-ASSEMBLY', 'FOCUS'])
  })

  test('sets the sections of My information (R-2.13-6 … R-2.13-18)', () => {
    expect(those('usernameSection', 'hidden')).toEqual(['TWO-POINT-STUDIOS'])
    expect(those('emailSection', 'hidden')).toEqual(['TWO-POINT-STUDIOS'])
    expect(those('emailSection', 'update-disabled')).toEqual(['RELIC'])
    expect(those('usernameSection', 'shown')).toEqual(['CREATIVE-ASSEMBLY', 'FOCUS'])
    expect(those('passwordSection', 'hidden')).toEqual(partners)
  })

  test('sets the start and the options of a deletion (R-2.21-1, R-2.21-12, R-2.21-14)', () => {
    expect(those('deletionStartsAt', 'reason')).toEqual(['RELIC', 'FOCUS'])
    expect(those('deletionStartsAt', 'confirmation')).toEqual(['CREATIVE-ASSEMBLY'])
    expect(those('deletionOffers', 'contact')).toEqual(['CREATIVE-ASSEMBLY'])
    expect(those('deletionCall', 'deletePartnerUser')).toEqual(partners)
  })

  test('hides two connections for RELIC, and links steam by its own service (R-2.17-11)', () => {
    expect(environments.RELIC.hiddenConnections).toEqual(['twitch', 'epic-games'])
    expect(those('steamLink', 'by-partner-service')).toEqual(['RELIC'])
  })
})

test('every flag is true when its name is true (R-1.4-12 … R-1.4-20)', () => {
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
