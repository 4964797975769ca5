import { isEntryPath, paths } from '@gatehouse/contract/routes'
import type { DocumentRequest } from '@gatehouse/contract/serverPages'
import type { ScreenComponent } from '../../routes/lazyScreen.ts'
import { screenAt, type ScreenRoute } from '../../routes/routes.ts'
import { layouts } from '../layouts.ts'
import type { BuiltAssets } from './builtAssets.ts'

type Request = Pick<DocumentRequest, 'path' | 'language' | 'answers'>

/** The screen that a page shows: a player who is logged in is led on from those of visitors. */
export function screenOfPage({ path, answers }: Pick<Request, 'path' | 'answers'>) {
  return screenAt(answers !== undefined && isEntryPath(path) ? paths.account : path)
}

/** The files that the portal's script asks for to show a page, besides those of every page. */
export function filesOfPage(assets: BuiltAssets, request: Request) {
  const route = screenOfPage(request)
  const parts = route === undefined ? [] : partsOf(route)
  const later = new Set(parts.flatMap(({ words = [] }) => words))
  const words = ['visitor', ...later].map((name) => `po/${name}/${request.language}.po`)
  if (later.size > 0) words.push('i18n/laterCatalogues.ts')
  return assets.filesOf([...words, ...(route === undefined ? [] : sourcesOf(route))])
}

/** The sources of a screen and its layout that have their own files. */
export function sourcesOf(route: ScreenRoute): readonly string[] {
  return partsOf(route).flatMap(({ file }) => file ?? [])
}

function partsOf({ screen, layout }: ScreenRoute): readonly ScreenComponent[] {
  return [screen, layouts[layout]]
}
