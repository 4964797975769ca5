import { expect, test } from 'vitest'
import { choiceOf, type Decision, isChoosable } from './decision.ts'

function decision(Name: string, differences: Partial<Decision['category']> = {}): Decision {
  const category = { Id: 1, Name, Description: '', IsActive: true, IsOptional: true }
  return { category: { ...category, IsAccepted: false, ...differences }, isAccepted: true }
}

test('a purpose is allowed by the category of its name, and by no other', () => {
  expect(choiceOf([decision('Analytical cookies')])).toEqual({ analytics: true, marketing: false })
  expect(choiceOf([decision('Marketing cookies')])).toEqual({ analytics: false, marketing: true })
  expect(choiceOf([decision('Other cookies')])).toEqual({ analytics: false, marketing: false })
})

test('choiceOf refuses a purpose without a decision and one that cannot be chosen', () => {
  expect(choiceOf([])).toEqual({ analytics: false, marketing: false })
  const inactive = decision('Analytical cookies', { IsActive: false })
  expect(isChoosable(inactive)).toBe(false)
  expect(choiceOf([inactive])).toEqual({ analytics: false, marketing: false })
  expect(isChoosable(decision('Functional cookies', { IsOptional: false }))).toBe(false)
})
