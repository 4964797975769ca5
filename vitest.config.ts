import { defineConfig } from 'vitest/config'

// Lingui looks for its configuration in the working folder, which is this one and not the portal's.
process.env['LINGUI_CONFIG'] ??= 'apps/portal/lingui.config.ts'

/** Processes start and end in some tests, and the portal is built in some: on a busy machine, too. */
const workers = {
  maxWorkers: 2,
  testTimeout: 300_000,
  hookTimeout: 300_000,
  expect: { poll: { timeout: 60_000 } },
}

/** A part of the repository whose files share a worker and its modules, as nothing is mocked. */
const part = (name: string, include: string, exclude: readonly string[] = []) => ({
  test: {
    ...workers,
    name,
    include: [include],
    exclude: [...exclude],
    isolate: false,
  },
})

/** They build the portal. */
const bundles = ['src/{productionBuild,prerender,prerenderPlayer}.test.{ts,tsx}']
const portal = { extends: 'apps/portal/vite.config.ts', root: 'apps/portal' }

/** The page of the console's tests: nothing in it leads to another page, a frame included. */
const inNoBrowser = {
  url: 'http://console.test/',
  settings: {
    enableIframePageLoading: true,
    navigation: {
      disableMainFrameNavigation: true,
      disableChildFrameNavigation: true,
      disableFallbackToSetURL: true,
    },
  },
}

export default defineConfig({
  test: {
    ...workers,
    projects: [
      part('repository', 'tests/repository/*.test.ts'),
      part(
        'scripts',
        '{scripts/{,release/,statements/,words/},tests/{bench/capacity,third-party-clients/games}/}*.test.mjs',
        ['**/*.hard.test.mjs'],
      ),
      part('development', 'scripts/dev.hard.test.mjs'),
      part('contract', 'packages/contract/src/**/*.test.ts'),
      part('client', 'packages/client/src/**/*.test.ts'),
      part('signin', 'packages/signin/{src,test}/**/*.test.ts'),
      part('stand-ins', 'tests/stand-ins/src/**/*.test.ts'),
      part('player-import', 'apps/player-import/*.test.ts'),
      {
        extends: 'apps/console/vite.config.ts',
        root: 'apps/console',
        test: {
          ...part('console', 'src/**/*.test.{ts,tsx}').test,
          environment: 'happy-dom',
          environmentOptions: { happyDOM: inNoBrowser },
        },
      },
      { ...portal, ...part('portal', '{build,src}/**/*.test.{ts,tsx}', bundles) },
      { ...portal, test: { ...workers, name: 'bundle', include: bundles } },
      'apps/server',
    ],
  },
})
