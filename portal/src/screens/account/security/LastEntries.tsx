import { Trans } from '@lingui/react/macro'
import { paths } from '@gatehouse/contract/routes'
import { usePortal } from '../../../context/portal.ts'
import { LinkButton } from '../../../ui/LinkButton.tsx'
import { useLoaded } from '../../../ui/useLoaded.ts'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { EntryList } from './EntryList.tsx'
import { Section } from './Section.tsx'

const shown = 5

/** What was done to the account last. */
export function LastEntries() {
  const { session, fail } = usePortal()
  const [entries] = useLoaded(
    async () => (await session.api('listActivity', { query: {} })).Entries,
    (error) => fail(error, { replace: true, canRetry: true }),
  )
  return (
    <Section title={<Trans>Activity</Trans>}>
      {entries === null ? (
        <Skeleton />
      ) : (
        <EntryList heading="h3" entries={entries.slice(0, shown)} />
      )}
      <LinkButton look="secondary" to={paths.activity}>
        <Trans>Show all</Trans>
      </LinkButton>
    </Section>
  )
}
