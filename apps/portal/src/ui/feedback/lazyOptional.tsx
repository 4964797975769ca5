import { Trans } from '@lingui/react/macro'
import { type ComponentType, useEffect, useState } from 'react'
import { needWords } from '../../i18n/words.ts'
import type { LaterCatalogue } from '../../i18n/laterCatalogues.ts'
import { isBuildOld, loadAnew } from '@gatehouse/ui/oldBuild'
import { Button } from '@gatehouse/ui/Button'
import { Notice } from '@gatehouse/ui/Notice'

/**
 * A part of a screen in its own file, with its catalogue: nothing until they have come. Where its file does not come, the
 * part says so and offers another try. A page that is rendered ahead leaves it out.
 */
export function lazyOptional<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  words?: LaterCatalogue,
) {
  let loaded: ComponentType<Props> | null = null

  /** Fetches it, so that it is there at once. Rejects where its file does not come. */
  async function preload() {
    const [part] = await Promise.all([load(), words && needWords(words)])
    loaded = part
    return part
  }

  function LazyOptional(props: Props) {
    const [Part, setPart] = useState(() => loaded)
    const [tries, countTries] = useState(0)
    const [isMissing, setMissing] = useState(false)

    useEffect(() => {
      async function fetchPart() {
        try {
          const part = loaded ?? (await preload())
          setPart(() => part)
        } catch {
          // Another try that fails, though our host answers, needs the page of another build.
          if (tries > 0 && (await isBuildOld())) await loadAnew()
          setMissing(true)
        }
      }
      void fetchPart()
    }, [tries])

    if (Part !== null) return <Part {...props} />
    if (!isMissing) return null
    return (
      <Notice>
        <p>
          <Trans>Something went wrong. Please try again.</Trans>
        </p>
        <Button
          look="secondary"
          onClick={() => {
            setMissing(false)
            countTries(tries + 1)
          }}
        >
          <Trans>Try again</Trans>
        </Button>
      </Notice>
    )
  }

  return Object.assign(LazyOptional, { preload })
}
