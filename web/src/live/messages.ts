// The messages of a live session, as the server describes them.
import type { components } from "../api/schema";

type Schemas = components["schemas"];

/** A message always says what it is, though the description calls that a default. */
type Named<Message> = Message extends { type?: infer Type }
  ? Omit<Message, "type"> & { type: Exclude<Type, undefined> }
  : never;

export type ClientMessage = Schemas["ClientMessage"];
export type ServerMessage = Named<Schemas["ServerMessage"]>;
export type CompletionMessage = Named<Schemas["CompletionMessage"]>;
export type LanguageModelMessage = Named<Schemas["LanguageModelMessage"]>;
export type ConflictMessage = Named<Schemas["ConflictMessage"]>;
export type WordView = Schemas["WordView"];
/** What the server may allow somebody in a project. */
export type Permission = Schemas["Welcome"]["may"][number];
export type EffortKind = Schemas["EffortItem"]["kind"];
export type EffortItem = { kind: EffortKind; amount: number; characters: number };
export type PresentPerson = Schemas["PresentPerson"];
