/**
 * Does what is due, one after the other. One that fails holds up no other: what has failed is thrown at the
 * end.
 */
export async function doEach<Due>(
  due: readonly Due[],
  act: (each: Due) => Promise<unknown>,
): Promise<void> {
  const errors: unknown[] = []
  for (const each of due) {
    await act(each).catch((error: unknown) => errors.push(error))
  }
  if (errors.length > 0)
    throw new AggregateError(errors, `${errors.length} of ${due.length} failed.`)
}
