import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  enrolledPlayer,
  firstStep,
  logInTwice,
  stepBody,
  strong,
} from '../../../test/fixtures/enrolled.ts'
import {
  addPasskey,
  logInWithPasskey,
  softPasskey,
} from '../../../test/fixtures/passkeys/passkeySteps.ts'
import {
  registerForm,
  samplePassword,
  signedInPlayer,
} from '../../../test/fixtures/samples/samplePlayers.ts'
import { startApp, type TestApp } from '../../../test/fixtures/startApp.ts'
import type { TestVisitor } from '../../../test/fixtures/testVisitor.ts'
import { codeAt } from '../../../test/fixtures/totp.ts'

/* The browsers that skip the second step, among the devices; and the one read of the section. */

let app: TestApp
let count = 0

beforeAll(async () => {
  app = await startApp({ deployments: { local: strong } })
})
afterAll(() => app.close())

function newVisitor(): TestVisitor {
  count += 1
  return app.visitor('local', `198.18.9.${count}`)
}

const devicesOf = async (visitor: TestVisitor) => (await visitor.call('listDevices', {})).Devices
const trustedOf = async (visitor: TestVisitor) => (await visitor.call('readSecurity', {})).Trusted

describe('a trusted browser', () => {
  it('stands in the row of its device, here and seen from elsewhere, until it is forgotten (AT-STR-20)', async () => {
    const player = await enrolledPlayer(app, 'Ada')
    const here = newVisitor()
    await logInTwice(app, here, player, true)
    const elsewhere = newVisitor()
    await logInTwice(app, elsewhere, player)
    const [trusted] = await trustedOf(here)
    const trustIn = async (visitor: TestVisitor) =>
      (await devicesOf(visitor)).map(({ IsThis, Trust }) => [IsThis, Trust])
    expect(trusted).toMatchObject({ IsThis: true })
    expect(await trustIn(here)).toEqual([
      [true, trusted?.Id],
      [false, null],
      [false, null],
    ])
    const seen = await trustIn(elsewhere)
    expect(seen[0]).toEqual([true, null])
    expect(seen.slice(1)).toEqual(
      expect.arrayContaining([
        [false, trusted?.Id],
        [false, null],
      ]),
    )
    expect(await trustedOf(elsewhere)).toMatchObject([{ Id: trusted?.Id, IsThis: false }])

    // The next log-in is another session of the same browser.
    await here.logIn('Ada', samplePassword)
    const again = await devicesOf(elsewhere)
    expect(again.filter(({ Trust }) => Trust === trusted?.Id)).toMatchObject([
      { Methods: ['pwd', 'tb'] },
    ])
    await elsewhere.call('forgetBrowser', { body: { Id: trusted?.Id ?? 0 } })
    expect((await devicesOf(here)).every(({ Trust }) => Trust === null)).toBe(true)
    await firstStep(here, 'Ada')
  })

  it('stays where the other sessions are ended from, and ends in all others, like log-ins under way (AT-SEC-02, G26)', async () => {
    const player = await enrolledPlayer(app, 'Bea')
    const here = newVisitor()
    await logInTwice(app, here, player, true)
    const thief = newVisitor()
    await logInTwice(app, thief, player, true)
    const underWay = newVisitor()
    const step = await firstStep(underWay, 'Bea')
    expect(await trustedOf(here)).toHaveLength(2)
    expect(await here.call('endOtherDevices', { body: {} })).toEqual({ Ended: 2 })
    expect(await trustedOf(here)).toMatchObject([{ IsThis: true }])
    const late = stepBody(step, { Code: codeAt(player.secret, app.clock.now()) })
    expect((await underWay.refused('secondStep', late)).items).toEqual([
      'ERROR_SECOND_FACTOR_EXPIRED@',
    ])
    await firstStep(thief, 'Bea')
    await here.logIn('Bea', samplePassword)
  })

  it('ends with the session of its device, and the ledger says so', async () => {
    const player = await enrolledPlayer(app, 'Finn')
    const here = newVisitor()
    await logInTwice(app, here, player)
    const thief = newVisitor()
    await logInTwice(app, thief, player, true)
    const device = (await devicesOf(here)).find(({ Trust }) => Trust !== null)
    await here.call('endDevice', { body: { Id: device?.Id ?? '' } })
    expect(await trustedOf(here)).toEqual([])
    await firstStep(thief, 'Finn')
    const { Entries } = await here.call('listActivity', { query: {} })
    expect(Entries.slice(0, 3).map(({ Act }) => Act)).toContain('browsers-forgotten')
  })

  it('of another player is neither seen nor forgotten (G26)', async () => {
    const owner = await enrolledPlayer(app, 'Cleo')
    await logInTwice(app, owner.visitor, owner, true)
    const thief = await enrolledPlayer(app, 'Dora')
    const [trusted] = await trustedOf(owner.visitor)
    expect(await trustedOf(thief.visitor)).toEqual([])
    const refused = await thief.visitor.refused('forgetBrowser', {
      body: { Id: trusted?.Id ?? 0 },
    })
    expect(refused.items).toEqual(['ERROR_NOT_ALLOWED@'])
    await thief.visitor.call('endOtherDevices', { body: {} })
    expect(await trustedOf(owner.visitor)).toHaveLength(1)
  })
})

describe('the section', () => {
  it('is read by one call, with what devices keep of the passkeys', async () => {
    const visitor = await signedInPlayer(app, registerForm({ Username: 'Emma' }))
    expect(await visitor.call('readSecurity', {})).toMatchObject({
      HasPassword: true,
      TwoStep: false,
      Passkeys: [],
      Signal: null,
      Apps: [],
      CodesLeft: null,
      Trusted: [],
    })
    const passkey = softPasskey(app)
    await addPasskey(visitor, passkey)
    await logInWithPasskey(visitor, passkey)
    const read = await visitor.call('readSecurity', {})
    expect(read.Passkeys.map(({ Name }) => Name)).toEqual(['Laptop'])
    expect(read.Signal?.AcceptedIds).toEqual([passkey.id])
  })
})
