import { type ComponentType, createElement, type ReactNode, useEffect, useState } from 'react'
import { isBuildOld, loadAnew } from '@gatehouse/ui/oldBuild'
import { needWords } from '../i18n/words.ts'
import { Progress } from '../ui/feedback/Progress.tsx'
import type { LaterCatalogue } from '../i18n/laterCatalogues.ts'

interface Props {
  readonly children?: ReactNode
}

/** A part of the portal that may be in its own file. */
export type ScreenComponent = ComponentType<Props> & {
  /** The end of the path of its source, where that is no part of every page. */
  readonly file?: string
  /** The catalogues of its words, besides that of visitors. */
  readonly words?: readonly LaterCatalogue[]
  /**
   * Fetches it, so that it is there when it is shown. Never rejects: showing it reveals the
   * failure.
   */
  preload?(): Promise<void>
  /** Fetches it because it may be shown soon; no harm if that fails. */
  prefetch?(): void
}

/** The file of a screen does not come: no network, or a release that has replaced it. */
export class ScreenMissingError extends Error {
  override readonly name = 'ScreenMissingError'
}

interface Options {
  /** The end of the path of its source, where that is not named like the screen. */
  readonly file?: string
  /** The catalogues of its words, besides that of visitors. */
  readonly words?: ScreenComponent['words']
}

/** In the place of a layout whose file is awaited: a screen is shown once it has come. */
function Waiting() {
  return createElement('main', { id: 'content' }, createElement(Progress))
}

/**
 * A screen in its own file, with its words. Where that is missing though our host answers, a
 * release has replaced it: the page reloads once, and knows the files of today. Throws a
 * ScreenMissingError when that did not help, or while nothing answers; another visit of it tries
 * again.
 */
export function lazyScreen<Name extends string>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
  { file = `${name}.tsx`, words = [] }: Options = {},
): ScreenComponent {
  let screen: ComponentType<Props> | undefined
  let failure: ScreenMissingError | undefined
  let loading: Promise<void> | undefined

  async function fetchScreen() {
    try {
      const [loaded] = await Promise.all([load(), ...words.map(needWords)])
      screen = loaded[name]
    } catch (cause) {
      if (await isBuildOld()) await loadAnew()
      failure = new ScreenMissingError('The file of a screen is missing.', { cause })
    }
  }

  function preload() {
    if (failure !== undefined) {
      failure = undefined
      loading = undefined
    }
    loading ??= fetchScreen()
    return loading
  }

  function LazyScreen(props: Props) {
    const [, showAgain] = useState({})
    useEffect(() => {
      if (screen === undefined) void preload().then(() => showAgain({}))
    }, [])
    if (failure !== undefined) throw failure
    return createElement(screen ?? Waiting, props)
  }

  return Object.assign(LazyScreen, {
    file,
    words,
    preload,
    prefetch() {
      if (loading !== undefined) return
      Promise.all([load(), ...words.map(needWords)]).catch(() => undefined)
    },
  })
}
