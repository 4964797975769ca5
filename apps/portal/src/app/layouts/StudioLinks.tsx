import { useLingui } from '@lingui/react/macro'
import type { Configuration } from '@gatehouse/contract/configuration'
import { OutsideLink } from '../../ui/OutsideLink.tsx'
import styles from './Footer.module.css'

/** The studio's own pages, as far as the deployment has them. */
export function StudioLinks({ configuration }: { readonly configuration: Configuration }) {
  const { t } = useLingui()
  const { LegalUrls, SupportUrl, StatusUrl } = configuration
  const links = [
    [LegalUrls.PrivacyPolicy, t`Privacy Policy`],
    [LegalUrls.Terms, t`Terms & Conditions`],
    [LegalUrls.CodeOfConduct, t`Code of Conduct`],
    [LegalUrls.Imprint, t`Imprint`],
    [SupportUrl, t`Support`],
    [StatusUrl, t`Status`],
  ].filter(([address]) => address !== '')
  if (links.length === 0) return null
  return (
    <ul className={`acts ${styles.links}`}>
      {links.map(([address = '', label]) => (
        <li key={label}>
          <OutsideLink href={address}>{label}</OutsideLink>
        </li>
      ))}
    </ul>
  )
}
