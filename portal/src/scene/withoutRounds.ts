/**
 * Plays the endless animations that a sheet gives to elements, without the events of their rounds: React
 * listens to these, so that the page's own thread would wake for each. Returns them; the sheet's own
 * ones end, other than those that come to an end themselves.
 */
export function playWithoutRounds(elements: Iterable<HTMLElement>): Map<HTMLElement, Animation> {
  // Read together and then written together, so that styles are made once.
  const found = [...elements].flatMap((element) => {
    const ofSheet = element.getAnimations().filter((one) => one instanceof CSSAnimation)
    const ending = ofSheet.filter((one) => !isEndless(one)).map((one) => one.animationName)
    return ofSheet.filter(isEndless).flatMap(({ effect }) => {
      if (!(effect instanceof KeyframeEffect)) return []
      const own = new KeyframeEffect(element, effect.getKeyframes(), effect.getTiming())
      return [{ element, ending, motion: new Animation(own) }]
    })
  })
  for (const { element, ending, motion } of found) {
    element.style.animationName = ending.join() || 'none'
    motion.play()
  }
  return new Map(found.map(({ element, motion }) => [element, motion]))
}

function isEndless({ effect }: Animation): boolean {
  return effect?.getTiming().iterations === Number.POSITIVE_INFINITY
}
