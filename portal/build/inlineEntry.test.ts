import { createContext, runInContext } from 'node:vm'
import { expect, test } from 'vitest'
import { inlined, shimOf } from './inlineEntry.ts'

test('An inline script means the same as its file, though it stands in no folder', () => {
  const code = 'const a=()=>import(`./Later-1.js`);let b=import.meta.url;export{a as t,b as in};'
  const { address, shim, libraries, script, names } = inlined('assets/base-1.js', code)
  expect([address, shim, names]).toEqual([
    '/assets/base-1.js',
    '/assets/base-1.inline.js',
    ['t', 'in'],
  ])
  expect(libraries).toBe('')
  expect(script).toBe(
    'const a=()=>import("/assets/Later-1.js");let b=(location.origin+"/assets/base-1.js");' +
      'globalThis.portalEntry={get t(){return a},get in(){return b}};',
  )
})

test('A script that imports itself gets what it has left, and evaluates nothing twice', () => {
  const { script } = inlined('assets/base-1.js', 'import("./base-1.js");export{};')
  expect(script).toBe('Promise.resolve(globalThis.portalEntry);globalThis.portalEntry={};')
})

test('The end of a script and the start of a comment are no HTML in a text', () => {
  const { script } = inlined('assets/a.js', 'f(`</script>`,"<!-- x",/<\\/script>/);')
  expect(script).toBe('f(`\\x3c/script>`,"\\x3c!-- x",/<\\/script>/);')
  expect(() => inlined('assets/a.js', 'f(a</script>/)')).toThrow('outside of a text')
})

test('A script that imports another before it runs cannot be brought inline', () => {
  expect(() => inlined('assets/a.js', 'import{b}from"./b.js";b()')).toThrow('ImportDeclaration')
})

test('What stands in its place hands out names that are words of the language, too', () => {
  expect(shimOf(['t', 'in'])).toBe(
    'const{t:_0,in:_1}=globalThis.portalEntry;export{_0 as t,_1 as in};',
  )
})

test('The libraries of a script stand before it, and it takes them from there', () => {
  const make = '(e,t)=>()=>(t||(e((t={exports:{}}).exports,t),e=null),t.exports)'
  const code =
    `var m=${make},a=m((e=>{e.x=2}));var c=1,b=m(((e,t)=>{t.exports=a().x*21})),d=f(()=>c);` +
    'export{b as t};'
  const { libraries, script } = inlined('assets/base-1.js', code)
  const page: Record<string, unknown> = {}
  createContext(page)
  runInContext('"use strict";var globalThis=this', page)
  runInContext(libraries, page)
  expect(runInContext('portalLibraries.b()', page)).toBe(42)
  expect(Object.keys(page)).toEqual(['globalThis', 'portalLibraries'])
  expect(script).toBe(
    `var m=${make},a=globalThis.portalLibraries.a;` +
      'var c=1,b=globalThis.portalLibraries.b,d=f(()=>c);' +
      'globalThis.portalEntry={get t(){return b}};',
  )
})
