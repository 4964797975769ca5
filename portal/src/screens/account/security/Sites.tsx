import { Trans } from '@lingui/react/macro'
import { usePortal } from '../../../context/portal.ts'
import { SiteRows } from '../../../forms/sites/SiteRows.tsx'
import { Loaded } from './Loaded.tsx'
import { Section } from './Section.tsx'
import { useRead } from './useRead.ts'

/** The sites that use the account. */
export function Sites() {
  const { session } = usePortal()
  const read = useRead(async () => (await session.api('listSites', {})).Sites)
  return (
    <Section title={<Trans>Connected sites</Trans>}>
      <Loaded read={read}>
        {(sites) =>
          sites.length === 0 ? (
            <p>
              <Trans>You have let no site use your account.</Trans>
            </p>
          ) : (
            <SiteRows
              sites={sites}
              heading="h3"
              onWithdrawn={(id) =>
                read.change((all) => all.filter(({ ClientId }) => ClientId !== id))
              }
            />
          )
        }
      </Loaded>
    </Section>
  )
}
