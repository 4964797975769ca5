import { actTitle, shortTitle } from '@gatehouse/contract/acts/titles'
import { cleanText } from '@gatehouse/contract/cleanText'
import type { Me } from '@gatehouse/contract/console/me'
import { hasPage, isOfPlayer, rowOf } from '../api/actWords.ts'
import { askFor } from '../acts/openAct.ts'
import { may, type Place, placesOf } from '../api/useMe.ts'
import type { openPlayer } from '../screens/openPlayer.ts'
import { screensOf as screensIn } from '../api/screens.ts'

export interface Choice {
  readonly id: string
  readonly label: string
  /** Where it happens. */
  readonly note?: string
  /** Words that find it, and are not shown. */
  readonly also?: string
  /** The same in each deployment that has it: the person chooses one before it is run. */
  readonly among?: readonly Choice[]
  readonly run: () => void
}

export interface ChoiceGroup {
  readonly title: string
  readonly items: readonly Choice[]
}

export interface Ways {
  readonly go: (path: string) => void
  /** The player whose page is open. */
  readonly player: ReturnType<typeof openPlayer.read>
  readonly signOut: () => void
}

/** As many as are read at a glance: of a group, and in all. */
const mostOfGroup = 6
const most = 12

/** The choices of the palette for a text, the best first. Where no deployment is open, those of all. */
export function choicesOf(me: Me, here: Place | undefined, ways: Ways) {
  const places = placesOf(me)
  return (typed: string): readonly ChoiceGroup[] => {
    const fit = (choices: readonly Choice[]) => fitting(choices, typed)
    const inPlaces = (choices: (place: Place) => readonly Choice[]) =>
      oneOfEach(
        places.flatMap((place) => choices(place).map((choice) => ({ place, choice }))),
        here,
      )
    const screens = inPlaces((place) => fit(screensOf(place, ways)))
    const acts = typed.trim() === '' ? [] : inPlaces((place) => fit(actsOf(place, ways)))
    return atMost([
      {
        title: 'Players',
        items:
          here === undefined ? playersAnywhere(places, typed, ways) : playersOf(typed, here, ways),
      },
      { title: 'This player', items: fit(ownActsOf(here, ways)) },
      { title: 'Screens', items: ranked([...screens, ...fit(ownScreens(ways))], typed) },
      { title: 'Actions', items: ranked(acts, typed) },
      { title: 'Deployments', items: fit(switchesOf(places, here, ways)) },
    ])
  }
}

function atMost(groups: readonly ChoiceGroup[]): readonly ChoiceGroup[] {
  let left = most
  const shown = groups.map(({ title, items }) => {
    const first = items.slice(0, Math.min(mostOfGroup, left))
    left -= first.length
    return { title, items: first }
  })
  return shown.filter(({ items }) => items.length > 0)
}

const wordsOf = (typed: string) => typed.toLowerCase().split(/\s+/).filter(Boolean)

/** The choices that have each word of a text, the best first. */
export function fitting(choices: readonly Choice[], typed: string): readonly Choice[] {
  const words = wordsOf(typed)
  const fits = ({ label, note = '', also = '' }: Choice) => {
    const text = `${label} ${note} ${also}`.toLowerCase()
    return words.every((word) => text.includes(word))
  }
  return ranked(choices.filter(fits), typed)
}

/** First what begins with the text, then what has words that begin with its words. */
function ranked(choices: readonly Choice[], typed: string): readonly Choice[] {
  const words = wordsOf(typed)
  const rank = ({ label, note = '' }: Choice) => {
    const begins = (text: string) => {
      const own = wordsOf(text)
      return words.every((word) => own.some((each) => each.startsWith(word)))
    }
    if (label.toLowerCase().startsWith(words.join(' '))) return 0
    if (begins(label)) return 1
    return begins(`${label} ${note}`) ? 2 : 3
  }
  return choices.toSorted((one, other) => rank(one) - rank(other))
}

interface Placed {
  readonly place: Place
  readonly choice: Choice
}

/**
 * What several deployments have is one choice: that of the open deployment, or one that asks for the
 * deployment.
 */
function oneOfEach(placed: readonly Placed[], here: Place | undefined): readonly Choice[] {
  return [...Map.groupBy(placed, ({ choice }) => choice.id)].map(([id, own]) => {
    const [first] = own
    const open = own.find(({ place }) => place.path === here?.path) ?? (own.length === 1 && first)
    if (open) return { ...open.choice, note: open.place.title }
    const among = own.map(({ place: { path, title }, choice }) => ({
      ...choice,
      id: path,
      label: title,
      note: path,
    }))
    const label = first?.choice.label ?? ''
    return { id, label, note: `in ${own.length} deployments`, among, run: () => undefined }
  })
}

function playersOf(typed: string, place: Place, { go }: Ways): readonly Choice[] {
  const id = /^id=(\d+)$/.exec(cleanText('search', typed))?.[1]
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
function playersAnywhere(places: readonly Place[], typed: string, { go }: Ways): readonly Choice[] {
  const text = cleanText('search', typed.replace(/^p /i, ''))
  const isSearch = /^(?:p .|id=\d)/i.test(typed.trim())
  if (!isSearch || !places.some((place) => may(place, 'players find'))) return []
  const run = () => go(`/?${new URLSearchParams({ q: text }).toString()}`)
  return [{ id: 'search', label: `Search players: ${text}`, note: 'all deployments', run }]
}

function ownActsOf(place: Place | undefined, { player }: Ways): readonly Choice[] {
  if (place === undefined || player === null || player.place !== place.path) return []
  const acts = place.acts.filter((name) => isOfPlayer(name) && !hasPage(name))
  return acts.map((name) => ({
    id: `own ${name}`,
    label: shortTitle(name),
    note: player.username,
    also: name,
    run: () =>
      askFor({
        name,
        place,
        preset: { player: `id=${player.id}` },
        subject: { name: player.username, id: player.id },
      }),
  }))
}

function screensOf(place: Place, { go }: Ways): readonly Choice[] {
  return screensIn(place).map(({ path, title: label }) => ({
    id: path,
    label,
    also: `${place.title} ${place.path}`,
    run: () => go(`/${place.path}/${path}`),
  }))
}

function ownScreens({ go, signOut }: Ways): readonly Choice[] {
  return [
    { id: 'start', label: 'Start', run: () => go('/') },
    { id: 'sessions', label: 'My sessions', run: () => go('/sessions') },
    { id: 'out', label: 'Sign out', run: signOut },
  ]
}

function actsOf(place: Place, { go }: Ways): readonly Choice[] {
  return place.acts.filter(rowOf).map((name) => ({
    id: `act ${name}`,
    label: actTitle(name),
    also: `${name} ${place.title} ${place.path}`,
    run: hasPage(name)
      ? () => go(`/${place.path}/look/${name.replaceAll(' ', '/')}`)
      : () => askFor({ name, place }),
  }))
}

function switchesOf(
  places: readonly Place[],
  here: Place | undefined,
  { go }: Ways,
): readonly Choice[] {
  return places
    .filter(({ path }) => path !== here?.path)
    .map((place) => ({
      id: `place ${place.path}`,
      label: place.title,
      note: 'switch to it',
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
