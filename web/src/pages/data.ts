/** What the pages ask the server for, in the shapes in which it answers. */

import { api } from "../lib/api";
import { settings } from "../lib/settings.svelte";

export interface RulesEntry {
  id: string;
  title: string;
  subtitle: string;
  seats: number;
  cards: number;
  is_default: boolean;
  /** The names of the players that know these rules, the strongest first. */
  players: string[];
  /** The one of them who sits there unasked. */
  usual: string;
}

export interface RulesRow {
  text: string;
  points: string | number;
  trump_points: string | number;
}

export interface RulesSection {
  title: string;
  sentences: string[];
  rows: RulesRow[];
}

export interface RulesSheet {
  id: string;
  title: string;
  subtitle: string;
  sections: RulesSection[];
}

export interface GlossaryWord {
  word: string;
  also: string | string[];
  meaning: string;
}

export interface PlayerEntry {
  name: string;
  /** What people call it. */
  text: string;
  /** What it is like to play with it. */
  about: string;
  /** Whether it is a level for people; the weakest come first. */
  is_level: boolean;
}

export interface TableEntry {
  table: string;
  /** Its rules; the table's id where it cannot be read, which `line` says. */
  title: string;
  /** Who sits there; nobody where the table cannot be read. */
  seats: string[];
  line: string;
  finished: boolean;
  updated: string;
}

/** Whether there is a match to go on with or to look at; else it can only be taken off the list. */
export function isReadable(entry: TableEntry): boolean {
  return entry.seats.length > 0;
}

/** What a new match needs; `players` is one name for all others, or one each. */
export interface NewTable {
  rules: string;
  name: string;
  players: string[];
  deals: number | null;
  /** Whether one may ask the computer what it would do. */
  hints: boolean;
}

const lang = () => `lang=${settings.lang}`;

export async function fetchRules(): Promise<RulesEntry[]> {
  return (await api<{ rules: RulesEntry[] }>(`rules?${lang()}`)).rules;
}

export function fetchSheet(rules: string): Promise<RulesSheet> {
  return api<RulesSheet>(`rules/${encodeURIComponent(rules)}?${lang()}`);
}

/** The rules that a table is played by, also where its set has changed since. */
export function fetchTableSheet(table: string): Promise<RulesSheet> {
  return api<RulesSheet>(`tables/${encodeURIComponent(table)}/rules?${lang()}`);
}

export async function fetchGlossary(): Promise<GlossaryWord[]> {
  return (await api<{ words: GlossaryWord[] }>(`glossary?${lang()}`)).words;
}

export async function fetchPlayers(): Promise<PlayerEntry[]> {
  return (await api<{ players: PlayerEntry[] }>(`players?${lang()}`)).players;
}

export async function fetchTables(): Promise<TableEntry[]> {
  return (await api<{ tables: TableEntry[] }>(`tables?${lang()}`)).tables;
}

/** Sit down at a new table and return its id. */
export async function openTable(wanted: NewTable): Promise<string> {
  return (await api<{ table: string }>(`tables?${lang()}`, wanted)).table;
}

/** Begin the same match anew and return its table's id. */
export async function rematch(table: string): Promise<string> {
  const path = `tables/${encodeURIComponent(table)}/rematch?${lang()}`;
  return (await api<{ table: string }>(path, {})).table;
}

/** Take a table off the person's list. */
export async function forget(table: string): Promise<void> {
  await api(`tables/${encodeURIComponent(table)}/forget?${lang()}`, {});
}
