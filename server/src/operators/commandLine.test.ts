import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { gatehouse } from '../../test/fixtures/processes/runGatehouse.ts'
import { startApp, type TestApp } from '../../test/fixtures/startApp.ts'
import { commandGroups, loadEveryCommand } from './everyCommand.ts'

const everyCommand = await loadEveryCommand()

let app: TestApp

beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

describe('the command line', () => {
  it('lists all groups of commands and exits with 0', async () => {
    const { exitCode, output } = await gatehouse(app, '--help')
    expect(exitCode).toBe(0)
    const words = output.replaceAll(/\s+/g, ' ')
    for (const { word, about } of commandGroups) expect(words).toContain(`${word} ${about}`)
  })

  it('has the words of every command among its groups, each with a help that agrees with its commands', () => {
    const words = everyCommand.map(({ name }) => name.split(' ')[0])
    expect(commandGroups.map(({ word }) => word)).toEqual([...new Set(words)])
    for (const { word, about } of commandGroups) {
      const itself = everyCommand.find(({ name }) => name === word)
      expect([word, itself?.summary ?? about]).toEqual([word, about])
    }
  })

  it('has no command twice', () => {
    const names = everyCommand.map(({ name }) => name)
    expect(names.toSorted()).toEqual([...new Set(names)].toSorted())
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
