import { may, type Place } from './useMe.ts'

/** A screen of a deployment, for those who may order the act that it lives by. */
interface Screen {
  readonly act: string
  readonly title: string
  readonly to:
    | '/$place/players'
    | '/$place/support'
    | '/$place/brand'
    | '/$place/mailings'
    | '/$place/reasons'
    | '/$place/suppressions'
    | '/$place/approvals'
    | '/$place/audit'
  /** The last part of its address. */
  readonly path: string
  /** It follows `g`. */
  readonly key: string
}

/** The screens in the order of the menu: for the menu, Start, the palette and the keys. */
const screens: readonly Screen[] = [
  { act: 'players find', title: 'Players', to: '/$place/players', path: 'players', key: 'p' },
  {
    act: 'incidents open',
    title: 'Support code',
    to: '/$place/support',
    path: 'support',
    key: 'c',
  },
  {
    act: 'deployments show',
    title: 'Look and configuration',
    to: '/$place/brand',
    path: 'brand',
    key: 'l',
  },
  { act: 'mailings list', title: 'Mailings', to: '/$place/mailings', path: 'mailings', key: 'n' },
  {
    act: 'deletion-types list',
    title: 'Reasons for leaving',
    to: '/$place/reasons',
    path: 'reasons',
    key: 'w',
  },
  {
    act: 'suppressions list',
    title: 'Refused mail',
    to: '/$place/suppressions',
    path: 'suppressions',
    key: 'm',
  },
  {
    act: 'approvals list',
    title: 'Requests',
    to: '/$place/approvals',
    path: 'approvals',
    key: 'r',
  },
  { act: 'audit list', title: 'Audit log', to: '/$place/audit', path: 'audit', key: 'a' },
]

export function screensOf(place: Place): readonly Screen[] {
  return screens.filter(({ act }) => may(place, act))
}

export const keysOfScreens = screens.map(({ key, path, title }) => [key, path, title] as const)
