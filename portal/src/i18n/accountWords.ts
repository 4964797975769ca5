import { type Catalogue, addWords } from './words.ts'

// Beside the account's layout, because visitors see none of it.
await addWords(import.meta.glob<Catalogue>('./po/account/*.po'))
