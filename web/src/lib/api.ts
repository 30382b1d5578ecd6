/** The server's HTTP interface: one function, one kind of error. */

import { person } from "./person";

/** An error in the server's one shape, or that it cannot be reached (code `unreachable`). */
export class ApiError extends Error {
  constructor(
    readonly code: string,
    message: string,
    readonly details: Readonly<Record<string, unknown>> = {},
  ) {
    super(message);
    this.name = "ApiError";
  }
}

function faultIn(body: unknown): ApiError | null {
  if (typeof body !== "object" || body === null || !("error" in body)) return null;
  const { error } = body as { error: { code: string; message: string; details: object } };
  return new ApiError(error.code, error.message, { ...error.details });
}

/**
 * Ask the server for `/api/<path>`; with a body it is a POST.
 *
 * @throws {ApiError} the server refused, or it is not there
 */
export async function api<T>(path: string, body?: unknown): Promise<T> {
  const headers: Record<string, string> = { Authorization: `Bearer ${person()}` };
  const init: RequestInit = { headers };
  if (body !== undefined) {
    headers["Content-Type"] = "application/json";
    init.method = "POST";
    init.body = JSON.stringify(body);
  }
  let answer: Response;
  try {
    answer = await fetch(`/api/${path}`, init);
  } catch (error) {
    throw new ApiError("unreachable", String(error));
  }
  const found: unknown = await answer.json().catch(() => null);
  if (!answer.ok || found === null) {
    throw faultIn(found) ?? new ApiError("unreachable", `HTTP ${answer.status}`);
  }
  return found as T;
}
