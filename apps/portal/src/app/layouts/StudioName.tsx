import { useLingui } from '@lingui/react/macro'
import { paths } from '@gatehouse/contract/routes'
import { useSettings } from '../../context/portal.ts'
import { Link } from '../../router/Link.tsx'
import { Wordmark } from '../../ui/Wordmark.tsx'
import styles from './StudioName.module.css'

/** The studio's name, which leads Home. A badge marks an environment of ours. */
export function StudioName() {
  const { configuration, rules } = useSettings()
  const { t } = useLingui()
  const name = configuration.RegisterStudioName || configuration.PartnerName || t`Account`
  return (
    <Link to={paths.home} className={styles.name}>
      <Wordmark name={name} badge={rules.isBadged ? configuration.Environment : ''} />
    </Link>
  )
}
