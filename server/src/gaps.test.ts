import { type CallName, callNames } from '@gatehouse/contract/calls'
import { describe, expect, it } from 'vitest'
import { handlers } from './handlers.ts'

/** Rows that have no handler yet and answer 501, with the issue that brings each. */
const gaps: Partial<Record<CallName, number>> = {
  steamAuth: 5,
  steamCallback: 5,
  steamPartnerCallback: 5,
  steamRelicCallback: 5,
  steamUnlink: 5,
  epicGamesAuth: 5,
  epicGamesCallback: 5,
  epicGamesUnlink: 5,
  twitchAuth: 5,
  twitchCallback: 5,
  twitchUnlink: 5,
  gamePassAuth: 5,
  gamePassCallback: 5,
  gamePassUnlink: 5,

  partnerLoginUrl: 6,
  creativeAssemblyLoginUrl: 6,
  focusLoginUrl: 6,
  partnerRegisterUrl: 6,
  partnerStepLoginUrl: 6,
  focusCallback: 6,
  creativeAssemblyCallback: 6,
  partnerUserLogIn: 6,
  partnerLogIn: 6,
  exchangePartnerCreated: 6,
  registerPartnerUser: 6,
  partnerSteamLinkUrl: 6,
  partnerLinkedAccounts: 6,
  resendPartnerValidation: 6,

  authorize: 7,
}

describe('the handlers', () => {
  it('are there for every call but those that an issue is to bring', () => {
    const missing = callNames.filter((name) => !(name in handlers))
    expect(missing.toSorted()).toEqual(Object.keys(gaps).toSorted())
  })

  it('stand under their own names', () => {
    for (const [name, handler] of Object.entries(handlers)) expect(handler.name).toBe(name)
  })
})
