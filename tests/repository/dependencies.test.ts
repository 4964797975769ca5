import { expect, test } from 'vitest'
import { list, read } from './repository.ts'

interface Manifest {
  readonly name?: string
  readonly license?: string
  readonly link?: boolean
  readonly dev?: boolean
  readonly devOptional?: boolean
  readonly integrity?: string
  readonly hasInstallScript?: boolean
  readonly dependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
}

const { packages } = JSON.parse(read('package-lock.json')) as {
  readonly packages: Readonly<Record<string, Manifest>>
}
const locked = Object.entries(packages).filter(
  ([path, { link }]) => path.includes('node_modules/') && link !== true,
)
const shipped = locked.filter(([, { dev, devOptional }]) => dev !== true && devOptional !== true)

test('no locked package has an install script or lacks a sum (N03)', () => {
  expect(locked.length).toBeGreaterThan(300)
  const bad = locked.filter(
    ([, { integrity, hasInstallScript }]) => integrity === undefined || hasInstallScript === true,
  )
  expect(bad.map(([path]) => path)).toEqual([])
})

test('the packages for every platform are locked, in the folder of their user or above it', () => {
  const isLocked = (user: string, name: string): boolean =>
    `${user === '' ? '' : `${user}/`}node_modules/${name}` in packages ||
    (user !== '' && isLocked(user.slice(0, Math.max(0, user.lastIndexOf('/'))), name))
  const holes = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies)
      .filter((name) => !isLocked(path, name))
      .map((name) => `${path}: ${name}`),
  )
  expect(packages).toHaveProperty(['node_modules/vite', 'version'])
  expect(holes).toEqual([])
})

test('every package that is shipped has a licence', () => {
  expect(shipped.length).toBeGreaterThan(50)
  expect(shipped.filter(([, { license }]) => license === undefined)).toEqual([])
})

test('an installation for production lacks the embedded database and the viewer of the API (N14)', () => {
  const leftOut = locked.filter(([path]) => /node_modules\/@(?:scalar|electric-sql)\//.test(path))
  expect(leftOut).not.toEqual([])
  expect(leftOut.filter((each) => shipped.includes(each))).toEqual([])
})

test('every dependency has its reason in the record of libraries', () => {
  const record = read('docs/decisions/0036-libraries.md')
  const patterns = [...record.matchAll(/`([@\w*/.-]+)`/g)].map(
    ([, name = '']) => new RegExp(`^${name.replaceAll('*', '.*')}$`),
  )
  const manifests = list(['package.json', '*/*/package.json'])
    .filter((file) => !/^(?:examples|tests\/(?:bench|third-party-clients))\//.test(file))
    .map((file) => JSON.parse(read(file)) as Manifest)
  const wanted = manifests
    .flatMap(({ dependencies, devDependencies }) =>
      Object.keys({ ...dependencies, ...devDependencies }),
    )
    .filter((name) => !/^@gatehouse\/|^@types\//.test(name))
  expect(wanted.length).toBeGreaterThan(50)
  expect(wanted.filter((name) => !patterns.some((pattern) => pattern.test(name)))).toEqual([])
})
