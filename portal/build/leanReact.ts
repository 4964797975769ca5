import { basename } from 'node:path'
import { parseSync, type Plugin } from 'vite'
import { type Edit, edited, placeOf } from './edits.ts'
import { isNode, type Node, nodesIn } from './routeFiles.ts'

/** The React DOM whose functions are named here. */
const version = '19.3.1'

/**
 * The functions of React DOM that are there for something that the portal does not use, by what they
 * answer then. The minifier leaves out what only they reach. `leanReact.test.ts` says what the
 * sources may not use.
 */
export const answers = {
  /** The portal renders in the place of the prerendered screen (decision 0008). */
  hydration: {
    null: `canHydrateInstance createFiberFromDehydratedFragment getActivityInstanceFromFiber
      getParentHydrationBoundary getSuspenseInstanceFromFiber updateDehydratedSuspenseComponent
      upgradeHydrationErrorsToRecoverable`,
    false: 'popHydrationState queueIfContinuousEvent',
    'void 0': `ReactDOMHydrationRoot attemptExplicitHydrationTarget clearHydrationBoundary
      clearIfContinuousEvent commitActivityHydrationCallbacks commitSuspenseHydrationCallbacks
      hideOrUnhideDehydratedBoundary hydrateRoot popToNextHostParent popTreeContext
      pushDehydratedActivitySuspenseHandler pushMaterializedTreeId pushTreeFork pushTreeId
      queueHydrationError resetHydrationState retryDehydratedSuspenseBoundary retryIfBlockedOn
      throwOnHydrationMismatch`,
  },
  /** The router asks the browser for them itself. */
  viewTransitions: {
    null: `claimQueuedTransitionTypes createViewTransitionInstance getViewTransitionClassName
      getViewTransitionName startViewTransition`,
    false: 'applyViewTransitionToHostInstances pushMutationContext',
    'void 0': `commitExitViewTransitions commitNestedViewTransitions queueTransitionTypes
      restoreEnterOrExitViewTransitions restoreNestedViewTransitions
      restoreViewTransitionOnHostInstances trackEnterViewTransitions`,
  },
  /** Titles, sheets and scripts stand in the document; nothing is rendered into its head. */
  resources: {
    null: `acquireResource getHoistableRoot getHydratableHoistableCache getResource
      waitForCommitToBeReady`,
    false: 'isHostHoistableType isSingletonScope',
    true: 'preloadResource',
    'void 0': `accumulateSuspenseyCommitOnFiber commitHostSingletonAcquisition markNodeAsHoistable
      onUnsuspend preconnect prefetchDNS preinitModuleScript preinitScript preinitStyle preload
      preloadInstanceAndSuspendIfNeeded preloadModule preloadResourceAndSuspendIfNeeded
      releaseSingletonInstance`,
  },
  /** Forms are sent by `useSubmission`. */
  formActions: {
    'void 0': `TransitionAwareHostComponent extractEvents$1 recursivelyResetForms requestFormReset`,
  },
  /** No transition waits for a call; deferred values and lazy screens are other parts. */
  asyncTransitions: {
    'void 0': `defaultOnDefaultTransitionIndicator entangleAsyncAction
      suspendIfUpdateReadFromEntangledAsyncAction`,
  },
  /** What an error boundary may get beside the error. */
  stacksOfComponents: { "''": 'getStackByFiberInDevAndProd', null: 'getComponentNameFromType' },
  /** A `ref` is an element's or a component's. */
  fragmentRefs: {
    false: 'isFragmentInstanceParent traverseVisibleInstancesAndTextInstances',
    'void 0': `FragmentInstance addFragmentHandleToFiber commitFragmentInstanceDeletionEffects
      commitFragmentInstanceInsertionEffects commitNewChildToFragmentInstances`,
  },
  customElements: { false: 'isCustomElement', 'void 0': 'setPropOnCustomElement' },
  /** `onSelect` and `onBeforeInput`. */
  rareEvents: {
    null: 'getDataFromCustomEvent getFallbackBeforeInputChars getNativeBeforeInputChars',
    'void 0': 'constructSelectEvent',
  },
  /** Browsers without the events `input` and `compositionend`, older than the build's target. */
  oldBrowsers: {
    null: 'getData getTargetInstForInputEventPolyfill',
    false: 'isFallbackCompositionEnd',
    'void 0': 'handleEventsForInputEventPolyfill handlePropertyChange stopWatchingForValueChange',
  },
}

