import { shortTitle } from '@gatehouse/contract/acts/titles'
import { identityProviders } from '@gatehouse/contract/identityProviders'
import { Button } from '@gatehouse/ui/Button'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams, useSearch } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import { isOfPlayer, labelOf, rowOf } from '../api/actWords.ts'
import { askFor } from '../acts/openAct.ts'
import { fetchPicture } from '../api/call.ts'
import { asOwn } from '../api/session.ts'
import { useLook } from '../api/useLook.ts'
import { may, type Place } from '../api/useMe.ts'
import { Moment } from '../lists/Moment.tsx'
import { Name } from '../lists/Name.tsx'
import { State } from '../lists/State.tsx'
import { Loaded } from '../lists/states.tsx'
import { Value } from '../lists/Value.tsx'
import { forThose } from './missing.tsx'
import { keepPlayer, openPlayer } from './openPlayer.ts'
import { PlayerTab, type Profile, recoveryActs } from './PlayerTab.tsx'

/** The parts of a player's page, by the act that answers them; the first that is allowed is taken. */
const tabs: readonly (readonly [tab: string, acts: readonly string[]])[] = [
  ['Sessions', ['players sessions']],
  ['Consents', ['players consents']],
  ['Mails', ['players mails']],
  ['Timeline', ['players timeline', 'players ledger']],
  ['Security', ['players factors']],
  ['Recovery', ['recovery show']],
  ['Blocks', ['players blocks']],
]

export const Player = forThose('players show', ({ place }) => {
  const { id } = useParams({ from: '/$place/players/$id' })
  return <PlayerOf key={id} place={place} id={id} />
})

function PlayerOf({ place, id }: { readonly place: Place; readonly id: string }) {
  const shown = useLook('players show', { player: `id=${id}`, deployment: place.path })
  const profile = shown.data
  useEffect(() => {
    if (profile === undefined) return undefined
    const open = { place: place.path, id: profile.id, username: profile.username }
    openPlayer.write(open)
    keepPlayer(open)
    return () => openPlayer.write(null)
  }, [place.path, profile])
  return (
    <div className="screen">
      {profile === undefined && <h1>Player {id}</h1>}
      <Loaded from={shown}>{(data) => <Page profile={data} place={place} />}</Loaded>
    </div>
  )
}

interface PageProps {
  readonly profile: Profile
  readonly place: Place
}

function Page({ profile, place }: PageProps) {
  const { tab = 'overview' } = useSearch({ from: '/$place/players/$id' })
  const params = { place: place.path, id: String(profile.id) }
  const own = tabs.flatMap(([title, names]) => {
    const name = names.find((each) => may(place, each) && rowOf(each) !== undefined)
    return name === undefined ? [] : [{ title, name, key: title.toLowerCase() }]
  })
  const chosen = own.find(({ key }) => key === tab)
  return (
    <>
      <header className="player-head">
        <Portrait profile={profile} place={place} />
        <div>
          <h1>
            <Name of={profile.username} />
          </h1>
          <p className="quiet">id {profile.id}</p>
          <StateWords of={profile} />
        </div>
        <Trophies profile={profile} />
        <PlayerActs profile={profile} place={place} />
      </header>
      <nav className="tabs" aria-label="Parts of the player">
        <TabLink params={params} tab="overview" isHere={chosen === undefined}>
          Overview
        </TabLink>
        {own.map(({ title, key }) => (
          <TabLink key={key} params={params} tab={key} isHere={chosen?.key === key}>
            {title}
          </TabLink>
        ))}
      </nav>
      {chosen === undefined ? (
        <Overview profile={profile} />
      ) : (
        <PlayerTab
          key={chosen.name}
          name={chosen.name}
          title={chosen.title}
          profile={profile}
          place={place}
        />
      )}
    </>
  )
}

interface TabProps {
  readonly params: { readonly place: string; readonly id: string }
  readonly tab: string
  readonly isHere: boolean
  readonly children: ReactNode
}

function TabLink({ params, tab, isHere, children }: TabProps) {
  return (
    <Link
      to="/$place/players/$id"
      params={params}
      search={tab === 'overview' ? {} : { tab }}
      // The router marks it by its path alone.
      activeProps={{ 'aria-current': undefined }}
      inactiveProps={{ 'aria-current': undefined }}
      data-here={isHere || undefined}
    >
      {children}
      {isHere && <span className="unseen"> (shown)</span>}
    </Link>
  )
}

type Stated = Pick<Profile, 'banned' | 'bannedUntil' | 'confirmed' | 'frozen' | 'refusesMailSince'>

/** The states of an account in words. */
export function StateWords({ of: profile }: { readonly of: Stated }) {
  const until = profile.bannedUntil
  const states: readonly (readonly [word: string, isSo: boolean, more: ReactNode])[] = [
    [
      'banned',
      typeof profile.banned === 'string',
      until === null ? (
        ' for ever'
      ) : (
        <>
          {' '}
          until <Moment of={until} />
        </>
      ),
    ],
    ['frozen', typeof profile.frozen === 'string', null],
    ['not confirmed', profile.confirmed === null, null],
    ['address blocked', typeof profile.refusesMailSince === 'string', null],
  ]
  const now = states.filter(([, isSo]) => isSo)
  return (
    <p className="states">
      {now.map(([word, , more]) => (
        <span key={word} className="state" data-state={word}>
          {word}
          {more}
        </span>
      ))}
      {now.length === 0 && <State of="active" kind="good" />}
    </p>
  )
}

