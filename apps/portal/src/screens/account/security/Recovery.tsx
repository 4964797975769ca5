import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@gatehouse/ui/Button'
import { Icon } from '@gatehouse/ui/Icon'
import { useNotify } from '../../../context/Place.tsx'
import { usePortal } from '../../../context/portal.ts'
import { useActions } from '../../../forms/submit/useActions.ts'
import { dateIn } from '../../../i18n/formats.ts'
import { ActionErrors } from '../../../ui/feedback/ActionErrors.tsx'
import type { OverviewProps } from './overview.ts'

type Props = Pick<OverviewProps, 'overview' | 'change'>

/** Says that somebody asked to get in without the second factors, and stops it. */
export function Recovery({ overview, change }: Props) {
  const { i18n, t } = useLingui()
  const { session } = usePortal()
  const notify = useNotify()
  const { isBusy, errorsOf, act } = useActions<'stop'>()
  // A server before this one knows none.
  const { RecoveryAt: at = null } = overview as Partial<typeof overview>
  if (at === null) return null
  const date = dateIn(i18n.locale, at, { dateStyle: 'long', timeStyle: 'short' })

  function stop() {
    act('stop', async () => {
      await session.api('stopRecovery', { body: {} })
      change(() => ({ RecoveryAt: null }))
      notify(() => t`It is stopped. Nobody gets in without your second step.`)
    })
  }

  return (
    <div className="plate line">
      <Icon name="note" />
      <div className="stack near">
        <p>
          <strong>{t`Somebody asked to get into this account without its second step. It opens on ${date}.`}</strong>
        </p>
        <ActionErrors errors={errorsOf('stop')} />
        <div>
          <Button look="danger" isBusy={isBusy('stop')} onClick={stop}>
            <Trans>It was not me: stop this</Trans>
          </Button>
        </div>
      </div>
    </div>
  )
}
