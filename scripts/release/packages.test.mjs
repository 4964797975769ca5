import { expect, test } from 'vitest'
import { manifestOf, provenanceOf } from './packages.mjs'

test('a published package names its files, its siblings’ version and the commit, and is not private', () => {
  const own = {
    name: '@gatehouse/client',
    version: '0.1.0',
    private: true,
    license: 'MIT',
    type: 'module',
    exports: { './*': './src/*.ts' },
    dependencies: { '@gatehouse/contract': '0.1.0', zod: '4.6.7' },
  }
  const exported = { '.': './dist/client' }
  const manifest = manifestOf(own, { version: '1.2.0', commit: 'abc', exported })
  expect(manifest).toMatchObject({
    version: '1.2.0',
    gitHead: 'abc',
    exports: { '.': { types: './dist/client.d.ts', default: './dist/client.js' } },
    dependencies: { '@gatehouse/contract': '1.2.0', zod: '4.6.7' },
  })
  expect(manifest).not.toHaveProperty('private')
})

test('the provenance of a release names each file by its checksum, and the commit', () => {
  const given = { sums: [['00ff', 'a.tgz']], version: '1.2.0', commit: 'abc', node: 'v24' }
  const { subject, predicate } = provenanceOf(given)
  expect(subject).toEqual([{ name: 'a.tgz', digest: { sha256: '00ff' } }])
  expect(predicate.buildDefinition.resolvedDependencies[0].digest).toEqual({ gitCommit: 'abc' })
})
