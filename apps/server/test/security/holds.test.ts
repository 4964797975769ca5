import { type CallName, callNames, calls } from '@gatehouse/contract/calls'
import type { Call } from '@gatehouse/contract/calls/row'
import { after } from '../../src/platform/clock.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { enrol } from '../fixtures/enrolled.ts'
import { partnerPlayer } from '../fixtures/partners/partnerPlayer.ts'
import { addPasskey, softPasskey } from '../fixtures/passkeys/passkeySteps.ts'
import { startLinkingApp } from '../fixtures/partners/startLinkingApp.ts'
import { type StandIns, startStandIns } from '../fixtures/processes/standIns.ts'
import { registerForm, samplePassword, signedInPlayer } from '../fixtures/samples/samplePlayers.ts'
import { plainValues, type Values } from '../fixtures/samples/sampleRequest.ts'
import { serviceDeployment } from '../fixtures/services.ts'
import type { TestApp } from '../fixtures/startApp.ts'
import type { TestVisitor } from '../fixtures/testVisitor.ts'

/* While changes of an account are on hold, after a rewind, a recovery or an opening by the mailbox, nothing
   weakens it (6.6): each call of a player's session, by the contract's table. A new call has to say here
   what it is. */

/**
 * What each call of a session does while it is on hold. `held`: it changes the address or the name, takes a
 * link, a way in or a factor away, or ends the account. `open`: everything else, such as another factor.
 */
const during = {
  acceptAllCookies: 'open',
  addPasskey: 'open',
  block: 'open',
  cancelEmailChange: 'open',
  chooseAvatar: 'open',
  confirmAuthenticator: 'open',
  deletePartnerUser: 'held',
  deleteUser: 'held',
  endDevice: 'open',
  endOtherDevices: 'open',
  epicGamesCallback: 'open',
  epicGamesUnlink: 'held',
  forgetBrowser: 'open',
  freeze: 'open',
  gamePassCallback: 'open',
  gamePassUnlink: 'held',
  joinService: 'open',
  keepRecoveryCodes: 'open',
  logOut: 'open',
  makePlayerCard: 'open',
  makeRecoveryCodes: 'open',
  moveLink: 'open',
  optInUser: 'open',
  partnerSteamLinkUrl: 'open',
  passkeyOptions: 'open',
  proofOptions: 'open',
  prove: 'open',
  proveByService: 'open',
  removeAuthenticator: 'held',
  removeAvatar: 'open',
  removePasskey: 'held',
  removePassword: 'held',
  renamePasskey: 'open',
  repeatEmailChange: 'open',
  resetPassword: 'open',
  seeCookiePopup: 'open',
  sendEnrolmentCode: 'open',
  sendQualificationSurvey: 'open',
  serviceProofUrl: 'open',
  setCookie: 'open',
  setLanguage: 'open',
  setServiceSignIn: 'held',
  setTwoStep: 'held',
  startAuthenticator: 'open',
  steamCallback: 'open',
  steamPartnerCallback: 'open',
  steamRelicCallback: 'open',
  steamUnlink: 'held',
  stopLinkMove: 'open',
  stopRecovery: 'open',
  twitchCallback: 'open',
  twitchUnlink: 'held',
  unblock: 'open',
  updateEmail: 'held',
  updateUsername: 'held',
  uploadAvatar: 'open',
  validatePassword: 'open',
  validateProfile: 'open',
  withdrawSite: 'open',
} as const satisfies Partial<Record<CallName, 'held' | 'open'>>

/** Values with which a call gets as far as its hold. */
const bodies: Readonly<Partial<Record<CallName, Values>>> = {
  deletePartnerUser: { Email: 'pat@relic.test' },
  deleteUser: { Email: 'held@site.test', Password: samplePassword, Id_DeletionType: null },
  setServiceSignIn: { CanonicalName: 'twitch', IsOn: false },
  setTwoStep: { IsOn: false },
  updateEmail: { Email: 'other@site.test', ConfirmEmail: 'other@site.test' },
  updateUsername: { Username: 'Renamed' },
}

/** Calls of partners' players alone. */
const ofPartners = new Set<CallName>(['deletePartnerUser'])

/** They end the session. */
const ends = new Set<CallName>(['freeze', 'logOut'])
const on = { body: { CanonicalName: 'twitch', IsOn: true } } as const

let standIns: StandIns
let app: TestApp
let player: TestVisitor
let partnered: TestVisitor

beforeAll(async () => {
  standIns = await startStandIns()
  app = await startLinkingApp(standIns, {
    settings: { LIMITS: 'off' },
    deployments: { local: serviceDeployment },
  })
  player = await signedInPlayer(app, registerForm({ Username: 'Held' }))
  await enrol(app, 'Held', player)
  await addPasskey(player, softPasskey(app))
  partnered = await partnerPlayer(app, 'local', 'Pat')
})
afterAll(async () => {
  await app.close()
  await standIns.stop()
})

const rowOf = (name: CallName): Call => calls[name]
const ofSessions = callNames.filter(
  (name) => rowOf(name).caller === 'player' && rowOf(name).method === 'POST',
)
const saysHeld = (name: CallName) =>
  (rowOf(name).refusals as readonly string[]).includes('ERROR_ACCOUNT_HELD')

async function holdFor(seconds: number) {
  const { kysely } = app.services.database
  const held_until = after(app.clock.now(), seconds)
  await kysely
    .updateTable('players')
    .set({ held_until })
    .where('deployment', '=', 'local')
    .execute()
}

/** The codes of a call's answer, and the seconds after which to come back. */
async function answerOf(name: CallName) {
  const visitor = ofPartners.has(name) ? partnered : player
  const { Id_User: userId } = await visitor.readToken()
  const body = { ...plainValues(name, 'body'), ...bodies[name] }
  const input = { body, path: { userId, service: 'twitch' }, query: {} }
  await visitor.call(name, input as never).catch(() => undefined)
  const { body: answer = '', headers = {} } = visitor.last ?? {}
  return { isHeld: answer.includes('ERROR_ACCOUNT_HELD'), after: headers['retry-after'] }
}

const those = (what: 'held' | 'open') =>
  ofSessions.filter((name) => during[name as keyof typeof during] === what)

describe('the table of holds', () => {
  it('has every call of a session, as the contract has it', () => {
    expect(ofSessions.toSorted()).toEqual(Object.keys(during).toSorted())
    expect(ofSessions.filter(saysHeld).toSorted()).toEqual(those('held').toSorted())
  })

  it.each(those('held'))('refuses %s, and says for how long (AT-SEC-29)', async (name) => {
    await holdFor(7200)
    expect(await answerOf(name)).toEqual({ isHeld: true, after: '7200' })
  })

  it('leaves everything else open (AT-SEC-29)', async () => {
    await holdFor(7200)
    const held: string[] = []
    for (const name of those('open').filter((each) => !ends.has(each))) {
      if ((await answerOf(name)).isHeld) held.push(name)
    }
    expect(held).toEqual([])
    // One half of a call only adds.
    await player.call('setServiceSignIn', on).catch(() => undefined)
    expect(player.last?.body).not.toContain('ERROR_ACCOUNT_HELD')
  })
})
