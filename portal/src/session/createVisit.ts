import type { Visit, VisitNotes } from './portal.ts'

/** The visit that begins with a loaded page. */
export function createVisit(loadedPath: string, recoveryToken: string): Visit {
  let notes: VisitNotes = {
    hasLanded: false,
    username: '',
    accessKey: '',
    registering: null,
    agreedTo: '',
    retry: '',
    requestId: '',
  }
  return {
    loadedPath,
    recoveryToken,
    drafts: new Map(),
    get notes() {
      return notes
    },
    note(news) {
      notes = { ...notes, ...news }
    },
  }
}
