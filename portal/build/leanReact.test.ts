import { globSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { answers, lean } from './leanReact.ts'

const client = 'react-dom-client.production.js'
const folder = dirname(createRequire(import.meta.url).resolve('react-dom'))
const sourceOf = (file: string) => readFileSync(join(folder, 'cjs', file), 'utf8')

test.each([client, 'react-dom.production.js'])(
  'The functions that the build leaves out of %s are those that it has',
  (file) => {
    const { code, unknown, found } = lean(sourceOf(file), file)
    // Otherwise React DOM is built whole, 14 KB more for every visitor.
    expect(
      unknown,
      'read these and their callers in this React DOM, then mend leanReact.ts',
    ).toEqual([])
    expect(new Set(found).size, 'a name stands for one function').toBe(found.length)
    expect(code).toContain('{return void 0}')
  },
)

test('Another React DOM misses its version and its functions, so that it is built whole', () => {
  const { unknown } = lean('function preload() {}; exports.version = "20.0.0"', client)
  expect(unknown).toContain('19.3.1')
  expect(unknown).toContain('popHydrationState')
  expect(unknown).not.toContain('preload')
})

test('A call gives way to its answer, unless something else happens in it', () => {
  const source = 'a = popHydrationState(fiber, !0); popHydrationState((b = c)); d(preload)'
  const { code } = lean(source, client)
  expect(code).toBe('a = (false); popHydrationState((b = c)); d(preload)')
})

test('The methods of a class that is left out go with it, and no other’s do', () => {
  const source =
    'FragmentInstance.prototype.focus = function () { a() }; B.prototype.c = function () {}'
  expect(lean(source, client).code).toBe('0; B.prototype.c = function () {}')
})

test('No screen uses what the build leaves out of React DOM', () => {
  const sources = globSync('../src/**/*.{ts,tsx}', { cwd: import.meta.dirname })
    // What the server alone renders, with another part of React, and what is never built.
    .filter((file) => !/\.test\.|\/(document|server-pages|gallery)\/|\/prerender\.tsx$/.test(file))
    .map((file) => ({ file, text: readFileSync(new URL(file, import.meta.url), 'utf8') }))
  expect(sources.length).toBeGreaterThan(100)
  const used = sources.flatMap(({ file, text }) =>
    (text.match(leftOut) ?? []).map((part) => `${file}: ${part}`),
  )
  expect(used).toEqual([])
  expect(Object.keys(answers)).toEqual([
    'hydration',
    'viewTransitions',
    'resources',
    'formActions',
    'asyncTransitions',
    'stacksOfComponents',
    'fragmentRefs',
    'customElements',
    'rareEvents',
    'oldBrowsers',
  ])
})

/** Elements for the head of a page, and what React has for each row of the table. */
const leftOut = new RegExp(
  [
    String.raw`<(title|meta|link|style|script|html|head|body)\b`,
    String.raw`\b(hydrateRoot|ViewTransition|addTransitionType)\b`,
    String.raw`\b(preconnect|prefetchDNS|preinit(Module)?|preloadModule)\b`,
    String.raw`\b(formAction|useFormState|useFormStatus|useActionState|requestFormReset)\b`,
    '<form[^>]* action=',
    String.raw`\b(startTransition|useTransition|useOptimistic)\b`,
    String.raw`\b(componentStack|componentDidCatch)\b`,
    String.raw`<(React\.)?Fragment\b[^>]*\bref=`,
    '<[a-z]+-[a-z]',
    String.raw`\bon(Select|BeforeInput)(Capture)?\b`,
  ].join('|'),
  'g',
)
