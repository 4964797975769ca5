import { config } from 'zod'

// Before the first schema is made, which would try whether text becomes code: the policy of the page
// refuses that, and reports it.
config({ jitless: true })