/** The picture in the frame of the theme: an upload, as other hosts' are not loaded; else the letter. */
function Portrait({ profile: { username, avatar }, place }: PageProps) {
  const file = /^\/avatars\/([\w-]{43}-256\.webp)$/.exec(avatar)?.[1]
  const { data } = useQuery({
    queryKey: ['picture', place.path, file],
    queryFn: () => asOwn(() => fetchPicture(place.path, file ?? '')),
    enabled: file !== undefined,
  })
  return (
    <span className="portrait" aria-hidden="true">
      {data === undefined ? <span>{[...username][0]}</span> : <img src={data} alt="" />}
    </span>
  )
}

const serviceTitles = new Map<string, string>(
  Object.entries(identityProviders).map(([name, { title }]) => [name, title]),
)

/** Titles as medals, linked services as signs. */
function Trophies({ profile: { titles, linked } }: { readonly profile: Profile }) {
  const services = [...new Set(linked.map(({ service }) => service))]
  if (titles.length + services.length === 0) return null
  return (
    <ul className="trophies" aria-label="Titles and linked services">
      {titles.map((title) => (
        <li key={title} className="medal">
          <Name of={title} />
        </li>
      ))}
      {services.map((service) => (
        <li key={service} className="service" data-service={service}>
          <Name of={serviceTitles.get(service) ?? service} />
        </li>
      ))}
    </ul>
  )
}

/** Those that stand open; the others are behind 'More'. */
const frequent = new Set([
  'players ban',
  'players unban',
  'players end-sessions',
  'players send-recovery',
  'players resend-confirmation',
  'players unlock',
  'players export',
])

function PlayerActs({ profile, place }: PageProps) {
  // Those that need a row of a list are at the row; those of a recovery are at its timeline.
  const acts = place.acts.filter(
    (name) =>
      isOfPlayer(name) &&
      rowOf(name)?.kind !== 'look' &&
      rowOf(name)?.order.shape['session'] === undefined &&
      !recoveryActs.includes(name),
  )
  const looks = new Set(tabs.flatMap(([, names]) => names))
  const usual = acts.filter((name) => !looks.has(name))
  const isHindered = (name: string) => profile.refusals.some(({ act }) => act === name)
  const open = usual
    .filter((name) => frequent.has(name))
    .toSorted((one, other) => Number(isHindered(one)) - Number(isHindered(other)))
  const more = usual.filter((name) => !frequent.has(name))
  if (usual.length === 0) return null
  return (
    <div className="player-acts">
      <ul>
        {open.map((name) => (
          <ActButton key={name} name={name} profile={profile} place={place} />
        ))}
      </ul>
      {more.length > 0 && (
        <details>
          <summary>More actions</summary>
          <ul>
            {more.map((name) => (
              <ActButton key={name} name={name} profile={profile} place={place} />
            ))}
          </ul>
        </details>
      )}
    </div>
  )
}

function ActButton({ name, profile, place }: PageProps & { readonly name: string }) {
  const hindrance = profile.refusals.find(({ act }) => act === name)?.why ?? null
  return (
    <li>
      <Button
        look={rowOf(name)?.isIrreversible === true ? 'danger' : 'secondary'}
        disabled={hindrance !== null}
        onClick={() =>
          askFor({
            name,
            place,
            preset: { player: `id=${profile.id}` },
            subject: { name: profile.username, id: profile.id },
          })
        }
      >
        {shortTitle(name)}…
      </Button>
      {hindrance !== null && <span className="hindrance">{hindrance}</span>}
    </li>
  )
}

/** In the head of the page, and at the buttons. */
const elsewhere = new Set(['id', 'username', 'avatar', 'refusals'])

const isEmpty = (value: unknown) => value === null || (Array.isArray(value) && value.length === 0)

function Overview({ profile }: { readonly profile: Profile }) {
  const { linked, ...rest } = profile
  const facts = Object.entries(rest).filter(([name]) => !elsewhere.has(name))
  const empty = facts.filter(([, value]) => isEmpty(value)).map(([name]) => labelOf(name))
  return (
    <>
      <section data-copy aria-label="Profile">
        <Value
          of={Object.fromEntries(
            facts.filter(([name, value]) => name !== 'titles' && !isEmpty(value)),
          )}
        />
        {empty.length > 0 && <p className="about">Not set: {empty.join(' · ')}</p>}
      </section>
      <section>
        <h2>Linked accounts</h2>
        {linked.length > 0 ? (
          <Value of={linked} />
        ) : (
          <p className="quiet">None. The player can link accounts in the portal.</p>
        )}
      </section>
    </>
  )
}
