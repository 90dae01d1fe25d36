// The shape of a catalogue in another language: the keys of the English one.

/** English has two forms of a counted message, `_one` and `_other`; a language may need only the second. */
export type Translated<English> = {
  [Key in keyof English as Key extends `${string}_one` ? never : Key]: English[Key] extends string
    ? string
    : Translated<English[Key]>;
} & { [Key in keyof English as Key extends `${string}_one` ? Key : never]?: string };
