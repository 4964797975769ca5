import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { gatehouse } from '../../test/fixtures/processes/runGatehouse.ts'
import { startApp, type TestApp } from '../../test/fixtures/startApp.ts'
import { commandGroups, everyCommand } from './everyCommand.ts'

let app: TestApp

beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

describe('the command line', () => {
  it('lists all groups of commands and exits with 0', async () => {
    const { exitCode, output } = await gatehouse(app, '--help')
    expect(exitCode).toBe(0)
    for (const group of Object.values(commandGroups)) expect(output).toContain(group)
  })

  it('has a help text for every group', () => {
    const words = everyCommand.map(({ name }) => name.split(' '))
    const groups = words.flatMap(([first = '', ...rest]) => (rest.length > 0 ? [first] : []))
    expect(Object.keys(commandGroups).toSorted()).toEqual([...new Set(groups)].toSorted())
  })

  it.each(everyCommand.map(({ name, summary }) => ({ name, summary })))(
    'explains $name',
    async ({ name, summary }) => {
      const { exitCode, output } = await gatehouse(app, `${name} --help`)
      expect(exitCode).toBe(0)
      expect(output.replaceAll(/\s+/g, ' ')).toContain(summary)
      // Every operand and every option has a description.
      const bare = output.split('\n').filter((line) => /^ {2}(--)?[a-z-]+( <[^>]+>)?$/.test(line))
      expect(bare).toEqual([])
    },
  )

  it.each([
    ['players dance', /unknown command 'dance'/],
    ['players unban --deployment local --why x', /missing required argument 'player'/],
    ['players ban Ada --why x', /required option '--deployment <name>'/],
    ['players ban Ada --deployment local', /required option '--why <reason>'/],
    ['players ban Ada --deployment local --why x --hard', /unknown option '--hard'/],
    ['access-keys create --deployment local --why x --count none', /→ at count/],
    ['newsletters mailing 1 --deployment local --subject x --why x --text /none', /ENOENT/],
  ])('refuses "%s" with a reason', async (line, message) => {
    const { exitCode, errors } = await gatehouse(app, line)
    expect(exitCode).toBe(2)
    expect(errors).toMatch(message)
  })

  it('refuses an empty reason', async () => {
    const { exitCode, errors } = await gatehouse(
      app,
      'ip-bans add 203.0.113.1 --deployment local --why ""',
    )
    expect(exitCode).toBe(2)
    expect(errors).toContain('--why')
  })

  it('gives refusals to programs as JSON', async () => {
    const line = 'players show Nobody --deployment local --json'
    const { exitCode, output, errors } = await gatehouse(app, line)
    expect([exitCode, output]).toEqual([1, ''])
    expect(JSON.parse(errors)).toEqual({ error: 'local has no player Nobody.', data: null })
  })
})
