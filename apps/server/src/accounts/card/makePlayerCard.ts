import { titlesOf } from '@gatehouse/contract/display'
import { identityProviderNames } from '@gatehouse/contract/identityProviderNames'
import { identityProviderOf } from '@gatehouse/contract/identityProviderRow'
import { knownTheme } from '@gatehouse/contract/theme/themes'
import { consumeOrRefuse } from '../../auth/rate-limits/rateLimiter.ts'
import { listConnectionsOf } from '../../database/federation/connectionStatements.ts'
import { mailThemeOf } from '../../mail/themes.ts'
import { refuse } from '../../platform/apiError.ts'
import { themeNameOf } from '../../deployments/themeTokens.ts'
import { handler, type PlayerCall } from '../accountServices.ts'
import { fileOf, nameIn, sides } from '../uploads/uploadStorage.ts'
import type { CardOrder } from './drawCard.ts'

/**
 * Draws the caller's card: the name, and the titles and linked accounts that the caller ticks.
 * Refuses an account that is not linked, or not shown here.
 */
export const makePlayerCard = handler('makePlayerCard', async (context) => {
  const { input, deployment, services, caller } = context
  const { Titles, Links } = input.body
  await consumeOrRefuse(context, 'cards', `${caller.player_id}`)
  // At night every theme's scene has its lights on.
  const { dark: colours, ...look } = mailThemeOf(deployment, 'en')
  const picture = await services.drawCard({
    theme: knownTheme(themeNameOf(deployment)),
    hasScene: look.scene !== null,
    picture: await uploadOf(context),
    content: {
      name: caller.username,
      titles: Titles ? [...new Set(titlesOf(caller.titles))] : [],
      links: await linksOf(context, Links),
      studio: deployment.configuration.RegisterStudioName,
    },
    look: { ...look, colours },
  })
  if (picture === null) throw refuse('ERROR_UNAVAILABLE')
  return { Picture: Buffer.from(picture).toString('base64') }
})

/** Every account is one that the caller has linked, in the order of the identity providers. */
async function linksOf(
  { deployment, services, caller }: PlayerCall,
  ticked: readonly string[],
): Promise<CardOrder['content']['links']> {
  if (ticked.length === 0) return []
  const { hasConnectionsSection, hiddenConnections } = deployment.rules
  const { kysely } = services.database
  const linked = await listConnectionsOf(kysely, deployment.name, caller.player_id)
  const shown = identityProviderNames.flatMap((name) => {
    const found = linked.find((connection) => connection.canonical_name === name)
    if (!found || !hasConnectionsSection || hiddenConnections.includes(name)) return []
    const { id, title } = identityProviderOf(name)
    return [{ name, link: { sign: id, name: found.account_name, service: title } }]
  })
  const isShown = (each: string) => shown.some(({ name }) => name === each)
  if (!ticked.every(isShown)) throw refuse('ERROR_CARD_NOT_LINKED')
  return shown.filter(({ name }) => ticked.includes(name)).map(({ link }) => link)
}

/** The caller's upload. A picture elsewhere is not fetched: the letter replaces it. */
async function uploadOf({ deployment, services, caller }: PlayerCall): Promise<Uint8Array | null> {
  const name = caller.avatar_source === 'upload' ? nameIn(caller.avatar_url) : null
  if (name === null) return null
  return services.uploads.read(deployment.name, fileOf(name, sides[0])).catch(() => null)
}
