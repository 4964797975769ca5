import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { languages } from '../../packages/contract/src/languages.ts'
import { readEntries } from './catalogues.mjs'

/* The English words of the portal, held to docs/looks.md#voice. Mails have their own names for texts. */

const root = fileURLToPath(new URL('../../', import.meta.url))
const entries = readEntries(root).filter(({ place }) => place !== 'server')
const english = entries.filter(({ language }) => language === 'en')

/** Sentences that players did not understand, and what is said in their place. */
const sentences = [
  ['Even with your password nobody gets in', 'Even with your password, nobody gets in'],
  ['A right password, but a wrong second step', 'Right password, wrong code'],
  ['Ask for a second step after my password', 'Ask for a code after my password'],
  ['You have let no site use your account.', 'No site uses your account yet.'],
  ['You get none.', null],
  ['None before this one.', null],
  ['for 30 days nobody else gets the old one', 'We keep your old name for you for 30 days.'],
  ['May others measure', 'May our partners measure how it is used and how you found us?'],
  ['Your choice counts from now on', 'Change your mind at any time.'],
  ['Without your name in it', 'Not your username'],
  ['The password keeps every rule', 'Meets every rule'],
  ['So that you know it again.', 'To tell your passkeys apart.'],
  ['Never used', 'Not used yet'],
  ['phish', 'Nobody can guess it or trick you into giving it away.'],
  // A passkey that is seen on one device may belong to another one.
  ['Only on this device', 'Only on one device'],
  ['Automatic', 'Like my device'],
  ['Automatic', 'Like my browser'],
  [null, 'Synced just now'],
  [null, 'Type your email address.'],
  [null, 'Invited by (optional)'],
  [null, 'Member since {since}'],
  [null, 'Not you?'],
]

test.each(sentences.filter(([before]) => before !== null))('nothing says %j', (before) => {
  expect(english.filter(({ text }) => text.includes(before)).map(({ text }) => text)).toEqual([])
})

test.each(sentences.filter(([, now]) => now !== null))(
  'every language has the sentence in the place of %j: %j',
  (_, now) => {
    const those = entries.filter((entry) => entry.english?.includes(now))
    const saying = those.filter(({ text }) => text !== '').map(({ language }) => language)
    expect(new Set(saying)).toEqual(new Set(languages))
  },
)

/** Each thing has one form: `Log in`, `Log out`, `Change`. */
const otherForms =
  /\blog-?ins?\b|\blog-?outs?\b|\bsign(?:s|ed|ing)?[- ](?:ins?|outs?|you out)\b|\bConnect\b|\bupdate\b/i

/** The labels of the specification, and the names of screens that no deployment of ours titles so. */
const fixed = new Set([
  'Login',
  'Login with {partner} Account',
  'Login/Register with {initials} Account',
  'Logout',
  'Connect',
  'Connect with {partner} account',
  'Update',
  'Update email',
  'Update username',
  'Update password',
  'Update your email',
  'Update your username',
  'Update your password',
])

describe('a thing has one form', () => {
  test('in every sentence but the labels of the specification', () => {
    const wrong = english.map(({ text }) => text).filter((text) => otherForms.test(text))
    expect(wrong.filter((text) => !fixed.has(text))).toEqual([])
    // A label that is gone is no exception any more.
    expect([...fixed].filter((text) => !wrong.includes(text))).toEqual([])
  })

  test.each(['Sign in with it', 'Your log-in', 'It signs you out', 'the login page'])(
    'and %j is refused',
    (text) => {
      expect(text).toMatch(otherForms)
    },
  )

  test.each(['Log in', 'Log out', 'You are logged in', 'Connected sites', 'This is a sign'])(
    'and %j is not',
    (text) => {
      expect(text).not.toMatch(otherForms)
    },
  )
})
