import { usual } from '../fixtures/answered-console/answers.ts'
import { screens } from '../fixtures/answered-console/screens.ts'
import { done, expect, test } from '../fixtures/answered-console/test.ts'

/** What people call themselves, and what they write. */
const names = [
  'W'.repeat(200),
  '👩‍👩‍👧‍👦🏴‍☠️'.repeat(20),
  'محمد عبد الرحمن بن صالح '.repeat(9).trim(),
  'เมื่อวานนี้เราไปเล่นเกมกันที่บ้านของเพื่อน'.repeat(4),
  'a'.repeat(64) + '@' + 'b'.repeat(60) + '.example',
] as const
const chosen = new Set(
  'username name accountName subject who label text why title email message note client askedBy'.split(
    ' ',
  ),
)

/** The same answer, in which everything that a person chose has another name. */
function renamed(value: unknown, name: string): unknown {
  if (Array.isArray(value)) return value.map((each) => renamed(each, name))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [
      key,
      typeof each === 'string' && chosen.has(key) ? name : renamed(each, name),
    ]),
  )
}

for (const [turn, { name: screen, path, me }] of screens.entries()) {
  test(`${screen} keeps its width whatever people are called`, async ({ page, answered }) => {
    answered.me = me
    const name = names[turn % names.length] ?? ''
    for (const [act, answer] of Object.entries(usual)) {
      answered.answer(act, () => done('It is done.', renamed(answer, name)))
    }
    for (const width of [1366, 320]) {
      await page.setViewportSize({ width, height: 800 })
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.locator('.skeleton')).toHaveCount(0)
      const overhang = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      await expect.poll(overhang).toBeLessThanOrEqual(0)
    }
  })
}
