import { useLingui } from '@lingui/react/macro'
import { Icon } from '@gatehouse/ui/Icon'
import { scopeWords } from '../../forms/clients/scopeWords.ts'

export function Scopes({ scopes }: { readonly scopes: readonly string[] }) {
  const { i18n } = useLingui()
  return (
    <ul className="stack near scopes">
      {scopes.map((scope) => {
        const known = scopeWords[scope]
        return (
          <li key={scope} className="marked">
            <Icon name="done" />
            {known === undefined ? scope : i18n._(known)}
          </li>
        )
      })}
    </ul>
  )
}
