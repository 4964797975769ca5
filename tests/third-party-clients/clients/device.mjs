import assert from 'node:assert/strict'
import * as openid from 'openid-client'

export const name = 'device without a browser'
export const title = 'A device without a browser signs a player in, refreshes and signs out (O94)'
/** A program on a game console or a television: no secret and no address. */
export const registrationAt = () => ({ applicationType: 'native', device: true, firstParty: true })

export async function play(stage) {
  const { issuer, browser } = stage
  const { clientId } = stage.registration
  const { config, tokens } = await stage.signsIn(async () => {
    const phone = Promise.withResolvers()
    const answered = phone.promise.then((shown) => answerOnPhone(browser, shown))
    const [found] = await Promise.all([signIn(issuer, clientId, phone.resolve), answered])
    return found
  })
  const next = await stage.refreshes(() => openid.refreshTokenGrant(config, tokens.refresh_token))
  await stage.signsOut(async () => {
    await openid.tokenRevocation(config, next.refresh_token)
    const refused = openid.refreshTokenGrant(config, next.refresh_token)
    await assert.rejects(refused, { error: 'invalid_grant' })
    // The player's browser is not the device's: its own log-out is in the account.
    await signOutPhone(stage, config)
  })
}

/** The player opens the address on a phone, logs in, and presses the number that the device shows. */
async function answerOnPhone(browser, { address, number }) {
  const page = await browser.go(address)
  const { text } = await browser.submit(page, { number })
  assert.doesNotMatch(text, /name="number"/)
}

/** Asks the portal to log out, as any site may, and lets the player agree. */
function signOutPhone({ browser }, config) {
  return browser.go(openid.buildEndSessionUrl(config, {}))
}

// recipe
async function signIn(issuer, clientId, show) {
  const config = await openid.discovery(new URL(issuer), clientId, undefined, openid.None())
  const asked = await openid.initiateDeviceAuthorization(config, { scope: 'openid profile' })
  // `user_code` ends with the number that the player compares.
  const number = asked.user_code.split('-').at(-1)
  show({ address: asked.verification_uri_complete, code: asked.user_code, number })
  return { config, tokens: await openid.pollDeviceAuthorizationGrant(config, asked) }
}
// end
