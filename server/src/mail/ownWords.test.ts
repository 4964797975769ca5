import { describe, expect, it } from 'vitest'
import { wordsOf } from '../words/wordsOf.ts'
import { withOwnWords } from './ownWords.ts'

describe('the words of a deployment in mails', () => {
  it('take the places that they name, and no other (AT-LNG-13)', () => {
    const words = wordsOf('fr')
    const own = { greeting: 'Oyez {username},', 'farewell.subject': 'Adieu de {studio}' }
    expect(withOwnWords(words, own)).toEqual({
      ...words,
      greeting: 'Oyez {username},',
      mails: {
        ...words.mails,
        farewell: { ...words.mails.farewell, subject: 'Adieu de {studio}' },
      },
    })
    expect(withOwnWords(words)).toBe(words)
  })
})
