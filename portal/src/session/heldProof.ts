/**
 * The solution of the proof of work that the refusal of a form asked for, while the form is sent
 * again: every call of the account API carries it.
 */
export const heldProof: { current: string | undefined } = { current: undefined }
