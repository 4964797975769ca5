import { cleanText } from '@gatehouse/contract/cleanText'
import type { Me } from '@gatehouse/contract/console/me'
import { hasPage, isOfPlayer, rowOf, titleOf, verbOnPlayer } from '../api/actWords.ts'
import { askFor } from '../acts/openAct.ts'
import { may, type Place, placesOf } from '../api/useMe.ts'
import type { openPlayer } from '../screens/openPlayer.ts'
import type { Choice, ChoiceGroup } from './Palette.tsx'
import { screensOf as screensIn } from '../api/screens.ts'

export interface Ways {
  readonly go: (path: string) => void
  /** The player whose page is open. */
  readonly player: ReturnType<typeof openPlayer.read>
  readonly signOut: () => void
}

const most = 12

/** The choices of the palette for a text; each word of it has to stand in the name. */
export function choicesOf(me: Me, place: Place | undefined, ways: Ways) {
  return (typed: string): readonly ChoiceGroup[] => {
    const words = typed.toLowerCase().split(/\s+/).filter(Boolean)
    const fits = ({ label, note = '' }: Choice) => {
      const text = `${label} ${note}`.toLowerCase()
      return words.every((word) => text.includes(word))
    }
    const groups = [
      { title: 'Players', items: playersOf({ me, place }, typed, ways) },
      { title: 'This player', items: ownActsOf(place, ways).filter(fits) },
      { title: 'Screens', items: screensOf(place, ways).filter(fits) },
      { title: 'Acts', items: actsOf(place, ways).filter(fits).slice(0, most) },
      { title: 'Deployments', items: switchesOf(me, place, ways).filter(fits) },
    ]
    return groups.filter(({ items }) => items.length > 0)
  }
}

function playersOf(
  { me, place }: { readonly me: Me; readonly place: Place | undefined },
  typed: string,
  { go }: Ways,
): readonly Choice[] {
  const id = /^id=(\d+)$/.exec(cleanText('search', typed))?.[1]
  if (place === undefined) return playersAnywhere(me, typed, go)
  if (!may(place, 'players find')) return []
  if (id !== undefined) {
    return [
      { id: 'player', label: `Open player ${id}`, run: () => go(`/${place.path}/players/${id}`) },
    ]
  }
  const name = typed.toLowerCase().startsWith('p ') ? cleanText('search', typed.slice(2)) : ''
  if (name === '') return []
  const q = new URLSearchParams({ q: name })
  return [
    {
      id: 'search',
      label: `Search players: ${name}`,
      note: place.title,
      run: () => go(`/${place.path}/players?${q.toString()}`),
    },
  ]
}

/** Before a deployment is chosen, Start searches all of them. */
function playersAnywhere(me: Me, typed: string, go: Ways['go']): readonly Choice[] {
  const text = cleanText('search', typed.replace(/^p /i, ''))
  const isSearch = /^(?:p .|id=\d)/i.test(typed.trim())
  if (!isSearch || !placesOf(me).some((place) => may(place, 'players find'))) return []
  const run = () => go(`/?${new URLSearchParams({ q: text }).toString()}`)
  return [{ id: 'search', label: `Search players: ${text}`, note: 'all deployments', run }]
}

function ownActsOf(place: Place | undefined, { player }: Ways): readonly Choice[] {
  if (place === undefined || player === null || player.place !== place.path) return []
  const acts = place.acts.filter((name) => isOfPlayer(name) && !hasPage(name))
  return acts.map((name) => ({
    id: `own ${name}`,
    label: verbOnPlayer(name),
    note: player.username,
    run: () =>
      askFor({
        name,
        place,
        preset: { player: `id=${player.id}` },
        subject: { name: player.username, id: player.id },
      }),
  }))
}

function screensOf(place: Place | undefined, { go, signOut }: Ways): readonly Choice[] {
  const screens: Choice[] = [{ id: 'start', label: 'Start', run: () => go('/') }]
  if (place !== undefined) {
    for (const { path, title: label } of screensIn(place)) {
      const run = () => go(`/${place.path}/${path}`)
      screens.push({ id: path, label, note: place.title, run })
    }
  }
  return [
    ...screens,
    { id: 'sessions', label: 'My sessions', run: () => go('/sessions') },
    { id: 'out', label: 'Sign out', run: signOut },
  ]
}

function actsOf(place: Place | undefined, { go }: Ways): readonly Choice[] {
  if (place === undefined) return []
  return place.acts.flatMap((name) => {
    const row = rowOf(name)
    if (row === undefined) return []
    const run = hasPage(name)
      ? () => go(`/${place.path}/look/${name.replaceAll(' ', '/')}`)
      : () => askFor({ name, place })
    return [{ id: `act ${name}`, label: titleOf(name), note: place.title, run }]
  })
}

function switchesOf(me: Me, here: Place | undefined, { go }: Ways): readonly Choice[] {
  return placesOf(me)
    .filter(({ path }) => path !== here?.path)
    .map((place) => ({
      id: `place ${place.path}`,
      label: place.title,
      note: 'change to it',
      run: () => go(pathIn(place, location.pathname)),
    }))
}

/** The same screen of another place, and never the same record. */
export function pathIn(place: Place, pathname: string): string {
  const [, , screen] = pathname.split('/')
  const own = screensIn(place)
  const same = own.find(({ path }) => path === screen) ?? own[0]
  return same === undefined ? `/${place.path}` : `/${place.path}/${same.path}`
}