/** Exports for the same that pages would call. */
const exported = `preconnect prefetchDNS preinit preinitModule preload preloadModule
  requestFormReset useFormState useFormStatus`

/** The answers by their functions, for each file of React DOM. */
const files: Readonly<Record<string, ReadonlyMap<string, string>>> = {
  'react-dom-client.production.js': answersOf(...Object.values(answers)),
  'react-dom.production.js': answersOf({ 'void 0': exported }),
}

function answersOf(...rows: readonly Readonly<Record<string, string>>[]) {
  return new Map(
    rows
      .flatMap((row) => Object.entries(row))
      .flatMap(([answer, names]) => names.split(/\s+/).map((name) => [name, answer] as const)),
  )
}

/** Leaves out of the browser's React DOM what the portal never comes to. */
export const leanReact: Plugin = {
  name: 'lean-react',
  apply: 'build',
  transform: {
    filter: { id: /\/react-dom\/cjs\/react-dom(-client)?\.production\.js$/ },
    handler(source, id) {
      const file = basename(id)
      const { code, unknown } = lean(source, file)
      if (unknown.length === 0) return { code, map: null }
      this.warn(`${file} is built whole: build/leanReact.ts looks for ${unknown.join(', ')} in it.`)
      return null
    },
  },
}

/** A file of React DOM without the parts. What it has not as the table says is `unknown`. */
export function lean(source: string, file: string) {
  const known = files[file] ?? new Map<string, string>()
  const found: string[] = source.includes(`exports.version = "${version}"`) ? [version] : []
  const edits = nodesIn(parseSync('react.js', source).program).flatMap((node): Edit[] => {
    const defined = functionOf(node)
    const answer = known.get(defined?.name ?? '')
    if (defined !== null && answer !== undefined) {
      found.push(defined.name)
      return [{ ...placeOf(defined.body), text: `{return ${answer}}` }]
    }
    if (known.has(classOfMethod(node))) return [{ ...placeOf(node), text: '0' }]
    const instead = isPlainCall(node) ? known.get(nameOf(node['callee'])) : undefined
    return instead === undefined ? [] : [{ ...placeOf(node), text: `(${instead})` }]
  })
  const unknown = [version, ...known.keys()].filter((name) => !found.includes(name))
  return { code: edited(source, edits), unknown, found }
}

/** A function with its name: `function name() {}`, or `exports.name = function () {}`. */
function functionOf(node: Node): { readonly name: string; readonly body: Node } | null {
  const { type, id, left, right, body } = node
  if (type === 'FunctionDeclaration' && isNode(body)) return { name: nameOf(id), body }
  if (type !== 'AssignmentExpression' || !isNode(left) || !isNode(right)) return null
  const isExport = left.type === 'MemberExpression' && nameOf(left['object']) === 'exports'
  if (!isExport || right.type !== 'FunctionExpression' || !isNode(right['body'])) return null
  return { name: nameOf(left['property']), body: right['body'] }
}

/** Whose method is defined: `Name.prototype.method = function () {}`. */
function classOfMethod({ type, left, right }: Node): string {
  if (type !== 'AssignmentExpression' || !isNode(left) || !isNode(right)) return ''
  const owner = left['object']
  if (right.type !== 'FunctionExpression' || !isNode(owner)) return ''
  return nameOf(owner['property']) === 'prototype' ? nameOf(owner['object']) : ''
}

/** Whether nothing happens in a call but what its function does. */
function isPlainCall(node: Node): boolean {
  if (node.type !== 'CallExpression') return false
  const given = [node['arguments']].flat().filter(isNode)
  return given.flatMap(nodesIn).every(({ type }) => plain.test(type))
}

const plain =
  /^(Identifier|Literal|(Member|Unary|Binary|Logical|Conditional|Parenthesized)Expression)$/

function nameOf(node: unknown): string {
  return isNode(node) && node.type === 'Identifier' ? String(node['name']) : ''
}
