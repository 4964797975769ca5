import { callNames, calls } from '@gatehouse/contract/calls'
import { lifetimes } from '@gatehouse/contract/limits'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { enrol, type Enrolled, strong } from '../../../test/fixtures/enrolled.ts'
import { addPasskey, proofForm, softPasskey } from '../../../test/fixtures/passkeys/passkeySteps.ts'
import type { SoftPasskey } from '../../../test/fixtures/passkeys/softPasskey.ts'
import {
  registerForm,
  samplePassword,
  signedInPlayer,
} from '../../../test/fixtures/samples/samplePlayers.ts'
import { startApp, type TestApp } from '../../../test/fixtures/startApp.ts'
import { codeAt } from '../../../test/fixtures/totp.ts'
import { reauthenticationRules } from './requireRecentAuth.ts'

/* Safety.md 4.4 as a table: which call asks for which proof, of which player. */

let app: TestApp

beforeAll(async () => {
  app = await startApp({ deployments: { local: strong, 'two-point-studios': strong } })
})
afterAll(() => app.close())

const nothing = { body: {} }
const password = samplePassword

interface Player extends Enrolled {
  readonly userId: number
  readonly passkey: SoftPasskey
}

/** Everything of a player up to a moment, in the order of its authentications. */
async function playerOf(name: string, hasTwoStep: boolean): Promise<Player> {
  const visitor = await signedInPlayer(app, registerForm({ Username: name }))
  const enrolled = await enrol(app, name, visitor)
  const passkey = softPasskey(app)
  await addPasskey(visitor, passkey)
  if (!hasTwoStep) await visitor.call('setTwoStep', { body: { IsOn: false } })
  const { Id_User: userId } = await visitor.readToken()
  return { ...enrolled, visitor, passkey, userId }
}

const provePassword = ({ visitor }: Player) =>
  visitor.call('prove', { body: { Way: 'password', Password: password, Code: '' } })

async function proveCode({ visitor, secret }: Player) {
  app.clock.advance(30)
  const Code = codeAt(secret, app.clock.now())
  await visitor.call('prove', { body: { Way: 'totp', Password: '', Code } })
}

const provePasskey = async ({ visitor, passkey }: Player) =>
  visitor.call('prove', await proofForm(visitor, passkey))

/** Goes on until nothing is fresh; the session goes on too. */
async function stale({ visitor }: Pick<Player, 'visitor'>): Promise<void> {
  app.clock.advance(lifetimes.reauthentication + 1)
  await visitor.readToken()
}

/** The ways to authenticate, from none on. */
const proofs = {
  none: () => Promise.resolve(),
  'first only': provePassword,
  'second only': proveCode,
  both: async (player: Player) => {
    await provePassword(player)
    await proveCode(player)
  },
  'both, by a passkey': provePasskey,
  'both, sixteen minutes old': async (player: Player) => {
    await provePasskey(player)
    await stale(player)
  },
} as const satisfies Record<string, (player: Player) => Promise<unknown>>

type Proven = keyof typeof proofs

/** The authentications that open an act, for players without and with a second step. */
const opens = {
  first: ['first only', 'both', 'both, by a passkey'],
  both: ['both', 'both, by a passkey'],
  second: ['second only', 'both', 'both, by a passkey'],
  anything: Object.keys(proofs) as Proven[],
} as const satisfies Record<string, readonly Proven[]>

type Opens = keyof typeof opens

interface Case {
  /** The call, as it changes nothing that the next one needs. */
  readonly call: (player: Player) => Promise<unknown>
  readonly without: Opens
  readonly with: Opens
}

const always = { without: 'first', with: 'both' } as const
const never = { without: 'anything', with: 'anything' } as const
let addresses = 0

const newEmail = () => {
  addresses += 1
  const Email = `proof${addresses}@site.test`
  return { Email, ConfirmEmail: Email }
}

const bogus = 999_999
const credential = () => softPasskey(app).create({ challenge: 'x', user: { id: 'x' } })

