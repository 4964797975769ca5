import type { AnswerOf } from '@gatehouse/contract/schemas'
import type { Connect } from '@gatehouse/contract/entities'
import { signInAt } from './signInAt.ts'
import type { TestVisitor } from './testVisitor.ts'

const callbackPath = '/steam/callback'
let ids = 0

/** A Steam account that no other test of this process has. */
export function newSteamId(): string {
  ids += 1
  return `765611980001${String(ids).padStart(5, '0')}`
}

/** What comes back with the browser of a player who signed in to Steam as somebody. */
export async function steamAnswer(visitor: TestVisitor, user: string, redirectUrl = '') {
  const url = await visitor.call('steamAuth', { query: { callbackPath, redirectUrl } })
  return signInAt(url, user)
}

/** Links a Steam account, over everything that is on the way. */
export async function linkSteam(
  visitor: TestVisitor,
  user: string,
  redirectUrl = '',
): Promise<AnswerOf<'steamCallback'>> {
  const answer = await steamAnswer(visitor, user, redirectUrl)
  return visitor.call('steamCallback', { body: { ...answer } })
}

/** Unlinks whatever Steam account a player has, if any. */
export async function unlinkSteam(visitor: TestVisitor): Promise<void> {
  const { Id_Account } = await steamOf(visitor)
  if (Id_Account !== null) await visitor.call('steamUnlink', { body: { SteamId: Id_Account } })
}

/** Steam among the connections of a player. */
export async function steamOf(visitor: TestVisitor): Promise<Connect> {
  const connects = await visitor.call('listConnects', {})
  const connect = connects.find(({ CanonicalName }) => CanonicalName === 'steam')
  if (!connect) throw new Error('Steam is not listed.')
  return connect
}
