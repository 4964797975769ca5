import { listApps } from '../../database/auth/authenticatorApps.ts'
import { countUnusedCodes, findLivingSet } from '../../database/auth/recoveryCodes.ts'
import { listTrust } from '../../database/auth/trustedBrowsers.ts'
import { factorBits } from '../../database/connection/securityTables.ts'
import { handler } from '../services/handler.ts'
import { trustHashOf } from '../session/trust.ts'
import { requireOffered } from './changeFactors.ts'

/** The caller's second factors and trusted browsers, without any secret of theirs. */
export const readFactors = handler('readFactors', async (context) => {
  const { deployment, services, caller, clientContext } = context
  requireOffered(context)
  const { database, clock, key } = services
  const { kysely } = database
  const { player_id: playerId, factors } = caller
  const { name } = deployment
  const apps = await listApps(kysely, name, playerId)
  const set = await findLivingSet(kysely, name, playerId)
  const trusted = await listTrust(kysely, name, playerId, clock.now())
  const own = trustHashOf(key, clientContext.trustCookie, playerId)
  return {
    TwoStep: (factors & factorBits.twoStep) !== 0,
    HasPasskey: (factors & factorBits.passkey) !== 0,
    Apps: apps.map((app) => ({
      Id: app.id,
      Name: app.name,
      AddedAt: (app.confirmed_at ?? clock.now()).toISOString(),
      LastUsedAt: app.last_used_at?.toISOString() ?? null,
    })),
    CodesLeft: set ? await countUnusedCodes(kysely, name, playerId, set.id) : null,
    Trusted: trusted.map(({ id, browser, token_hash: hash, expires_at: until }) => {
      const [Browser = '', System = ''] = browser.split('/')
      const IsThis = own?.equals(hash) === true
      return { Id: id, Browser, System, Until: until.toISOString(), IsThis }
    }),
  }
})
