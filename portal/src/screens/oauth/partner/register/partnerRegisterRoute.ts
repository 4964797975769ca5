import { msg } from '@lingui/core/macro'
import { paths } from '@gatehouse/contract/paths'
import { lazyScreen } from '../../../../session/lazyScreen.ts'
import type { ScreenRoute } from '../../../../app/screenRoute.ts'

export const partnerRegisterRoute: ScreenRoute = {
  path: paths.partnerRegister,
  title: msg`Confirm username`,
  frame: 'visitor',
  async admit() {
    const { partnerArrival } = await import('../../../../session/partnerArrival.ts')
    return partnerArrival.read()?.newcomer ? null : paths.home
  },
  component: lazyScreen(() => import('./PartnerRegister.tsx'), 'PartnerRegister'),
}
