import { pairsOf } from './contrast.ts'
import {
  type Colours,
  coloursOf,
  type Overlay,
  pairOfColours,
  themeOf,
  type Token,
  withToken,
} from './studio.ts'

interface Props {
  /** All of the theme: a contrast is with each of them. */
  readonly tokens: readonly Token[]
  /** Those that have fields. */
  readonly isShown: (token: string) => boolean
  readonly overlay: Overlay
  readonly onChange: (overlay: Overlay) => void
}

/** Colours of the theme, each with its contrast; and its lengths. */
export function ColourFields({ tokens, isShown, overlay, onChange }: Props) {
  const colours = coloursOf(tokens, overlay)
  const own = themeOf(overlay).tokens ?? {}
  return (
    <>
      <ul className="colours">
        {Object.entries(colours)
          .filter(([token]) => isShown(token))
          .map(([token, pair]) => (
            <li key={token}>
              <span className="token">{nameOf(token)}</span>
              {(['light', 'dark'] as const).map((scheme) => (
                <label key={scheme}>
                  <span className="unseen">
                    {nameOf(token)}, {scheme}
                  </span>
                  <input
                    type="color"
                    value={pair[scheme]}
                    onChange={({ currentTarget }) =>
                      onChange(
                        withToken(
                          overlay,
                          token,
                          pairOfColours({ ...pair, [scheme]: currentTarget.value }),
                        ),
                      )
                    }
                  />
                </label>
              ))}
              <Reset
                isOwn={own[token] !== undefined}
                name={nameOf(token)}
                onReset={() => onChange(withToken(overlay, token, undefined))}
              />
              <Contrast token={token} colours={colours} />
            </li>
          ))}
      </ul>
      <Lengths tokens={tokens} isShown={isShown} overlay={overlay} onChange={onChange} />
    </>
  )
}

/** Words for the names of tokens that are none. */
const names: Readonly<Record<string, string>> = {
  '--bar': 'Head of mails and screens',
  '--on-bar': 'Words in the head',
}

function nameOf(token: string): string {
  const name = names[token]
  if (name !== undefined) return name
  const words = token.slice(2).replaceAll('-', ' ')
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`
}

interface ResetProps {
  readonly isOwn: boolean
  readonly name: string
  readonly onReset: () => void
}

export function Reset({ isOwn, name, onReset }: ResetProps) {
  if (!isOwn) return null
  return (
    <button type="button" className="plain" onClick={onReset}>
      As in the file<span className="unseen">: {name}</span>
    </button>
  )
}

/** The least readable pair of a colour: which text, on which ground, in which scheme. */
function Contrast({ token, colours }: { readonly token: string; readonly colours: Colours }) {
  const [worst] = pairsOf(token, colours)
  if (worst === undefined) return null
  const { ink, ground, scheme, found, needed } = worst
  const isBad = found < needed
  return (
    <span className={isBad ? 'contrast complaint' : 'contrast'} role={isBad ? 'alert' : undefined}>
      {found.toFixed(1)} : 1
      {isBad
        ? `, ${needed} are needed: ${ink} on ${ground}, ${scheme}`
        : ` ${ink} on ${ground}, ${scheme}`}
    </span>
  )
}

function Lengths({ tokens, isShown, overlay, onChange }: Props) {
  const own = themeOf(overlay).tokens ?? {}
  return (
    <ul className="colours">
      {tokens
        .filter(({ kind, token }) => kind === 'length' && isShown(token))
        .map(({ token, light }) => (
          <li key={token}>
            <label className="slider">
              {nameOf(token)}
              <input
                type="range"
                min="0"
                max="2"
                step="0.0625"
                value={Number.parseFloat(own[token] ?? light)}
                onChange={({ currentTarget }) =>
                  onChange(withToken(overlay, token, `${currentTarget.value}rem`))
                }
              />
            </label>
            <output>{own[token] ?? light}</output>
            <Reset
              isOwn={own[token] !== undefined}
              name={nameOf(token)}
              onReset={() => onChange(withToken(overlay, token, undefined))}
            />
          </li>
        ))}
    </ul>
  )
}
