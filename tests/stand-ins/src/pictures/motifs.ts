import type { Tone } from './palette.ts'

/** A shape of one tone, on a grid of 96; everything that matters is within 40 of its middle. */
export type Layer = readonly [Tone, string]

/** A circle as a path. */
const dot = (x: number, y: number, r: number) => `M${x} ${y - r}a${r} ${r} 0 1 0 .01 0z`

/** A shape and its mirror image across the middle of the grid: absolute coordinates alone. */
function both(path: string): string {
  let isX = true
  const mirrored = path.replaceAll(/[A-Z]|-?[\d.]+/g, (part) => {
    if (/[A-Z]/.test(part)) {
      isX = true
      return part
    }
    const turned = isX ? String(96 - Number(part)) : part
    isX = !isX
    return turned
  })
  return path + mirrored
}

/** The pictures, each from the back to the front. */
export const motifs = {
  fox: [
    ['shade', both('M19 14L42 36L24 50Z')],
    ['ink', both('M24 24L37 37L28 43Z')],
    ['main', 'M24 41Q48 24 72 41L81 54Q66 68 48 86Q30 68 15 54Z'],
    ['pale', both('M15 54Q32 50 41 60L48 86Q30 68 15 54Z')],
    ['ink', both('M31 51Q37 46 42 53Q36 56 31 51Z')],
    ['ink', 'M41 76Q48 72 55 76L48 86Z'],
  ],
  owl: [
    [
      'shade',
      'M22 30Q20 20 26 13Q34 24 48 24Q62 24 70 13Q76 20 74 30Q81 56 70 73Q60 85 48 85Q36 85 26 73Q15 56 22 30Z',
    ],
    ['main', 'M31 56Q48 46 65 56Q68 73 48 81Q28 73 31 56Z'],
    [
      'shade',
      'M39 61q4.5 5 9 0q4.5 5 9 0q-4.5 8-9 3q-4.5 5-9-3zM42 70q3 4 6 0q3 4 6 0q-3 7-6 2q-3 5-6-2z',
    ],
    ['pale', dot(36, 41, 12.5) + dot(60, 41, 12.5)],
    ['ink', dot(37, 41, 7.5) + dot(59, 41, 7.5)],
    ['pale', dot(39.5, 38, 2.4) + dot(61.5, 38, 2.4)],
    ['fresh', 'M48 43L54 50Q48 62 42 50Z'],
  ],
  wolf: [
    ['slate', both('M23 11L43 36L21 52Z')],
    ['ink', both('M27 23L38 37L27 45Z')],
    ['slate', both('M48 34L20 44L11 58L21 60L17 72L30 71L33 81L48 76Z')],
    ['mist', 'M27 42Q48 26 69 42L73 55L59 66L55 82H41L37 66L23 55Z'],
    ['pale', 'M48 48L61 60L55 82Q48 90 41 82L35 60Z'],
    ['pale', both('M29 43L42 50L37 39Z')],
    ['fresh', both('M30 51L42 55L35 59Z')],
    ['ink', both('M36 52.500L40 54.300L37 57Z')],
    ['ink', 'M40.5 75Q48 70 55.5 75L51.5 82H44.500Z'],
  ],
  dragon: [
    ['mist', 'M30 42Q14 40 7 28Q25 27 40 34Z'],
    ['pale', 'M36 33Q22 26 17 10Q35 13 47 27Z'],
    ['fresh', 'M24 50L9 52L21 61ZM19 65L6 70L18 77Z'],
    ['shade', 'M17 90Q14 62 29 46L54 58Q46 70 52 90Z'],
    ['ink', 'M52 66Q62 66 76 58L72 63Q62 70 52 70Z'],
    ['shade', 'M47 66Q60 71 79 60L73 70Q60 79 47 74Z'],
    ['main', 'M27 46Q31 26 52 26Q63 26 67 34L84 44Q88 49 84 55L63 62Q54 69 43 65Q31 60 27 46Z'],
    ['lit', 'M34 38Q40 29 52 29Q61 29 65 36L74 42Q58 36 48 38Q40 40 36 46Z'],
    ['pale', 'M66 60.500L69 67L72 59ZM75.5 57.500L78 63L80.5 56Z'],
    ['pale', 'M49 42L63 44Q58 52 51 49Z'],
    ['ink', 'M55 43L58.5 43.500L57.5 49.500L54.5 50Z'],
    ['ink', 'M78 47Q82 47 82 50.500Q77 51 78 47Z'],
  ],
  knight: [
    ['fresh', 'M45 24Q38 10 46 6Q72 4 81 34Q66 18 52 26Z'],
    ['mist', 'M24 49Q24 22 48 22Q72 22 72 49L70 70Q60 83 48 85Q36 83 26 70Z'],
    ['slate', 'M48 22Q72 22 72 49L70 70Q60 83 48 85Z'],
    ['pale', 'M29 42Q31 29 42 26Q35 33 34 43Z'],
    ['ink', both('M27 46L46 51L46 57L29 53Z')],
    ['main', 'M44.5 20H51.500V85H44.500Z'],
    [
      'ink',
      dot(37, 66, 2.1) +
        dot(32, 63, 2.1) +
        dot(38, 73, 2.1) +
        dot(59, 66, 2.1) +
        dot(64, 63, 2.1) +
        dot(58, 73, 2.1),
    ],
    ['main', 'M26 72Q48 92 70 72L72 78Q48 98 24 78Z'],
  ],
  ship: [
    ['fresh', 'M48 13L65 8L61 14L65 20L48 20Z'],
    ['ink', 'M46.5 12H49.500V64H46.500Z'],
    ['pale', 'M51 23Q74 32 73 56Q62 51 51 54Z'],
    ['mist', 'M45 26Q24 34 22 56Q34 51 45 54Z'],
    ['main', 'M48 33L54 41L48 48L42 41Z'],
    ['main', 'M14 60H84L75 80H25Z'],
    ['shade', 'M14 60H84L81 66H17Z'],
    ['ink', dot(34, 72, 2.6) + dot(48, 72, 2.6) + dot(62, 72, 2.6)],
    ['slate', 'M0 80Q8 73 16 80Q24 86 32 80Q40 73 48 80Q56 86 64 80Q72 73 80 80Q88 86 96 80V96H0Z'],
    ['fresh', 'M0 86Q8 80 16 86Q24 92 32 86Q40 80 48 86Q56 92 64 86Q72 80 80 86Q88 92 96 86V96H0Z'],
  ],
  lantern: [
    ['halo', dot(48, 54, 33)],
    ['shade', 'M35 25A13 13 0 0 1 61 25H57A9 9 0 0 0 39 25Z'],
    ['main', 'M28 36Q34 23 48 22Q62 23 68 36Z'],
    ['shade', 'M27 36H69V41H27Z'],
    ['pale', 'M31 41H65L61 72H35Z'],
    ['main', 'M48 43Q61 56 55 65Q52 70 48 70Q44 70 41 65Q36 56 48 43Z'],
    ['lit', 'M48 54Q54 61 51.5 66Q48 69 44.5 66Q42 61 48 54Z'],
    ['shade', 'M31 41H34.500L38.5 72H35ZM65 41H61.500L57.5 72H61Z'],
    ['main', 'M32 72H64V78H32Z'],
    ['shade', 'M27 78H69L72 85H24Z'],
  ],
  mountain: [
    ['main', dot(67, 29, 12)],
    ['slate', 'M0 82L28 42L54 82ZM46 82L74 48L98 82Z'],
    ['mist', 'M14 84L46 24L80 84Z'],
    ['slate', 'M46 24L80 84H54L58 66L49 54Z'],
    ['pale', 'M46 24L59 47L53 45L50 53L45 45L39 50L33.5 47.400Z'],
    ['shade', 'M0 82Q24 66 50 80Q74 66 96 80V96H0Z'],
    ['fresh', 'M0 89Q30 76 54 87Q76 78 96 87V96H0Z'],
    ['ink', 'M22 82L27 68L32 82ZM30 85L34 74L38 85Z'],
  ],
  crown: [
    ['main', 'M15 34L32 53L48 22L64 53L81 34L75 72H21Z'],
    ['lit', 'M15 34L32 53L48 22V72H21Z'],
    ['shade', 'M21 66H75L74 80H22Z'],
    ['pale', dot(15, 32, 5) + dot(48, 20, 5.5) + dot(81, 32, 5)],
    ['fresh', 'M48 66L55 73L48 80L41 73Z'],
    ['pale', dot(31, 73, 3.2) + dot(65, 73, 3.2)],
    ['ink', 'M22 80H74V84H22Z'],
  ],
  comet: [
    ['halo', 'M90 6Q50 12 20 48L52 78Q86 48 90 6Z'],
    ['shade', 'M82 12Q48 20 25 50L50 74Q78 50 82 12Z'],
    ['main', 'M78 17Q56 26 36 50L50 64Q70 44 78 17Z'],
    ['lit', dot(38, 60, 20)],
    ['pale', dot(38, 60, 15.5)],
    [
      'main',
      'M38 47L41.6 55.800L51 56.600L43.9 62.800L46 72L38 67.200L30 72L32.1 62.800L25 56.600L34.4 55.800Z',
    ],
    [
      'pale',
      'M22 20L24 26L30 28L24 30L22 36L20 30L14 28L20 26ZM72 66L73.5 70.500L78 72L73.5 73.500L72 78L70.5 73.500L66 72L70.5 70.500Z',
    ],
  ],
  mushroom: [
    ['fresh', 'M16 86Q22 76 19 68Q29 75 31 86ZM64 86Q66 77 77 69Q74 78 79 86Z'],
    ['pale', 'M37 54Q40 72 33 86H63Q56 72 59 54Z'],
    ['mist', 'M51 56Q51 72 54 86H63Q56 72 59 54Z'],
    ['shade', 'M13 54Q48 66 83 54Q72 68 48 68Q24 68 13 54Z'],
    ['main', 'M13 54Q15 19 48 17Q81 19 83 54Q48 64 13 54Z'],
    ['lit', 'M18 46Q22 23 46 20Q30 27 26 50Z'],
    ['pale', dot(38, 35, 7) + dot(60, 30, 5) + dot(68, 46, 6) + dot(49, 51, 4) + dot(24, 49, 3.4)],
    ['fresh', 'M0 88Q22 80 48 82Q74 80 96 88V96H0Z'],
  ],
  cat: [
    ['main', both('M22 12L45 34L20 50Z')],
    ['shade', both('M26 23L37 35L26 41Z')],
    ['main', 'M20 50Q20 29 48 29Q76 29 76 50Q81 58 75 67Q64 83 48 83Q32 83 21 67Q15 58 20 50Z'],
    [
      'shade',
      'M45 29H51L49.5 41H46.500ZM36 30.500L40.5 29.700L41.5 38H39ZM60 30.500L55.5 29.700L54.5 38H57Z',
    ],
    ['shade', both('M17 58L28 60L18 63ZM20 66L29 65L23 70Z')],
    ['pale', 'M48 61Q61 57 63 69Q59 81 48 81Q37 81 33 69Q35 57 48 61Z'],
    ['fresh', both('M27 52Q35 43 43 53Q35 61 27 52Z')],
    ['ink', both('M35 46.500Q38.5 52 35 57Q31.5 52 35 46.500Z')],
    ['ink', 'M43 62.500H53L48 68.500Z'],
    [
      'ink',
      'M47.2 67H48.800V71Q53 75 56.5 71.500L57.5 72.800Q53 77.5 48 73.600Q43 77.5 38.5 72.800L39.5 71.500Q43 75 47.2 71Z',
    ],
  ],
} as const satisfies Readonly<Record<string, readonly Layer[]>>

export type Motif = keyof typeof motifs
