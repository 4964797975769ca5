import type { ActName, topics } from '@gatehouse/contract/acts/everyAct'
import { may, type Place } from './useMe.ts'

/** The last part of the address of a screen. */
type Path =
  | 'players'
  | 'support'
  | 'brand'
  | 'mailings'
  | 'reasons'
  | 'access-keys'
  | 'figures'
  | 'texts'
  | 'suppressions'
  | 'outbox'
  | 'sites'
  | 'deliveries'
  | 'approvals'
  | 'audit'
  | 'health'
  | 'launch'

/** A screen of a deployment, for those who may order the act that it lives by. */
interface Screen {
  readonly path: Path
  readonly to: `/$place/${Path}`
  readonly title: string
  readonly act: ActName
  /** It follows `g`. */
  readonly key: string
}

/** A part of the work: its screens, and the first words of the acts that belong to it. */
interface Group {
  readonly title: string
  readonly topics: readonly (keyof typeof topics)[]
  readonly screens: readonly Screen[]
}

const screen = (path: Path, title: string, act: ActName, key: string): Screen => ({
  path,
  to: `/$place/${path}`,
  title,
  act,
  key,
})

/** The groups in the order of the menu: for the menu, Start, the palette, the keys and the list of all actions. */
export const groups: readonly Group[] = [
  {
    title: 'Players',
    topics: ['players', 'recovery', 'support-codes', 'suppressions', 'badges'],
    screens: [
      screen('players', 'Players', 'players find', 'p'),
      screen('support', 'Support code', 'support-codes open', 'c'),
      screen('suppressions', 'Blocked addresses', 'suppressions list', 'm'),
      screen('texts', 'What players wrote', 'deletion-types texts', 't'),
    ],
  },
  {
    title: 'Messages',
    topics: ['mailings', 'newsletters', 'outbox'],
    screens: [
      screen('mailings', 'Mailings', 'mailings list', 'n'),
      screen('outbox', 'Outbox', 'outbox list', 'o'),
    ],
  },
  {
    title: 'Look',
    topics: ['deployments', 'drafts', 'versions', 'theme', 'config', 'cookies'],
    screens: [screen('brand', 'Look and configuration', 'deployments show', 'l')],
  },
  {
    title: 'Access',
    topics: [
      'access-keys',
      'clients',
      'deliveries',
      'events',
      'allowed-domains',
      'email-domains',
      'ip-bans',
      'keys',
    ],
    screens: [
      screen('access-keys', 'Access keys', 'access-keys batches', 'k'),
      screen('sites', 'Sites', 'clients list', 'i'),
      screen('deliveries', 'Deliveries', 'deliveries list', 'e'),
    ],
  },
  {
    title: 'Figures',
    topics: ['figures', 'surveys', 'deletion-types', 'strong-sign-in', 'launch'],
    screens: [
      screen('figures', 'Figures', 'figures show', 'f'),
      screen('launch', 'Launch day', 'launch samples', 'd'),
      screen('reasons', 'Reasons for leaving', 'deletion-types list', 'w'),
    ],
  },
  {
    title: 'House',
    topics: ['approvals', 'audit', 'health', 'staff'],
    screens: [
      screen('approvals', 'Requests', 'approvals list', 'r'),
      screen('audit', 'Audit log', 'audit list', 'a'),
      screen('health', 'Health', 'health show', 'h'),
    ],
  },
]

/** The groups in which the person has a screen, with those screens alone. */
export function menuOf(place: Place): readonly Pick<Group, 'title' | 'screens'>[] {
  return groups
    .map(({ title, screens }) => ({ title, screens: screens.filter(({ act }) => may(place, act)) }))
    .filter(({ screens }) => screens.length > 0)
}

export function screensOf(place: Place): readonly Screen[] {
  return menuOf(place).flatMap(({ screens }) => screens)
}

/** The acts of a place by group, in the order of the menu. */
export function actsByGroup({ acts }: Place): readonly (readonly [string, readonly string[]])[] {
  return groups
    .map(({ title, topics }) => {
      const own: ReadonlySet<string> = new Set(topics)
      return [title, acts.filter((name) => own.has(name.split(' ')[0] ?? ''))] as const
    })
    .filter(([, names]) => names.length > 0)
}

export const keysOfScreens = groups.flatMap(({ screens }) =>
  screens.map(({ key, path, title }) => [key, path, title] as const),
)
