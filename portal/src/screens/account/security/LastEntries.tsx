import { Trans } from '@lingui/react/macro'
import { paths } from '@gatehouse/contract/routes'
import { usePortal } from '../../../context/portal.ts'
import { LinkButton } from '../../../ui/LinkButton.tsx'
import { EntryList } from './EntryList.tsx'
import { Loaded } from './Loaded.tsx'
import { Section } from './Section.tsx'
import { useLoaded } from '../../../ui/useLoaded.ts'

const shown = 5

/** What was done to the account last. */
export function LastEntries() {
  const { session } = usePortal()
  const part = useLoaded(async () => (await session.api('listActivity', { query: {} })).Entries)
  return (
    <Section title={<Trans>Activity</Trans>}>
      <Loaded part={part}>
        {(entries) => <EntryList heading="h3" entries={entries.slice(0, shown)} />}
      </Loaded>
      <LinkButton look="secondary" to={paths.activity}>
        <Trans>Show all</Trans>
      </LinkButton>
    </Section>
  )
}
