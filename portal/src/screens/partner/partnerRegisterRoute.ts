import { msg } from '@lingui/core/macro'
import { paths } from '@gatehouse/contract/routes'
import { lazyScreen } from '../../routes/lazyScreen.ts'
import type { ScreenRoute } from '../../routes/screenRoute.ts'

export const partnerRegisterRoute: ScreenRoute = {
  path: paths.partnerRegister,
  title: msg`Confirm username`,
  frame: 'visitor',
  async admit() {
    const { partnerArrival } = await import('./partnerArrival.ts')
    return partnerArrival.read()?.newcomer ? null : paths.home
  },
  component: lazyScreen(() => import('./PartnerRegister.tsx'), 'PartnerRegister'),
}
