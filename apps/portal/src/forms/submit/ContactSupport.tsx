import { Trans } from '@lingui/react/macro'
import { WayIcon } from '@gatehouse/ui/WayIcon'
import { useSettings } from '../../context/portal.ts'

/** The deployment's help, in a tab of its own; nothing where it has none. */
export function ContactSupport() {
  const { SupportUrl } = useSettings().configuration
  if (!/^(https?:|mailto:|\/)/i.test(SupportUrl)) return null
  return (
    <p>
      <a href={SupportUrl} target="_blank" rel="noopener">
        <Trans>Contact support</Trans> <WayIcon name="away" />
      </a>
    </p>
  )
}
