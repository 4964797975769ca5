import type { Locator, Page } from '@playwright/test'
import { exactly, field, saying } from './page.ts'

/** The group of a question, by some words of it. */
export function question(page: Page, words: string): Locator {
  return page.getByRole('group', { name: saying(words) })
}

/** A box or circle of a question, by its whole text. */
export function option(page: Page, words: string, name: string): Locator {
  return question(page, words).getByLabel(exactly(name))
}

/**
 * Opens the survey, of the running product when its address is given, and answers everything but the
 * message, with as few texts as possible.
 */
export async function answerSurvey(page: Page, portal = ''): Promise<void> {
  await page.goto(`${portal}/survey/qualification`)
  await option(page, 'How old', 'Over 34').check()
  await option(page, 'You are a', 'dude').check()
  // By keys: of a text that is set at once, Firefox under WebDriver BiDi tells React nothing.
  await field(page, 'Country').pressSequentially('France')
  await option(page, 'made games', 'Writer').check()
  await option(page, 'parts of our site', 'Forums').check()
  await option(page, 'social networks', 'Discord').check()
  await option(page, 'information', 'Wikis').check()
  await option(page, 'follow influencers', 'No').check()
  await option(page, 'gaming websites do you read', 'IGN').check()
  for (const of of ['on gaming websites', 'by influencers', 'on Steam']) {
    await option(page, `reviews ${of}`, 'It helps').check()
  }
  await option(page, 'other studios', 'No').check()
}