const table = {
  addPasskey: {
    ...always,
    call: ({ visitor }) =>
      visitor.call('addPasskey', { body: { Credential: credential(), Name: 'Key' } }),
  },
  confirmAuthenticator: {
    ...always,
    call: ({ visitor }) =>
      visitor.call('confirmAuthenticator', { body: { Id: bogus, Code: '000000', Name: 'App' } }),
  },
  makeRecoveryCodes: {
    ...always,
    call: ({ visitor }) => visitor.call('makeRecoveryCodes', nothing),
  },
  passkeyOptions: { ...always, call: ({ visitor }) => visitor.call('passkeyOptions', nothing) },
  removeAuthenticator: {
    ...always,
    call: ({ visitor }) => visitor.call('removeAuthenticator', { body: { Id: bogus } }),
  },
  removePasskey: {
    ...always,
    call: ({ visitor }) => visitor.call('removePasskey', { body: { Id: bogus } }),
  },
  // One passkey on one device is too few: nothing is removed.
  removePassword: { ...always, call: ({ visitor }) => visitor.call('removePassword', nothing) },
  setServiceSignIn: {
    ...always,
    call: ({ visitor }) =>
      visitor.call('setServiceSignIn', { body: { CanonicalName: 'twitch', IsOn: false } }),
  },
  startAuthenticator: {
    ...always,
    call: ({ visitor }) => visitor.call('startAuthenticator', nothing),
  },
  updateEmail: {
    ...always,
    call: ({ visitor, userId }) =>
      visitor.call('updateEmail', { path: { userId }, body: newEmail() }),
  },
  updateUsername: {
    without: 'anything',
    with: 'both',
    call: ({ visitor, userId, name }) =>
      visitor.call('updateUsername', { path: { userId }, body: { Username: name } }),
  },
  unlinking: { ...never, call: ({ visitor }) => visitor.call('twitchUnlink', nothing) },
  readSecurity: { ...never, call: ({ visitor }) => visitor.call('readSecurity', {}) },
  listDevices: { ...never, call: ({ visitor }) => visitor.call('listDevices', {}) },
  renamePasskey: {
    ...never,
    call: ({ visitor }) => visitor.call('renamePasskey', { body: { Id: bogus, Name: 'Key' } }),
  },
  forgetBrowser: {
    ...never,
    call: ({ visitor }) => visitor.call('forgetBrowser', { body: { Id: 'all' } }),
  },
  endDevice: {
    ...never,
    call: ({ visitor }) => visitor.call('endDevice', { body: { Id: 'nobody' } }),
  },
  endOtherDevices: { ...never, call: ({ visitor }) => visitor.call('endOtherDevices', nothing) },
  withdrawSite: {
    ...never,
    call: ({ visitor }) => visitor.call('withdrawSite', { body: { ClientId: 'nobody' } }),
  },
} as const satisfies Record<string, Case>

/**
 * They end the account, the second step or the password, so that each has its own test below, or take
 * an account of a service, as those of log-ins with one do.
 */
const ownTests = [
  'deleteUser',
  'deletePartnerUser',
  'resetPassword',
  'setTwoStep',
  'freeze',
  'joinService',
  'moveLink',
  'stopLinkMove',
]

/** True when a call gets beyond the question for a recent authentication, with any answer. */
async function goesOn(call: () => Promise<unknown>, { visitor }: Player): Promise<boolean> {
  const answered = await call().then(
    () => '',
    () => visitor.last?.body ?? '',
  )
  return !answered.includes('ERROR_REAUTHENTICATION_REQUIRED')
}

describe('the table of re-authentications', () => {
  it.each([false, true])(
    'holds for every call, of players with a second step: %s (AT-STR-28, G75)',
    async (hasTwoStep) => {
      const player = await playerOf(hasTwoStep ? 'Twostep' : 'Onestep', hasTwoStep)
      const wrong: string[] = []
      for (const [proven, prove] of Object.entries(proofs)) {
        await stale(player)
        await prove(player)
        for (const [name, one] of Object.entries<Case>(table)) {
          const expected: readonly string[] = opens[hasTwoStep ? one.with : one.without]
          const isOpen = await goesOn(() => one.call(player), player)
          if (isOpen !== expected.includes(proven)) wrong.push(`${name} · ${proven}: ${isOpen}`)
        }
      }
      expect(wrong).toEqual([])
    },
  )

  it('lists the calls that may ask for a proof, and no others (AT-STR-28, G75)', () => {
    const asking = callNames.filter((name) =>
      (calls[name].refusals as readonly string[]).includes('ERROR_REAUTHENTICATION_REQUIRED'),
    )
    const acts = new Set(asking.map((name) => (name.endsWith('Unlink') ? 'unlinking' : name)))
    expect([...acts].toSorted()).toEqual(Object.keys(reauthenticationRules).toSorted())
    const tested = new Set([...Object.keys(table), ...ownTests])
    expect(Object.keys(reauthenticationRules).filter((act) => !tested.has(act))).toEqual([])
  })
})

