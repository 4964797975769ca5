import type { InputOf } from '@gatehouse/contract/calls'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { limits } from '../../platform/config/settings.ts'
import { partnerPlayer } from '../../../test/fixtures/partners/partnerPlayer.ts'
import { confirmedPlayer, registerForm } from '../../../test/fixtures/samples/samplePlayers.ts'
import { startApp, type TestApp } from '../../../test/fixtures/startApp.ts'

let app: TestApp

beforeAll(async () => {
  app = await startApp({ deployments: { prod: { enumerationProtection: 'strict' } } })
  await confirmedPlayer(app, registerForm({ Username: 'Ada', Email: 'ada.byron@site.test' }))
  await confirmedPlayer(app, registerForm({ Username: 'Ada', Email: 'ada@site.test' }), 'prod')
  await app.services.database.kysely
    .updateTable('players')
    .set({ titles: 'Map Maker;;VIP;' })
    .execute()
})
afterAll(() => app.close())

function asked(UsernameOrEmail: string): InputOf<'identify'> {
  return { body: { UsernameOrEmail, ClientId: '', RedirectUrl: '', Token: '' } }
}

describe('identify', () => {
  it('answers exactly the seven fields with a masked address (AT-API-08, R-3.2-1)', async () => {
    const answer = await app.visitor().call('identify', asked('ada'))
    expect(answer).toEqual({
      AuthType: 1,
      AuthPartner: null,
      Id_User: expect.any(Number),
      Username: 'Ada',
      TitleName: 'Map Maker VIP',
      Email: 'a.....n@site.test',
      AvatarUrl: '',
    })
    expect(await app.visitor().call('identify', asked(' ADA.Byron@site.test '))).toEqual(answer)
  })

  it('refuses an empty name and an unknown one (AT-API-08)', async () => {
    const visitor = app.visitor()
    expect((await visitor.refused('identify', asked('  '))).items).toEqual([
      'ERROR_USERNAME_EMPTY@UsernameOrEmail',
    ])
    expect((await visitor.refused('identify', asked('nobody'))).items).toEqual([
      'ERROR_USER_UNKNOWN@UsernameOrEmail',
    ])
  })

  it('answers that an account is banned', async () => {
    await confirmedPlayer(app, registerForm({ Username: 'Cheat' }))
    await app.services.database.kysely
      .updateTable('players')
      .set({ banned_at: app.clock.now() })
      .where('username', '=', 'Cheat')
      .execute()
    expect((await app.visitor().refused('identify', asked('Cheat'))).items).toEqual([
      'ERROR_USER_BANNED@',
    ])
  })

  it('names the partner of a partner account', async () => {
    await partnerPlayer(app, 'local', 'Pat')
    const { AuthType, AuthPartner } = await app.visitor().call('identify', asked('Pat'))
    expect({ AuthType, AuthPartner }).toEqual({ AuthType: 2, AuthPartner: 'Relic' })
  })

  it('reveals only the typed text under strict protection (A01, A02)', async () => {
    const visitor = app.visitor('prod')
    const known = await visitor.call('identify', asked('Ada'))
    const unknown = await visitor.call('identify', asked('Bob'))
    expect({ ...known, Id_User: 0, Username: '' }).toEqual({ ...unknown, Id_User: 0, Username: '' })
    expect(await visitor.call('identify', asked('Bob'))).toEqual(unknown)
    const byAddress = await visitor.call('identify', asked('ada@site.test'))
    expect(byAddress).toMatchObject({ Username: '', Email: 'a.....a@site.test' })
  })

  it('is refused where the partner signs players in', async () => {
    expect((await app.visitor('relic').refused('identify', asked('Ada'))).items).toEqual([
      'ERROR_NOT_ALLOWED@',
    ])
  })

  it('limits the names of one address an hour (A01)', async () => {
    const ip = '198.51.100.1'
    const visitor = app.visitor('sandbox', ip)
    await visitor.refused('identify', asked('nobody'))
    const { rateLimiter } = app.services
    for (let count = 1; count < limits.identifications.max; count += 1) {
      await rateLimiter.consume(visitor.deployment, 'identifications', ip)
    }
    expect(await visitor.refused('identify', asked('nobody'))).toEqual({
      status: 400,
      items: ['ERROR_TOO_MANY_ATTEMPTS@'],
    })
    expect(Number(visitor.last?.headers['retry-after'])).toBe(3600)
    app.clock.advance(3601)
    expect((await visitor.refused('identify', asked('nobody'))).items).toEqual([
      'ERROR_USER_UNKNOWN@UsernameOrEmail',
    ])
  })
})
