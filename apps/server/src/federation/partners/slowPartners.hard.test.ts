import { expect, it, onTestFinished } from 'vitest'
import { startPartnerApp } from '../../../test/fixtures/partners/startPartnerApp.ts'
import {
  comeBackRefused,
  goThroughPartner,
  leaveForLogin,
  visitPartner,
} from '../../../test/fixtures/partners/throughPartner.ts'

it.each(['relic', 'creative-assembly', 'focus'] as const)(
  'a log-in by %s gives up before an answer after more than five seconds, and succeeds at the next attempt (T24)',
  async (name) => {
    const app = await startPartnerApp()
    onTestFinished(() => app.close())
    const visitor = app.visitor(name)
    const query = await visitPartner(await leaveForLogin(visitor), `known@${name}.example`)
    await app.standIns.turn(name, { slowMs: 5600 })
    expect(await comeBackRefused(visitor, query)).toEqual({
      status: 400,
      items: ['PARTNER_RESPONSE_ERROR@'],
    })
    await app.standIns.reset(name)
    expect(await goThroughPartner(visitor, `known@${name}.example`)).toBeDefined()
  },
)
