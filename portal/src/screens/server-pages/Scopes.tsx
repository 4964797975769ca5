import { useLingui } from '@lingui/react/macro'
import { scopeWords } from '../../forms/clients/scopeWords.ts'

export function Scopes({ scopes }: { readonly scopes: readonly string[] }) {
  const { i18n } = useLingui()
  return (
    <ul className="scopes">
      {scopes.map((scope) => {
        const known = scopeWords[scope]
        return <li key={scope}>{known === undefined ? scope : i18n._(known)}</li>
      })}
    </ul>
  )
}
