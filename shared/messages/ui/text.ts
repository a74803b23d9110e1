/** Texts of one area of the window: key -> [English, Simplified Chinese], both in ICU message syntax. */
export type Texts = Readonly<Record<string, readonly [en: string, zh: string]>>

/** Data is never read as markup nor as message syntax. */
export type TextData = Readonly<Record<string, string | number>>
