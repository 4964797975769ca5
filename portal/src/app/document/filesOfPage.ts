import { isEntryPath, paths } from '@gatehouse/contract/routes'
import type { DocumentRequest } from '@gatehouse/contract/serverPages'
import { screenAt, type ScreenRoute } from '../../routes/routes.ts'
import { layouts } from '../layouts/layouts.ts'
import type { BuiltAssets } from './builtAssets.ts'

type Request = Pick<DocumentRequest, 'path' | 'language' | 'answers'>

/** The screen that a page shows: a player who is logged in is led on from those of visitors. */
export function screenOfPage({ path, answers }: Pick<Request, 'path' | 'answers'>) {
  return screenAt(answers !== undefined && isEntryPath(path) ? paths.account : path)
}

/** The files that the portal's script asks for to show a page, besides those of every page. */
export function filesOfPage(assets: BuiltAssets, request: Request) {
  const route = screenOfPage(request)
  return assets.ofScreen(route === undefined ? [] : sourcesOf(route), request.language)
}

/** The sources of a screen and its layout that have files of their own. */
export function sourcesOf({ screen, layout }: ScreenRoute): readonly string[] {
  return [screen.file, layouts[layout].file].filter((file) => file !== undefined)
}
