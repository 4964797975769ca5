import { Trans } from '@lingui/react/macro'
import { usePortal } from '../../../context/portal.ts'
import { SiteRows } from '../../../forms/sites/SiteRows.tsx'
import { Loaded } from './Loaded.tsx'
import { Section } from './Section.tsx'
import { useLoaded } from '../../../ui/useLoaded.ts'

/** The sites that use the account. */
export function Sites() {
  const { session } = usePortal()
  const part = useLoaded(async () => (await session.api('listSites', {})).Sites)
  return (
    <Section title={<Trans>Connected sites</Trans>}>
      <Loaded part={part}>
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
                part.change((all) => all.filter(({ ClientId }) => ClientId !== id))
              }
            />
          )
        }
      </Loaded>
    </Section>
  )
}
