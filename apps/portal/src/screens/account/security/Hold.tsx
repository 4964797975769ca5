import { useLingui } from '@lingui/react/macro'
import { Icon } from '@gatehouse/ui/Icon'
import { useState } from 'react'
import { dateIn } from '../../../i18n/formats.ts'
import type { Overview } from './overview.ts'

/** Says that changes are on hold, until when, and why. */
export function Hold({ HeldUntil: until = null }: Partial<Pick<Overview, 'HeldUntil'>>) {
  const { i18n, t } = useLingui()
  const [now] = useState(Date.now)
  if (until === null || Date.parse(until) <= now) return null
  const date = dateIn(i18n.locale, until, { dateStyle: 'long', timeStyle: 'short' })
  return (
    <div className="plate line">
      <Icon name="note" />
      <div>
        <p>
          <strong>{t`Changes are on hold until ${date}.`}</strong>
        </p>
        <p>{t`Your account was put back or opened again. Until then nobody can weaken it: not its address, its name, its linked accounts or its second steps. Everything that protects it works as ever.`}</p>
      </div>
    </div>
  )
}
