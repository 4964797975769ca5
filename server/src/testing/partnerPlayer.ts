import { insertPartnerIdentity } from '../database/partnerPlayers.ts'
import { insertPartnerPlayer } from '../database/players.ts'
import type { DeploymentName, TestApp } from './startApp.ts'
import type { TestVisitor } from './testVisitor.ts'

/**
 * A visitor who is logged in as a fresh player whose partner proves who it is, without the way
 * through the partner’s pages.
 */
export async function partnerPlayer(
  app: TestApp,
  deployment: DeploymentName,
  username: string,
): Promise<TestVisitor> {
  const { services, clock } = app
  const email = `${username.toLowerCase()}@relic.test`
  const { kysely } = services.database
  const now = clock.now()
  const [partner = ''] = app.deployment(deployment).partners.keys()
  const player = { deployment, username, email, partnerName: 'Relic', ip: '203.0.113.9' }
  const id = await insertPartnerPlayer(kysely, player, now)
  const identity = { partner, subject: String(900_000 + id) }
  await insertPartnerIdentity(kysely, deployment, id, identity, now)
  const visitor = app.visitor(deployment)
  const { root, created } = await services.sessions.open(
    null,
    visitor.deployment,
    { playerId: id, clientId: '', partner },
    {
      ip: '203.0.113.9',
      address: '203.0.113.9',
      userAgent: 'Test',
      sessionRoot: null,
      asksAnew: true,
      browserNotes: null,
      flowSecret: null,
      wasTooYoung: false,
      idempotencyKey: null,
    },
  )
  visitor.jar.set('sso_session', root)
  visitor.identity = created
  await visitor.readToken()
  return visitor
}
