import { lifetimes } from '@gatehouse/contract/limits'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { partnerPlayer } from '../../../test/fixtures/partners/partnerPlayer.ts'
import {
  registerForm,
  samplePassword,
  signedInPlayer,
} from '../../../test/fixtures/samples/samplePlayers.ts'
import { startApp, type TestApp } from '../../../test/fixtures/startApp.ts'
import type { TestVisitor } from '../../../test/fixtures/testVisitor.ts'

let app: TestApp

beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

const notAllowed = { status: 400, items: ['ERROR_NOT_ALLOWED@'] }

async function deletion(visitor: TestVisitor, Email: string, Password = '') {
  const { Id_User: userId } = await visitor.readToken()
  return { path: { userId }, body: { Password, Email, Id_DeletionType: null, DeletionReason: '' } }
}

describe('the deletion of a partner’s player', () => {
  it('needs no password after a recent log-in (AT-DEL-05, R-7.10-3)', async () => {
    const pat = await partnerPlayer(app, 'relic', 'Pat')
    app.clock.advance(lifetimes.reauthentication)
    const asked = await deletion(pat, 'PAT@relic.test')
    expect(await pat.call('deletePartnerUser', asked)).toEqual({})
    expect(await pat.refused('listConnections', {})).toEqual({ status: 401, items: [] })
    const farewells = (await app.mails('pat@relic.test')).map((mail) => mail.subject)
    expect(farewells).toEqual(['Your Relic Entertainment account was deleted'])
  })

  it('is refused when the log-in is more than a quarter of an hour old (M-8, E11)', async () => {
    const kit = await partnerPlayer(app, 'relic', 'Kit')
    app.clock.advance(lifetimes.reauthentication + 1)
    const asked = await deletion(kit, 'kit@relic.test')
    expect(await kit.refused('deletePartnerUser', asked)).toEqual({
      status: 400,
      items: ['ERROR_REAUTHENTICATION_REQUIRED@'],
    })
    await kit.call('listConnections', {})
  })

  it('refuses another address', async () => {
    const joe = await partnerPlayer(app, 'relic', 'Joe')
    expect(await joe.refused('deletePartnerUser', await deletion(joe, 'pat@relic.test'))).toEqual({
      status: 400,
      items: ['ERROR_EMAIL_UNKNOWN@Email'],
    })
  })

  it('accepts no account with its own password, and the other call accepts no partner’s player (E10)', async () => {
    const own = await signedInPlayer(app, registerForm({ Username: 'Own' }))
    const asked = await deletion(own, 'own@site.test', samplePassword)
    expect(await own.refused('deletePartnerUser', asked)).toEqual(notAllowed)
    await own.call('listConnections', {})
    const tia = await partnerPlayer(app, 'relic', 'Tia')
    expect(await tia.refused('deleteUser', await deletion(tia, 'tia@relic.test'))).toEqual(
      notAllowed,
    )
  })

  it('works in a deployment with its own log-in as well', async () => {
    const lee = await partnerPlayer(app, 'local', 'Lee')
    const asked = await deletion(lee, 'lee@relic.test')
    expect(await lee.refused('deleteUser', asked)).toEqual(notAllowed)
    expect(await lee.call('deletePartnerUser', asked)).toEqual({})
  })
})
