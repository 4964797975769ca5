import { consoleScreens } from '@gatehouse/contract/pageFailures'

const screens: readonly string[] = consoleScreens

/** The name of the screen at an address, without the deployment or the player in it; 'other' for none. */
export function screenIn(pathname: string): string {
  const [first, second] = pathname.split('/').filter((part) => part !== '')
  if (first === undefined) return 'start'
  if (second === undefined) return first === 'sessions' ? first : 'place'
  return screens.includes(second) ? second : 'other'
}