function newPassword(OldPassword: string, Password: string) {
  return { body: { OldPassword, Password, ConfirmPassword: Password } }
}

function erase({ visitor, userId, name }: Player) {
  const Email = `${name.toLowerCase()}@site.test`
  const body = { Password: password, Email, Id_DeletionType: null, DeletionReason: '' }
  return visitor.call('deleteUser', { path: { userId }, body })
}

describe('an act that proves the password itself', () => {
  it('asks for the second factor besides: a new password with the old one (AT-STR-28, AT-STR-33, G76)', async () => {
    const deployment = 'two-point-studios'
    const visitor = await signedInPlayer(app, registerForm({ Username: 'Mona' }), deployment)
    const { secret } = await enrol(app, 'Mona', visitor)
    const fresh = 'Another9Battery'
    await stale({ visitor })
    const { items } = await visitor.refused('resetPassword', newPassword(password, fresh))
    expect(items).toEqual(['ERROR_REAUTHENTICATION_REQUIRED@'])
    const [item] = JSON.parse(visitor.last?.body ?? '{}').ErrorMessages
    expect(item.Proof.Ways).toEqual([['totp'], ['recovery-code']])
    const Code = codeAt(secret, app.clock.now())
    await visitor.call('prove', { body: { Way: 'totp', Password: '', Code } })
    await visitor.call('resetPassword', newPassword(password, fresh))
    await visitor.call('prove', { body: { Way: 'password', Password: fresh, Code: '' } })
    await visitor.call('setTwoStep', { body: { IsOn: false } })
    await stale({ visitor })
    await visitor.call('resetPassword', newPassword(fresh, password))
  })

  it('asks for both without the old one, and for the password alone of a player without a second step (AT-STR-28, G76)', async () => {
    const player = await playerOf('Nora', true)
    const reset = () =>
      player.visitor.call('resetPassword', {
        body: { Password: password, ConfirmPassword: password },
      })
    for (const [proven, prove] of Object.entries(proofs)) {
      await stale(player)
      await prove(player)
      const expected: readonly string[] = opens.both
      expect([proven, await goesOn(reset, player)]).toEqual([proven, expected.includes(proven)])
    }
    await proveCode(player)
    await provePassword(player)
    await player.visitor.call('setTwoStep', { body: { IsOn: false } })
    await stale(player)
    expect(await goesOn(reset, player)).toBe(false)
    await provePassword(player)
    expect(await goesOn(reset, player)).toBe(true)
  })

  it('deletes the account after the second factor, and without a second step by the password (AT-STR-28, G77)', async () => {
    const player = await playerOf('Olga', true)
    await stale(player)
    expect(await goesOn(() => erase(player), player)).toBe(false)
    await provePassword(player)
    expect(await goesOn(() => erase(player), player)).toBe(false)
    await stale(player)
    await proveCode(player)
    await erase(player)
    const plain = await playerOf('Pia', false)
    await stale(plain)
    await erase(plain)
  })

  it('switches the second step on and off after a proof alone (AT-STR-28, G77)', async () => {
    const player = await playerOf('Quinn', true)
    for (const IsOn of [false, true]) {
      const change = () => player.visitor.call('setTwoStep', { body: { IsOn } })
      await stale(player)
      expect(await goesOn(change, player)).toBe(false)
      await provePassword(player)
      expect(await goesOn(change, player)).toBe(IsOn)
      if (!IsOn) {
        await proveCode(player)
        await change()
      }
    }
  })

  it('freezes without a proof, because freezing only makes the account safer (AT-STR-28, G77)', async () => {
    const player = await playerOf('Rosa', true)
    await stale(player)
    expect(await player.visitor.call('freeze', nothing)).toEqual({})
  })
})
