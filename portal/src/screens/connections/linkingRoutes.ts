import { type Path, paths } from '@gatehouse/contract/routes'
import { lazyScreen } from '../../routes/lazyScreen.ts'
import type { ScreenRoute } from '../../routes/screenRoute.ts'
import type * as LinkingScreens from './LinkingScreens.tsx'

const services = ['steam', 'twitch', 'epicGames', 'gamePass'] as const

/** Link, unlink and callback of each service, and the way back from a partner's own service. */
export const linkingRoutes: readonly ScreenRoute[] = [
  ...services.flatMap((service) => [
    blank(paths[`${service}Link`], 'LinkScreen'),
    blank(paths[`${service}Unlink`], 'UnlinkScreen'),
    blank(paths[`${service}Callback`], 'CallbackScreen'),
  ]),
  blank(paths.relicCallback, 'PartnerServiceCallback'),
]

function blank(path: Path, screen: keyof typeof LinkingScreens): ScreenRoute {
  return {
    path,
    title: null,
    frame: 'centred',
    component: lazyScreen(() => import('./LinkingScreens.tsx'), screen),
  }
}
