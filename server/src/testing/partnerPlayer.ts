import { keyOf } from '../database/players.ts'
import type { DeploymentName, TestApp } from './startApp.ts'
import type { TestVisitor } from './testVisitor.ts'

/** A visitor who is logged in as a fresh player whose partner proves who it is. */
export async function partnerPlayer(
  app: TestApp,
  deployment: DeploymentName,
  username: string,
): Promise<TestVisitor> {
  const { services, clock } = app
  const email = `${username.toLowerCase()}@relic.test`
  const { id } = await services.database.kysely
    .insertInto('players')
    .values({
      deployment,
      username,
      username_key: keyOf(username),
      email,
      email_key: keyOf(email),
      auth_type: 2,
      auth_partner: 'Relic',
      created_at: clock.now(),
      confirmed_at: clock.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const visitor = app.visitor(deployment)
  const { root, created } = await services.sessions.open(
    services.database.kysely,
    visitor.deployment,
    { playerId: id, clientId: '', partner: 'relic' },
    {
      ip: '203.0.113.9',
      address: '203.0.113.9',
      userAgent: 'Test',
      sessionRoot: null,
      browserNotes: null,
      flowSecret: null,
    },
  )
  visitor.jar.set('sso_session', root)
  visitor.identity = created
  await visitor.readToken()
  return visitor
}
